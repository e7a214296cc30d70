import Model
import Testing

@testable import Spec

/// What windows do that goes by the order in which they were opened.
@Suite struct WindowOrderTests {
  /// Editors that are given ids as they open, in up to three windows.
  private struct Editors: Product {
    struct State: Hashable, Sendable {}
    enum Action: Hashable, Sendable { case none }
    struct Window: Hashable, Sendable {
      var id: Int?
      var openedCount = 0
    }
    enum WindowGesture: Hashable, Sendable { case open, close }

    /// Whether a new id is one more than the greatest one, and not that of the last window.
    let countsOn: Bool
    let initialState = State()

    func reduce(_ state: State, _ action: Action) throws -> State { state }
    func gestures(in state: State, values: NoValues) -> [Action] { [] }
    func initialWindow(in state: State) -> Window? { Window() }
    func mounts(in window: Window) -> [Mount<Editors>] { [] }
    func gestures(in window: Window, showing display: Display, values: NoValues)
      -> [WindowGesture]
    {
      window.id != nil ? [.close] : window.openedCount < 2 ? [.open] : []
    }
    func handle(_ gesture: WindowGesture, in window: inout Window, showing display: Display)
      -> Action?
    {
      window.id = gesture == .open ? -1 : nil
      if gesture == .open { window.openedCount += 1 }
      return nil
    }
    func assignIds(in window: inout Window, besides others: [Window], state: State) {
      guard window.id == -1 else { return }
      let ids = others.compactMap(\.id)
      window.id = 1 + ((countsOn ? ids.max() : ids.last) ?? 0)
    }
  }

  private static func explored(countsOn: Bool, isReduced: Bool) throws -> Exploration<
    RuntimeSystem<Editors>
  > {
    let scope = try Scope(
      name: "three", environment: .windows, windows: WindowBounds(countMax: 3), values: NoValues())
    let property = Property<RuntimeSystem<Editors>>(
      "ids.once", "No two windows have one id.", witness: "two windows have ids",
      .invariant { view in
        let ids = view.unorderedWindows.compactMap(\.window.id)
        if ids.count < 2 { return .idle }
        return .require(Set(ids).count == ids.count, culprit: "twice", "\(ids)")
      })
    var limits = Limits()
    limits.isReduced = isReduced
    return Explorer(
      system: RuntimeSystem(product: Editors(countsOn: countsOn), scope: scope),
      properties: [property], limits: limits
    ).run()
  }

  @Test func `windows are told apart where new ids go by their order`() throws {
    let found = try Self.explored(countsOn: false, isReduced: true)
    let unreduced = try Self.explored(countsOn: false, isReduced: false)
    #expect(found.findings.map(\.path.labels.count) == [3])
    #expect(found.statistics.stateCount == unreduced.statistics.stateCount)
  }

  @Test func `windows stand for each other where new ids do not go by their order`() throws {
    let found = try Self.explored(countsOn: true, isReduced: true)
    let unreduced = try Self.explored(countsOn: true, isReduced: false)
    #expect(found.verdicts == [.holds] && unreduced.verdicts == [.holds])
    #expect(found.statistics.stateCount < unreduced.statistics.stateCount)
  }
}
