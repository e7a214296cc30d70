import Model

/// A job of the server that a page follows by asking again and again, also one that it finds.
struct FollowedJob: ViewModelApp {
  enum Job: Hashable, Sendable { case none, running, done }
  struct State: Hashable, Sendable {
    var page: LoadStatus?
    var job = Job.none
    var work: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open }
  /// Whether a failure ends the asking, and nothing else.
  var isStuck = false
  let initialState = State()
  let initialRows = Job.running
  func interactions(in state: State) -> [Interaction<Action>] {
    state.page == .waiting || state.work == .waiting
      ? [] : [Interaction("opens the page", .tap(.open), .appears)]
  }
  func launch(_ launch: Launch<State, Action, Job>) -> RunningApp<Store> {
    let (store, gate, isStuck) = (ViewModel<State, Tap>(launch), launch.gates, isStuck)
    store.handle = { _, store in
      store.set(\.page, .waiting)
      Task { [weak store] in
        do {
          let job = try await gate(function: "job") { $0 }
          let work: LoadStatus? = job == .running ? .waiting : nil
          store?.set(\.self, State(page: .success, job: job, work: work))
          if job != .running { return }
        } catch {
          store?.set(\.page, .failure("\(error)"))
          return
        }
        Task { [weak store] in
          do {
            while true {
              try await Task.sleep(for: .seconds(1))
              let job = try await gate(answers: [true, false], function: "progress") {
                if $1 { $0 = .done }
                return $0
              }
              if job == .running { continue }
              store?.set(\.self, State(page: .success, job: job, work: .success))
              return
            }
          } catch {
            if !isStuck { store?.set(\.work, .failure("\(error)")) }
          }
        }
      }
    }
    return RunningApp(store)
  }
  func showing(_ rows: Job) -> StoredRows<State>? { .rows(State(job: rows)) }
}
