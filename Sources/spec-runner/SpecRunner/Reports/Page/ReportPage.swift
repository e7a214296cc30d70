import Spec

/// A report as one HTML file: its data, and the scripts that draw it, without anything from
/// elsewhere.
struct ReportPage {
  private let title: String
  private let data: JSONValue
  private let scripts: [[UInt8]]

  init(title: String, data: JSONValue, scripts: [[UInt8]]) {
    var shared = SharedValues()
    (self.title, self.scripts) = (title, scripts)
    self.data = shared.shared(data)
  }

  init(_ report: Report) throws {
    self.init(
      title:
        "\(Surroundings.programName): \(ReportDocument(report: report, knownWord: "").lastLine)",
      data: try Self.slim(report),
      scripts: [
        PackageResources.dom_js, PackageResources.data_js, PackageResources.verdicts_js,
        PackageResources.overview_js, PackageResources.screens_js, PackageResources.state_js,
        PackageResources.diagram_js, PackageResources.passing_js, PackageResources.finding_js,
        PackageResources.measures_js, PackageResources.shell_js, PackageResources.main_js,
      ])
  }

  /// The report without what only a replay needs: the steps of traces stand in their stories.
  private static func slim(_ report: Report) throws -> JSONValue {
    let data = try JSONValue(encoding: report)
    guard case .object(var fields) = data, case .array(let findings)? = fields["findings"] else {
      return data
    }
    fields["findings"] = .array(
      zip(findings, report.findings).map { finding, told in
        guard case .object(var parts) = finding, case .object(var trace)? = parts["trace"] else {
          return finding
        }
        (trace["labels"], trace["values"]) = (nil, nil)
        // A listener that runs requests side by side is another setting.
        trace["environment"] = .string(told.trace.setting)
        if case .object(let scope)? = trace["scope"] {
          trace["scope"] = .object(["name": scope["name"] ?? .string("")])
        }
        parts["trace"] = .object(trace)
        parts["replay"] = told.replay.map(JSONValue.string)
        if case .object(var story)? = parts["story"] {
          story["parties"] = .array(told.story.parties.map(JSONValue.string))
          parts["story"] = .object(story)
        }
        return .object(parts)
      })
    fields["program"] = .string(Surroundings.programName)
    return .object(fields)
  }

  var text: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(XML.content(title))</title>
    <style>
    \(Self.joined(Self.styles))</style>
    </head>
    <body>
    <noscript>This page needs JavaScript, which is in this file.</noscript>
    <main id="report"></main>
    <script type="application/json" id="data">\(Self.quoted(data.text))</script>
    <script>
    \(Self.joined(scripts))</script>
    </body>
    </html>

    """
  }

  /// JSON in which no text ends the element that holds it; by scalars, as a sign before it can join
  /// with a '<'.
  private static func quoted(_ json: String) -> String {
    json.unicodeScalars.map { $0 == "<" ? "\\u003c" : String($0) }.joined()
  }

  private static let styles = [PackageResources.page_css]

  private static func joined(_ files: [[UInt8]]) -> String {
    files.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }
}

/// A piece of JSON in which what stands in several places is written once: `{"$": 3}` stands for
/// the third shared value, counted from 0.
///
/// Windows and states are the same in most steps of a story, and stories begin alike.
struct SharedValues {
  private var counts: [JSONValue: Int] = [:]
  private var numbers: [JSONValue: Int] = [:]
  private var values: [JSONValue] = []

  /// What is shorter is written where it stands.
  private static let lengthMin = 32

  /// The value, and what it shares: an object with both.
  mutating func shared(_ value: JSONValue) -> JSONValue {
    count(value)
    let value = written(value)
    return .object(["report": value, "shared": .array(values)])
  }

  private mutating func count(_ value: JSONValue) {
    guard Self.canBeShared(value) else { return }
    counts[value, default: 0] += 1
    if counts[value] == 1 { Self.children(of: value).forEach { count($0) } }
  }

  private mutating func written(_ value: JSONValue) -> JSONValue {
    if let number = numbers[value] { return Self.reference(number) }
    let isShared = (counts[value] ?? 0) > 1 && value.text.utf8.count >= Self.lengthMin
    let result: JSONValue =
      switch value {
      case .array(let elements): .array(elements.map { written($0) })
      case .object(let fields):
        .object(
          Dictionary(
            uniqueKeysWithValues: fields.sorted { $0.key < $1.key }.map {
              ($0.key, written($0.value))
            }))
      default: value
      }
    if !isShared { return result }
    numbers[value] = values.count
    values.append(result)
    return Self.reference(values.count - 1)
  }

  private static func reference(_ number: Int) -> JSONValue { .object(["$": .integer(number)]) }

  private static func canBeShared(_ value: JSONValue) -> Bool {
    switch value {
    case .array(let elements): !elements.isEmpty
    case .object(let fields): !fields.isEmpty
    case .string(let text): text.utf8.count >= lengthMin
    default: false
    }
  }

  private static func children(of value: JSONValue) -> [JSONValue] {
    switch value {
    case .array(let elements): elements
    case .object(let fields): fields.sorted { $0.key < $1.key }.map(\.value)
    default: []
    }
  }
}
