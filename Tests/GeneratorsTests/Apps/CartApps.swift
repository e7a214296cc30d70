import Model

/// A cart that sends one change after the other, of two kinds, and counts those of one kind that
/// are not answered yet.
struct BusyCart: ViewModelApp {
  struct Rows: Hashable, Sendable { var (quantity, hasCoupon) = (1, false) }
  struct State: Hashable, Sendable {
    var quantity = 0
    var hasCoupon = false
    var pending = 0
    var chosen = 1
    var load: LoadStatus?
    var change: LoadStatus?
    var redeem: LoadStatus?
    var message: String?
  }
  enum Tap: Hashable, Sendable { case appear, plus, redeem, close }
  enum Mistake: Hashable, Sendable {
    /// An answer puts back what was chosen when it was asked for.
    case putsBack
    /// The first answer takes all that is pending for answered.
    case endsAll
  }

  /// Keeps the last task, behind which the next one waits.
  @MainActor final class Chain { var last: Task<Void, Never>? }

  var mistake: Mistake?
  let initialState = State()
  let initialRows = Rows()

  func showing(_ rows: Rows) -> StoredRows<State>? {
    .rows(State(quantity: rows.quantity, hasCoupon: rows.hasCoupon))
  }
  func stored(in state: State) -> State {
    State(quantity: state.quantity, hasCoupon: state.hasCoupon)
  }
  func statuses(of state: State) -> [AppSubject: Status]? {
    var statuses: [AppSubject: Status] = [:]
    statuses[AppSubject("load")] = state.load?.told
    statuses[AppSubject("redeem")] = state.redeem?.told
    statuses[AppSubject("change")] = state.pending > 0 ? .waiting : state.change?.told
    return statuses
  }
  func interactions(in state: State) -> [Interaction<Action>] {
    if state.message != nil { return [Interaction("closes the message", .tap(.close))] }
    let isBusy = state.load == .waiting || state.pending > 0 || state.redeem == .waiting
    let opening = isBusy ? [] : [Interaction("opens the cart", Action.tap(.appear), .appears)]
    if state.load != .success { return opening }
    return opening
      + (state.pending < 2 && state.quantity < 3
        ? [Interaction("taps +", .tap(.plus), .destroys)] : [])
      + (state.hasCoupon || state.redeem == .waiting
        ? [] : [Interaction("redeems the coupon", .tap(.redeem), .destroys)])
  }

  func launch(_ launch: Launch<State, Action, Rows>) -> RunningApp<Store> {
    let (store, gate, chain, mistake) = (Store(launch), launch.gates, Chain(), mistake)
    func request(
      _ status: WritableKeyPath<State, LoadStatus?> & Sendable, _ store: Store,
      _ function: String, ends: @escaping @MainActor (Store) -> Void = { _ in },
      _ body: @escaping @Sendable (inout Rows) -> Void
    ) {
      store.set(status, .waiting)
      let before = chain.last
      chain.last = Task { [weak store] in
        await before?.value
        guard let store else { return }
        do {
          let rows = try await gate(function: function) { rows in
            body(&rows)
            return rows
          }
          store.set(\.quantity, rows.quantity)
          store.set(\.hasCoupon, rows.hasCoupon)
          ends(store)
          store.set(status, .success)
        } catch {
          ends(store)
          store.set(status, .failure("\(error)"))
          if status == \.load { return }
          store.set(\.message, "\(error)")
          store.set(\.load, nil)
        }
      }
    }
    store.handle = { tap, store in
      switch tap {
      case .appear: request(\.load, store, "cart") { _ in }
      case .plus:
        store.set(\.pending, store.state.pending + 1)
        store.set(\.chosen, store.state.chosen + 2)
        let chosen = store.state.chosen
        request(
          \.change, store, "plus",
          ends: { store in
            store.set(\.pending, mistake == .endsAll ? 0 : max(0, store.state.pending - 1))
            if mistake == .putsBack { store.set(\.chosen, chosen) }
          }, { $0.quantity += 1 })
      case .redeem: request(\.redeem, store, "redeem") { $0.hasCoupon = true }
      case .close: store.set(\.message, nil)
      }
    }
    return RunningApp(store, keeping: chain)
  }
}
