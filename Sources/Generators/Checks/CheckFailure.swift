import Model
import Spec

/// Why a check in a test failed: the stories of what was found, and the line that replays each.
public struct CheckFailure: Error, Codable, Hashable, CustomStringConvertible, Sendable {
  /// One thing that is wrong.
  package struct Part: Codable, Hashable, Sendable {
    /// What is wrong; of a finding, what was checked and the finding's name, on one line.
    package let title: String
    /// The finding; nil where something else is wrong.
    package var finding: CheckReport.Finding?
    /// The line that replays the finding, or why its trace is not saved; nil where none is to be
    /// saved.
    package var replay: String?
    /// The finding of an earlier part that most likely has the same cause.
    package var cause: FindingName?
  }

  /// Each finding, and last what else is wrong; one at least.
  package let parts: [Part]
  /// The text that a test prints.
  public let description: String
  /// The findings.
  public var findings: [CheckReport.Finding] { parts.compactMap(\.finding) }
}

extension CheckFailure {
  /// A failure without a finding.
  init(_ description: String) {
    self.init(parts: [Part(title: description)], description: description)
  }

  /// The failure that an error of any kind is.
  init(_ error: any Error) { self = error as? CheckFailure ?? CheckFailure("\(error)") }

  /// Whether the test is over with it: this is the child process of a check that was made.
  package var endsTest: Bool { ChildTask.current?.hasClaimed ?? false }

  /// Both failures as one.
  func and(_ other: CheckFailure) -> CheckFailure {
    CheckFailure(
      parts: parts + other.parts,
      description: [description, other.description].joined(separator: "\n\n"))
  }

  /// A failure that tells one thing alone, by its title.
  package init(_ part: Part) { self.init(parts: [part], description: part.title) }

  /// Saves traces; where one cannot be written, its story is told all the same.
  ///
  /// - Parameter remark: what else is wrong.
  init(
    _ findings: [CheckReport.Finding], identity: Identity, directory: String, remark: String? = nil
  ) {
    // Checks of several scopes save side by side.
    let directory = "\(directory)/\(identity.scopeFolder)"
    var parts: [Part] = []
    for finding in findings {
      var part = Part(finding, title: identity.title)
      let name = finding.trace.path(below: directory)
      do throws(TraceError) {
        try finding.trace.write(to: name, below: directory)
        part.replay = "Replay: SPEC_REPLAY=\(directory)/\(name) swift test"
      } catch {
        part.replay = "Not saved: \(error.description)"
      }
      if let cause = finding.cause,
        parts.contains(where: { $0.finding?.name == cause && $0.cause == nil })
      {
        part.cause = cause
      }
      parts.append(part)
    }
    self.init(parts, title: identity.title, remark: remark)
  }

  /// A failure that tells findings as paragraphs, each with those below it that it causes.
  init(_ parts: [Part], title: String, remark: String?) {
    var paragraphs: [String] = []
    if parts.count > 1 {
      // A test run may cut the text of a failure.
      let lines = ["\(title): \(parts.count) findings"] + parts.map { "  \($0.nameAndLength)" }
      paragraphs.append(lines.joined(separator: "\n"))
    }
    paragraphs += parts.filter { $0.cause == nil }.map { part in
      let caused = parts.filter { $0.cause != nil && $0.cause == part.finding?.name }
      let others = caused.map { part in
        (["also \(part.nameAndLength)."] + [part.replay].compactMap(\.self)).joined(separator: " ")
      }
      return ([part.text] + others).joined(separator: "\n")
    }
    let remarks = [remark].compactMap(\.self)
    self.init(
      parts: parts + remarks.map { Part(title: $0) },
      description: (paragraphs + remarks).joined(separator: "\n\n"))
  }
}

extension CheckFailure.Part {
  /// A finding.
  ///
  /// - Parameter title: what was checked.
  init(_ finding: CheckReport.Finding, title: String) {
    let seed = finding.trace.seed.map { " (seed \($0))" } ?? ""
    self.init(
      title: "\(title): \(finding.property) is broken: \(finding.culprit)\(seed)", finding: finding)
  }

  fileprivate var nameAndLength: String {
    finding.map { "\($0.name) (\($0.trace.length.counted("step")))" } ?? title
  }

  /// All of it: the title, the whole story, and the line that replays it.
  package var text: String {
    [title, finding?.story.text, replay].compactMap(\.self).joined(separator: "\n")
  }

  /// What stands below the title where the part is told alone; nil where that says all.
  ///
  /// The story is left out where the cause has most of it.
  package var detail: String? {
    guard let finding else { return nil }
    var (story, remark) = (finding.story, String?.none)
    if let cause {
      (story.lines, story.remarks) = ([], [])
      remark =
        "Most likely for the same reason as '\(cause)', which its "
        + "\(finding.trace.length.counted("step")) show first."
    }
    return [story.text, remark, replay].compactMap(\.self).joined(separator: "\n")
  }
}
