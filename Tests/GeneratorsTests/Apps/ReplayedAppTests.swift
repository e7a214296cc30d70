import Model
import Spec
import Testing

@testable import Generators

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
