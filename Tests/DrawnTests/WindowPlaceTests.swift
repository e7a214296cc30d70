import Model
import Testing

@testable import Spec

/// Clauses that look at the places of windows, and clauses that need not.
@Suite struct WindowPlaceTests {
  private func run(_ property: KioskProperty, _ system: KioskSystem) -> Exploration<KioskSystem> {
    let exploration = Explorer(system: system, properties: [property]).run(auditsAll: true)
    #expect(exploration.reason == .exhausted)
    #expect(exploration.unconfirmed.isEmpty)
    #expect(exploration.audit.differences == [])
    return exploration
  }

  private let byPlace = KioskProperty(
    "windows.alone", "", witness: "",
    .step { step in
      guard case .windowGesture(let gesture, let place) = step.label,
        gesture == .type || gesture == .clear
      else { return .idle }
      let (old, new) = (step.old.windows, step.new.windows)
      let isAlone = old.indices.allSatisfy { $0 == place || old[$0] == new[$0] }
      return .require(isAlone, culprit: "\(gesture)", "another window changed")
    })

  private let byChange = KioskProperty(
    "windows.alone", "", witness: "",
    .step { step in
      guard step.traits.contains(.gesture), step.gesture == nil else { return .idle }
      return .require(
        step.windowChanges.allSatisfy(\.isActing), culprit: step.kind, "another window changed")
    })

  @Test func `a clause about the place of a window has windows told apart, and is judged right`()
    throws
  {
    let system = try Kiosk().windows()
    let graph = try #require(BruteForceGraph(system, stateCountMax: 10_000))
    let exploration = run(byPlace, system)
    #expect(exploration.verdicts == [.holds])
    #expect(exploration.statistics.stateCount == graph.places.count)
    #expect(exploration.statistics.symmetricStateCount == graph.places.count)
  }

  @Test func `the same clause written with what changed leaves windows merged`() throws {
    let system = try Kiosk().windows()
    let graph = try #require(BruteForceGraph(system, stateCountMax: 10_000))
    let exploration = run(byChange, system)
    #expect(exploration.verdicts == [.holds])
    #expect(exploration.statistics.stateCount < graph.places.count)
    #expect(exploration.statistics.symmetricStateCount == graph.places.count)
  }

  @Test(arguments: [0, 1])
  func `a clause about one window and another is judged right`(_ place: Int) throws {
    let property = KioskProperty(
      "windows.order", "", witness: "",
      .invariant { view in
        let windows = view.windows
        return .require(
          windows[place].window.text <= windows[1 - place].window.text, culprit: "typed first",
          "text")
      })
    let exploration = run(property, try Kiosk().windows())
    #expect(exploration.verdicts == [.violated(findingCount: 2)])
    let (first, second) = (
      KioskSystem.Label.windowGesture(.type, window: 0),
      KioskSystem.Label.windowGesture(.type, window: 1)
    )
    let clear = KioskSystem.Label.windowGesture(.clear, window: 1 - place)
    let paths: [[KioskSystem.Label]] = [[first, second, clear], [place == 0 ? first : second]]
    #expect(exploration.findings.map(\.path.labels) == paths)
  }

  @Test func `a clause may look at places late`() throws {
    let property = KioskProperty(
      "windows.late", "", witness: "",
      .invariant { view in
        guard view.database == 1, view.isSettled else { return .idle }
        return .require(
          view.windows[0].window.text >= view.windows[1].window.text, culprit: "typed",
          "second alone")
      })
    let exploration = run(property, try Kiosk().windows())
    #expect(exploration.findings.map(\.path.labels.count).min() == 5)
    #expect(exploration.statistics.symmetricStateCount == exploration.statistics.stateCount)
  }

  @Test func `what a step does to windows comes in an order that no place decides`() throws {
    let property = KioskProperty(
      "windows.closed", "", witness: "",
      .step { step in
        guard step.traits.contains(.relaunch) else { return .idle }
        let texts = step.windowChanges.compactMap { $0.old?.window.text }
        return .require(texts == texts.sorted(), culprit: "order", "\(texts)")
      })
    let kiosk = Kiosk()
    let scope = try kiosk.windows().scope.with(relaunchesMax: 1)
    let system = KioskSystem(product: kiosk, scope: scope)
    let graph = try #require(BruteForceGraph(system, stateCountMax: 10_000))
    let expected = BruteForce(graph, property)
    #expect(expected.verdict == .holds)
    #expect(run(property, system).verdicts == [expected.verdict])
  }
}
