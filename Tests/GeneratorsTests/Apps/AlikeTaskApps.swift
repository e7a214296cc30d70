import Model

/// A page of two parts that fetch the same side by side, and go on differently.
struct PageOfAlikeParts: ViewModelApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var name: Int?
    var posts: Int?
  }
  enum Tap: Hashable, Sendable { case open }
  enum Parts: CaseIterable { case group, nestedTasks }

  var parts = Parts.group
  /// Whether the spinner stays where a part fails.
  var isStuck = false
  let initialState = State()
  let initialRows = 3

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting ? [] : [Interaction("opens the page", .tap(.open), .appears)]
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (model, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    let (parts, isStuck) = (parts, isStuck)
    @Sendable @MainActor func showName(in model: Store?) async throws {
      let user = try await gate(function: "user") { $0 }
      model?.set(\.name, user)
    }
    @Sendable @MainActor func showPosts(in model: Store?) async throws {
      let user = try await gate(function: "user") { $0 }
      model?.set(\.posts, try await gate(user, function: "posts") { $0 * 10 })
    }
    @Sendable func load(_ model: Store?) async throws {
      switch parts {
      case .group:
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await showName(in: model) }
          group.addTask { try await showPosts(in: model) }
          try await group.waitForAll()
        }
      case .nestedTasks:
        let name = Task { try await Task { try await showName(in: model) }.value }
        let posts = Task { try await Task { try await showPosts(in: model) }.value }
        for result in [await name.result, await posts.result] { try result.get() }
      }
    }
    model.handle = { _, model in
      model.set(\.load, .waiting)
      Task { [weak model] in
        do {
          try await load(model)
          model?.set(\.load, .success)
        } catch {
          if !isStuck { model?.set(\.load, .failure("\(error)")) }
        }
      }
    }
    return RunningApp(model)
  }
}
