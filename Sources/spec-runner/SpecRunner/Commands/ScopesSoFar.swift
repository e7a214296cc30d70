import Spec

/// What is known while scopes are explored, several of them at once.
struct ScopesSoFar: Sendable {
  /// What is known of a scope that was begun.
  private struct Scope {
    /// What was found, what of it was told, and how far the search came.
    var found: [FindingName] = []
    var told: [CheckReport.Finding] = []
    var progress: SearchProgress?
    /// The report, once there is one; its findings may still be without their explanation.
    var report: CheckReport?
    /// What is told of the scope when it is done with.
    var checked: CheckedScope?
  }

  private var scopes: [Int: Scope] = [:]

  mutating func begin(_ place: Int) { scopes[place] = Scope() }
  mutating func find(_ names: [FindingName], in place: Int) { scopes[place]?.found = names }
  mutating func tell(_ finding: CheckReport.Finding, of place: Int) {
    scopes[place]?.told.append(finding)
  }
  mutating func come(_ progress: SearchProgress, in place: Int) {
    scopes[place]?.progress = progress
  }

  mutating func end(_ place: Int, _ report: CheckReport, _ checked: CheckedScope? = nil) {
    scopes[place]?.report = report
    scopes[place]?.checked = checked
  }

  /// The first scope whose search is under way: the one whose progress is shown.
  var firstUnderWay: Int? { scopes.filter { $0.value.report == nil }.keys.min() }
  /// How many scopes are done with.
  var endedCount: Int { scopes.count { $0.value.checked != nil } }

  /// Ends the scopes that are under way, each with what is known of it.
  mutating func endAll(
    of specifications: [any Checkable], only includes: (String) -> Bool, by reason: ExitReason
  ) {
    for (place, scope) in scopes where scope.checked == nil {
      let report =
        scope.report
        ?? specifications[place].unfinishedReport(
          only: includes, endedBy: reason, after: scope.progress, found: scope.found,
          told: scope.told)
      end(place, report, CheckedScope(report))
    }
  }

  /// The scopes that are done with, in their order.
  var ended: [(place: Int, report: CheckReport, checked: CheckedScope)] {
    scopes.sorted { $0.key < $1.key }.compactMap { place, scope in
      guard let report = scope.report, let checked = scope.checked else { return nil }
      return (place, report, checked)
    }
  }
}
