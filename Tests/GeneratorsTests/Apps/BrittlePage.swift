import Foundation
import Model

/// A page that keeps silent about a load that fails, and traps at a tap.
struct BrittlePage: TaskApp {
  enum Action: Hashable, Sendable { case open, loaded, failed, tap }
  var canBeTapped = true
  let initialState = LoadStatus?.none
  let initialRows = 0

  func interactions(in state: LoadStatus?) -> [Interaction<Action>] {
    if state != nil { return [] }
    return [Interaction("opens", .open)] + (canBeTapped ? [Interaction("taps", .tap)] : [])
  }
  func reduce(_ state: LoadStatus?, _ action: Action) throws -> LoadStatus? {
    switch action {
    case .open: .waiting
    case .loaded: .success
    case .failed: state
    // The planted trap: each command has to tell it.
    case .tap: fatalError("nothing can be tapped")
    }
  }
  func launch(
    _ launch: Launch<LoadStatus?, Action, Int>
  ) -> RunningApp<TaskStore<LoadStatus?, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      if action != .open { return }
      store.load(gate, { _ in .loaded }, { _ in .failed })
    }
    return RunningApp(store)
  }
  /// A process that began anew may not be ended by an alarm that the one before had set.
  func promises(of store: TaskStore<LoadStatus?, Action>) -> [LivePromise] {
    var timer = itimerval()
    getitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer)
    let complaint = timer.it_value.tv_sec > 0 ? "it ends in \(timer.it_value.tv_sec) s" : nil
    return [LivePromise("alarm", "No alarm ends the process.", broken: complaint)]
  }
}
