/// A running app as a system: the app itself takes every step, whatever its listeners and tasks do.
///
/// A state is what can be seen of the app at rest. To take a step out of it, the app is launched anew and
/// led there by the labels of the way on which it was met first. VeriSoft and CHESS replay like this; here
/// the states that were met are remembered, too.
package struct ExploredApp<A: App>: ExplicitSystem, ComplainingSystem {
  package typealias State = AppSituation<A>
  package typealias Label = AppLabel

  private let app: A
  private let scope: Scope<Nothing>
  private let ways: AppWays<A>

  /// - Throws: `LiveUnavailable` where the platform lacks the hooks.
  package init(_ app: A, _ scope: Scope<Nothing>) throws(LiveUnavailable) {
    (self.app, self.scope) = (app, scope)
    ways = try AppWays(app, scope)
  }

  package var initialStates: [AppSituation<A>] { [ways.start] }

  package func steps(from state: AppSituation<A>) -> [Step<AppSituation<A>, AppLabel>] {
    ways.successors(of: state).map { Step($0.label, to: $0.situation) }
  }

  package func isSettled(_ state: AppSituation<A>) -> Bool { state.isIdle && state.elements.isEmpty }

  package func traits(of label: AppLabel) -> StepTraits {
    switch label {
    case .deed: .gesture
    case .carryOut: .performance
    case .fail: [.performance, .fault]
    case .reply: .completion
    case .wake: .outside
    case .kill: .relaunch
    }
  }

  package func kind(of label: AppLabel) -> String {
    switch label {
    case .deed(let words): words
    case .carryOut(let name, _): "perform \(name.phrase)"
    case .fail(let name, let fault, _): "fault \(fault.rawValue) \(name.phrase)"
    case .reply(let name): "complete \(name.phrase)"
    case .wake: "time passes"
    case .kill: "relaunch"
    }
  }

  /// Why nothing that was found is worth anything; nil where nothing is hidden, as far as was looked.
  package var complaint: String? { ways.complaint }
  /// How many ways were compared that lead to one situation.
  package var comparedCount: Int { ways.comparedCount }
}
