import Generators
import Model
import Spec
import Testing

/// Traces of running apps, taken again where nothing is known of them.
@Suite struct ReplayedAppTests {
  @Test func `what an app keeps besides its store is found again by another process`() throws {
    let scope = try Scope.app(faultsMax: 0, relaunchesMax: 0)
    let report = try AppKindTests.report(VersionedArticle(), within: scope)
    #expect(report.reason == .exhausted)
    #expect(report.findings.contains { $0.property == "memory.durable" })
    for finding in report.findings {
      let anew = AppKindTests.specification(VersionedArticle(), within: scope)
      #expect(try anew.grade(finding.trace).grade == .reproduces, "\(finding.property)")
    }
  }

  /// The page that is opened a third time is lost; that a page was opened is seen by nothing.
  @Test func `a path that comes through what looks alike again and again is taken as it was`()
    throws
  {
    let report = try AppKindTests.report(ForgetfulHome())
    #expect(report.reason == .exhausted)
    let finding = try #require(report.findings.first { $0.property == "queue.consistent" })
    let anew = AppKindTests.specification(ForgetfulHome(), within: try .app())
    #expect(try anew.grade(finding.trace).grade == .reproduces)
    #expect(try anew.grade(finding.trace.with { _ = $0.labels?.popLast() }).grade != .reproduces)
  }
}

/// An article that is asked for with the version of the last answer, and that the app forgets as it
/// is left.
private struct VersionedArticle: TaskApp {
  struct Article: Hashable, Sendable { var (version, text) = (1, "text") }
  struct State: Hashable, Sendable {
    var isOpen = false
    var page: LoadStatus?
    var text: String?
  }
  enum Action: Hashable, Sendable { case open, leave, loaded(String?), failed(String) }

  /// The version that the app has, besides its store.
  @MainActor final class Client { var version: Int? }

  let initialState = State()
  let initialRows = Article()

  func interactions(in state: State) -> [Interaction<Action>] {
    if !state.isOpen { return [Interaction("opens the article", .open, .appears)] }
    return [Interaction("leaves", .leave)]
      + (state.page == .waiting ? [] : [Interaction("pulls", .open, .appears)])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: (state.isOpen, state.page) = (true, .waiting)
    case .leave: state = State()
    case .loaded(let text): (state.page, state.text) = (.success, text ?? state.text)
    case .failed(let why): state.page = .failure(why)
    }
    return state
  }

  func launch(
    _ launch: Launch<State, Action, Article>
  ) -> RunningApp<TaskStore<State, Action>> {
    let (store, client, gate) = (TaskStore(launch), Client(), launch.gates)
    store.handle = { _, action, store in
      guard action == .open else { return }
      let known = client.version
      store.request(
        { try await gate(known, function: "article") { $0.version == known ? nil : $0 } },
        { (article: Article?) in
          client.version = article?.version ?? client.version
          return .loaded(article?.text)
        }, { .failed($0) })
    }
    return RunningApp(store, keeping: client)
  }

  func showing(_ rows: Article) -> StoredRows<State>? { .rows(State(text: rows.text)) }
  func stored(in state: State) -> State { State(text: state.text) }
}

/// A home with pages, one of which is kept once it was there; of the others, the client knows which
/// were there, and loses the next one after both.
private struct ForgetfulHome: TaskApp {
  struct State: Hashable, Sendable {
    var page: String?
    var load: LoadStatus?
  }
  enum Action: Hashable, Sendable { case open(String), leave, loaded, lost, failed(String) }

  @MainActor final class Client { var met: Set<String> = [] }

  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting { return [] }
    if state.page != nil { return [Interaction("leaves", .leave)] }
    return ["news", "help", "shop"].map { Interaction("opens \($0)", .open($0), .appears) }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open(let page): state = State(page: page, load: .waiting)
    case .leave: state = State()
    case .loaded: state.load = .success
    case .lost: break
    case .failed(let why): state.load = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, client, gate) = (TaskStore(launch), Client(), launch.gates)
    store.handle = { _, action, store in
      guard case .open(let page) = action else { return }
      if page == "help" && client.met.contains(page) {
        try? store.dispatch(.loaded)
        return
      }
      store.request(
        { try await gate(page, function: "page") { _ in } },
        {
          let isLost = client.met.isSuperset(of: ["news", "shop"])
          client.met.insert(page)
          return isLost ? .lost : .loaded
        }, { .failed($0) })
    }
    return RunningApp(store, keeping: client)
  }
}
