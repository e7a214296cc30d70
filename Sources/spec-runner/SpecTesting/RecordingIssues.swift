// Where the toolchain has no Swift Testing, the package builds without it.
#if canImport(Testing)
  // So that who checks something needs one import.
  @_exported import Generators
  import Testing

  /// Records what checks find as issues of the test, each finding as one of its own.
  ///
  /// ```swift
  /// @Test func `the to-do list keeps its promises`() async throws {
  ///   try await recordingIssues { try await check(app: CheckedTodo(), named: "todo") }
  /// }
  /// ```
  ///
  /// It takes every `check` function, and fails whenever that does. The test goes on, so that a
  /// check below is done too. Each issue stands at the line of this call and tells a name, a story
  /// and the line that replays it; what was not put to the test, or not decided, is an issue as
  /// well. Traces, and all stories in one text, are attached: `swift test --attachments-path
  /// <folder>` writes them.
  ///
  /// The error of an issue is a `CheckFailure` with that finding alone, by which `withKnownIssue`
  /// can tell it.
  ///
  /// - Parameters:
  ///   - isolation: the actor that the check is called on; that of the caller.
  ///   - sourceLocation: where issues stand; at this call by default.
  ///   - check: a call of a `check` function; the first that fails ends it.
  /// - Returns: what the check returns; nil when it fails.
  /// - Throws: what is no `CheckFailure`, such as a `TraceError` for a trace that cannot be read;
  ///   outside of a test, as in a detached task, the failure too.
  @discardableResult
  public func recordingIssues<Outcome>(
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: Testing.SourceLocation = #_sourceLocation, _ check: () async throws -> Outcome
  ) async throws -> Outcome? {
    do {
      return try await check()
    } catch let failure as CheckFailure where Test.current != nil && !failure.endsTest {
      failure.record(at: sourceLocation)
      return nil
    }
  }

  extension CheckFailure {
    /// Records an issue for each part, with the trace of a finding, and all stories in one text.
    fileprivate func record(at place: Testing.SourceLocation) {
      if parts.isEmpty { Issue.record(self, sourceLocation: place) }
      for part in parts {
        Issue.record(
          CheckFailure(part), part.detail.map(Comment.init(rawValue:)), sourceLocation: place)
        guard let trace = part.finding?.trace else { continue }
        let name = trace.ledgerPath.split(separator: "/").last.map(String.init)
        Attachment.record(
          String(decoding: trace.data, as: UTF8.self), named: name, sourceLocation: place)
      }
      if findings.isEmpty { return }
      let stories = parts.map(\.text).joined(separator: "\n\n") + "\n"
      Attachment.record(stories, named: "stories.txt", sourceLocation: place)
    }
  }
#endif
