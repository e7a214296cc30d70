import Model
import Testing

@testable import Spec

/// Functions that give two answers to one question are told, whether the product's or the suite's.
@Suite struct ImpurityTests {
  // MARK: Products

  @Test func `a reducer that changes its answer after a thousand calls is found`() throws {
    var property = KioskProperty(
      "reducer.pure", "", witness: "",
      .step { .require(!$0.traits.contains(.impure), culprit: $0.kind, "two answers") })
    property.asksDispatchesAgain = true
    var kiosk = Kiosk(gestures: [.poke, .ask(.fetch)], pokeMax: 300)
    kiosk.impurity = .reducer
    kiosk.callMax = 1000
    let exploration = Explorer(system: try kiosk.system(), properties: [property]).run()
    #expect(exploration.reason == .exhausted)
    #expect(exploration.findings.map(\.culprit) == ["poke, asked later"])
    #expect(exploration.verdicts == [.violated(findingCount: 1)])
    var monitor = Monitor()
    monitor.mustEnd = { true }
    let ended = Explorer(system: try kiosk.system(), properties: [property]).run(monitor: monitor)
    #expect(ended.findings.isEmpty, "who must end asks nothing again")
  }

  @Test(arguments: [Kiosk.Impurity.listener, .database])
  func `a listener or a database that changes its answer is told by the audit`(
    _ impurity: Kiosk.Impurity
  ) throws {
    var kiosk = Kiosk(gestures: [.ask(.fetch), .poke])
    kiosk.impurity = impurity
    kiosk.callMax = 2
    let property = KioskProperty("any", "", witness: "", .invariant { _ in .holds })
    let exploration = Explorer(system: try kiosk.system(), properties: [property]).run(
      auditsAll: true)
    #expect(!exploration.audit.differences.isEmpty)
    var pure = kiosk
    pure.impurity = nil
    let other = Explorer(system: try pure.system(), properties: [property]).run(auditsAll: true)
    #expect(other.audit.differences == [])
  }

  // MARK: Clauses

  /// Ways to answer by the number of the call.
  enum Whim: CaseIterable, Sendable {
    case first, later, odd

    func isViolated(at call: Int) -> Bool {
      switch self {
      case .first: call <= 3
      case .later: call > 3
      case .odd: !call.isMultiple(of: 2)
      }
    }
  }

  private func isTold(_ clause: KioskProperty.Clause) throws -> Bool {
    let property = KioskProperty("whim", "", witness: "", clause)
    let system = try Kiosk(gestures: [.ask(.fetch), .poke], pokeMax: 4).system()
    let exploration = Explorer(system: system, properties: [property]).run(auditsAll: true)
    // A violation that a replay shows again is no silence either.
    return exploration.verdicts != [.holds]
      && (!exploration.unconfirmed.isEmpty || !exploration.audit.differences.isEmpty
        || !exploration.findings.isEmpty)
  }

  @Test(arguments: Whim.allCases)
  func `a clause that counts its calls is told`(_ whim: Whim) throws {
    let calls = (CallCount(), CallCount(), CallCount())
    #expect(
      try isTold(
        .invariant { view in
          _ = view.store
          return .require(!whim.isViolated(at: calls.0.next()), culprit: "whim", "")
        }))
    #expect(
      try isTold(
        .step { step in
          _ = step.old.store
          return .require(!whim.isViolated(at: calls.1.next()), culprit: "whim", "")
        }))
    #expect(
      try isTold(
        .settled { view in
          _ = view.state
          return .require(!whim.isViolated(at: calls.2.next()), culprit: "whim", "")
        }))
  }

  @Test(arguments: Whim.allCases)
  func `an observer that counts its calls is told`(_ whim: Whim) throws {
    let calls = CallCount()
    let observer = Observer<KioskSystem, Bool>(initial: false) { step, memory in
      guard let state = step.new.state else { return }
      memory.value = whim.isViolated(at: calls.next()) && state.pokeCount > 0
    }
    #expect(
      try isTold(.invariant(remembering: observer) { .require(!$1.value, culprit: "whim", "") }))
  }
}
