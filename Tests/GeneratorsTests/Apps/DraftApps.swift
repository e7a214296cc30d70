import Model

/// Comments that are typed for an article and sent; the server takes no 'no'.
///
/// A draft goes when it was sent as it stands.
struct Comments: TaskApp {
  enum Defect { case clearsNewer, clearsRefused, clearsFailed }
  struct State: Hashable, Sendable {
    var articles = ["p"]
    var drafts: [String: String] = [:]
    var sends: [String: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable { case type(String), send, sent(String, isTaken: Bool), failed }

  var defect: Defect?
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    let draft = state.drafts["p"]
    return ["hi", "no"].filter { $0 != draft }.map { Interaction("types \($0)", .type($0)) }
      + (draft == nil || state.sends["p"] == .waiting ? [] : [Interaction("sends", .send)])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .type(let text): state.drafts["p"] = text
    case .send: state.sends["p"] = .waiting
    case .sent(let text, true):
      state.sends["p"] = .success
      if defect == .clearsNewer || state.drafts["p"] == text { state.drafts["p"] = nil }
    case .sent(_, false):
      state.sends["p"] = .failure("not taken")
      if defect == .clearsRefused { state.drafts["p"] = nil }
    case .failed:
      state.sends["p"] = .failure("not sent")
      if defect == .clearsFailed { state.drafts["p"] = nil }
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .send, let text = store.state.drafts["p"] else { return }
      store.request(
        { try await gate(text, function: "comment") { _ in text != "no" } },
        { .sent(text, isTaken: $0) }, { _ in .failed })
    }
    return RunningApp(store)
  }

  func drafts(in state: State) -> [String: String] { state.drafts }
}
