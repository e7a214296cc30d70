import Generators
import Testing

/// What is left of names that the package had before.
@Suite struct FormerNameTests {
  /// An app that says nowhere what people can do.
  private struct Silent: TaskApp {
    enum Action: Hashable, Sendable { case tap }

    let initialState = 0
    let initialRows = 0

    func reduce(_ state: Int, _ action: Action) throws -> Int { state }
    func launch(_ launch: Launch<Int, Action, Int>) -> RunningApp<TaskStore<Int, Action>> {
      RunningApp(TaskStore(launch))
    }
  }

  @Test func `an app that does not list what people can do says so at once`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Silent().interactions(in: 0)
    }
    let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      told.contains("Silent does not list what people can do: write interactions(in:)"), "\(told)")
  }
}
