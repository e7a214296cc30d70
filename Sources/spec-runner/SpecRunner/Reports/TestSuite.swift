import Generators

/// A suite of JUnit XML, and its cases.
struct TestSuite: Sendable {
  var name: String
  var cases: [TestCase]
  var seconds = 0.0
}

/// A verdict, as whatever shows tests knows it.
struct TestCase: Sendable {
  enum Outcome: Sendable {
    case passed
    /// A word for what kind of failure it is, and why on one line.
    case failed(String, String)
    /// What was to be judged cannot be read.
    case unreadable(String)
    /// It was not judged to the end.
    case cutShort(String)
    /// There was nothing to judge.
    case skipped(String)
  }

  var name: String
  var outcome = Outcome.passed
  /// What else there is to know, on lines.
  var text = ""
  /// Where it is told from.
  var file: String?
  var seconds = 0.0

  /// Whether it has failed.
  var hasFailed: Bool { if case .failed = outcome { true } else { false } }
  /// Whether there is no verdict, although there had to be one.
  var isError: Bool {
    switch outcome {
    case .unreadable, .cutShort: true
    case .passed, .failed, .skipped: false
    }
  }
  fileprivate var isSkipped: Bool { if case .skipped = outcome { true } else { false } }

  /// The case as a note beside a step of a workflow; nil where there is nothing to do.
  fileprivate func annotation(in suite: String) -> String? {
    func note(_ command: String, _ kind: String, _ message: String) -> String {
      WorkflowCommand.text(
        command, title: "\(kind): \(name)", file: file,
        message: "\(suite): \(message)\(text.isEmpty ? "" : "\n")\(text)")
    }
    return switch outcome {
    case .passed, .skipped: nil
    case .failed(let kind, let message): note("error", kind, message)
    case .unreadable(let message): note("error", "unreadable", message)
    case .cutShort(let message): note("warning", "cut short", message)
    }
  }

  /// What stands between its tags.
  fileprivate var content: String {
    func element(_ name: String, _ kind: String, _ message: String) -> String {
      let attributes = "message=\"\(XML.attribute(message))\" type=\"\(XML.attribute(kind))\""
      return "<\(name) \(attributes)>\(XML.content(text))</\(name)>"
    }
    return switch outcome {
    case .passed: text.isEmpty ? "" : "<system-out>\(XML.content(text))</system-out>"
    case .failed(let kind, let message): element("failure", kind, message)
    case .unreadable(let message): element("error", "unreadable", message)
    case .cutShort(let message): element("error", "cut short", message)
    case .skipped(let message): "<skipped message=\"\(XML.attribute(message))\"/>"
    }
  }
}

extension [TestSuite] {
  /// Notes beside a step of a workflow: what has failed, and what is in error.
  var annotations: [String] {
    WorkflowCommand.shown(
      flatMap { suite in suite.cases.compactMap { $0.annotation(in: suite.name) } })
  }

  /// The suites as JUnit XML.
  var unitTests: String {
    let cases = flatMap(\.cases)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="spec-runner" \(Self.counts(cases)) \
      time="\(XML.thousandths(map(\.seconds).reduce(0, +)))">
      \(map(Self.text).joined(separator: "\n"))
      </testsuites>

      """
  }

  private static func counts(_ cases: [TestCase]) -> String {
    "tests=\"\(cases.count)\" failures=\"\(cases.count(where: \.hasFailed))\" "
      + "errors=\"\(cases.count(where: \.isError))\""
  }

  private static func text(_ suite: TestSuite) -> String {
    let name = XML.attribute(suite.name)
    let head =
      "  <testsuite name=\"\(name)\" \(counts(suite.cases)) "
      + "skipped=\"\(suite.cases.count(where: \.isSkipped))\" "
      + "time=\"\(XML.thousandths(suite.seconds))\">"
    let lines = suite.cases.map { test in
      "    <testcase classname=\"\(name)\" name=\"\(XML.attribute(test.name))\" "
        + "time=\"\(XML.thousandths(test.seconds))\""
        + (test.content.isEmpty ? "/>" : ">\n      \(test.content)\n    </testcase>")
    }
    return ([head] + lines + ["  </testsuite>"]).joined(separator: "\n")
  }
}

/// The rules of XML.
enum XML {
  /// Seconds with three decimals.
  static func thousandths(_ seconds: Double) -> String {
    let count = Int((min(max(seconds, 0), FuzzResult.secondsMax) * 1000).rounded())
    let decimals = String(count % 1000)
    return "\(count / 1000).\(String(repeating: "0", count: 3 - decimals.count))\(decimals)"
  }

  /// A text between tags; what XML 1.0 cannot hold becomes U+FFFD.
  static func content(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar.value < 0x20 ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }

  static func attribute(_ text: String) -> String {
    content(text).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  }
}
