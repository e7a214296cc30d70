import Model

/// Shops nearby, behind a permission: who denies it is told so, and sees no shops.
struct PermittedShops: ViewModelApp {
  struct State: Hashable, Sendable {
    var shops: [String] = []
    /// Why there are none.
    var note: String?
    var load: LoadStatus?
  }
  struct Rows: Hashable, Sendable {
    var isPermitted = true
    let shops = ["Kiosk"]
  }
  enum Tap: Hashable, Sendable { case load }
  enum Fault: Hashable, Sendable { case comparesAll, dropsShops }

  var fault: Fault?
  /// Whether the load has failed where the permission is denied, or is over.
  var failsWhereDenied = true
  let initialState = State()
  let initialRows = Rows()

  /// Of rows that are never shown nothing is promised.
  func showing(_ rows: Rows) -> StoredRows<State>? {
    !rows.isPermitted && fault != .comparesAll ? nil : .rows(State(shops: rows.shops))
  }
  func stored(in state: State) -> State { State(shops: state.shops) }

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting ? [] : [Interaction("taps Near me", .tap(.load))]
  }

  func launch(_ launch: Launch<State, Action, Rows>) -> RunningApp<Store> {
    let (model, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    let (failsWhereDenied, fault) = (failsWhereDenied, fault)
    model.handle = { _, model in
      model.set(\.load, .waiting)
      Task { [weak model] in
        do {
          let isPermitted = try await gate(answers: [true, false], function: "ask") {
            rows, answer in
            rows.isPermitted = answer
            return answer
          }
          if !isPermitted {
            model?.set(\.shops, [])
            model?.set(\.note, "Location is off")
            model?.set(\.load, failsWhereDenied ? .failure("denied") : .success)
            return
          }
          let shops = try await gate(function: "shops") { $0.shops }
          model?.set(\.shops, fault == .dropsShops && model?.state.shops == shops ? [] : shops)
          model?.set(\.load, .success)
        } catch { model?.set(\.load, .failure("\(error)")) }
      }
    }
    return RunningApp(model)
  }
}
