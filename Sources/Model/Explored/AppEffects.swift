import Synchronization

/// What elements lead to by themselves, as an app shows that is launched for each and given nothing else.
///
/// It says when something that was dispatched need not be remembered any more: a search that remembers too
/// long only sees more situations. Where it forgets too soon, the comparison of ways finds it.
final class AppEffects<A: App>: Sendable {
  private struct Effect {
    var calls: [GateCall] = []
    var isSilent = true
  }

  private let app: A
  private let scope: Scope<Nothing>
  private let known = Mutex<[AppElement<A>: Effect]>([:])

  init(_ app: A, _ scope: Scope<Nothing>) { (self.app, self.scope) = (app, scope) }

  /// The calls that wait once an element was dispatched.
  func calls(of element: AppElement<A>) -> [GateCall] { effect(of: element).calls }

  /// Whether nothing at all follows.
  func isSilent(_ element: AppElement<A>) -> Bool { effect(of: element).isSilent }

  private func effect(of element: AppElement<A>) -> Effect {
    if let known = known.withLock({ $0[element] }) { return known }
    let effect = (try? LiveScheduler()).map { look(at: element, on: $0) } ?? Effect(isSilent: false)
    known.withLock { $0[element] = effect }
    return effect
  }

  private func look(at element: AppElement<A>, on scheduler: LiveScheduler) -> Effect {
    let (app, gates) = (app, AppGates<A>(scheduler.strays))
    let launch = gates.launch(app, in: element.old)
    var launched: Launched<A.Store>? = scheduler.runOnMainActor { app.launch(launch) }
    _ = scheduler.settleAwake(ranCountMax: 10_000)
    _ = gates.takeNews()
    let sleeperCount = scheduler.sleeperCount
    if let store = launched?.store {
      scheduler.runOnMainActor { try? app.dispatch(element.action, to: store) }
    }
    _ = scheduler.settleAwake(ranCountMax: 10_000)
    let news = gates.takeNews()
    let isSilent =
      news.opened.isEmpty && news.dispatched.count <= 1 && scheduler.sleeperCount == sleeperCount
    scheduler.own {
      gates.close()
      launched = nil
    }
    _ = scheduler.settle(ranCountMax: 10_000)
    return Effect(calls: news.opened, isSilent: isSilent)
  }
}
