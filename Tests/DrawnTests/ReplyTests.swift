import Model
import Testing

@testable import Spec

/// Clauses that look at parts of a state that the transition behind a step says nothing of.
@Suite struct ReplyTests {
  private func lengths(_ property: KioskProperty, _ system: KioskSystem) -> [String: Int] {
    let exploration = Explorer(system: system, properties: [property]).run(auditsAll: true)
    #expect(exploration.reason == .exhausted)
    #expect(exploration.unconfirmed.isEmpty)
    #expect(exploration.audit.differences == [])
    return Dictionary(
      uniqueKeysWithValues: exploration.findings.map { ($0.culprit, $0.path.labels.count) })
  }

  @Test func `a tap without effect while a reply is on its way is found`() throws {
    let property = KioskProperty(
      "tap.effect", "", witness: "",
      .step { step in
        guard step.traits.contains(.gesture), step.old.store == step.new.store else { return .idle }
        return .require(step.old.underWay.isEmpty, culprit: step.kind, "nothing happens")
      })
    let exploration = Explorer(system: try Kiosk().system(), properties: [property]).run()
    #expect(exploration.reason == .exhausted)
    #expect(exploration.verdicts == [.violated(findingCount: 1)])
    #expect(
      exploration.findings.map(\.path.labels) == [
        [.gesture(.ask(.fetch), window: nil), .deliver, .gesture(.ask(.fetch), window: nil)]
      ])
  }

  @Test func `a tap without effect while a request is in the mail is found`() throws {
    let property = KioskProperty(
      "tap.effect", "", witness: "",
      .step { step in
        guard step.traits.contains(.gesture), step.old.store == step.new.store else { return .idle }
        return .require(step.old.mail.isEmpty, culprit: "unheard", "nothing happens")
      })
    #expect(lengths(property, try Kiosk().system(mailMax: 2)) == ["unheard": 2])
    #expect(lengths(property, try Kiosk().system(mailMax: 1)) == [:])
  }

  @Test func `a clause that looks at four parts decides what one decides that looks at everything`()
    throws
  {
    @Sendable func judge(_ step: StepView<KioskSystem>) -> Judgement {
      guard let state = step.old.state, state.waiting.count == 1 else { return .idle }
      guard step.old.mail.isEmpty && step.old.underWay.count == 1 else { return .holds }
      return .require(step.new.database != 2, culprit: step.kind, "two")
    }
    let narrow = KioskProperty("narrow", "", witness: "", .step { judge($0) })
    let wide = KioskProperty(
      "wide", "", witness: "",
      .step { step in
        _ = (step.old.whole, step.new.whole, step.label, step.action)
        return judge(step)
      })
    let system = try Kiosk(gestures: [.ask(.fetch), .ask(.left), .poke]).system(
      .concurrent, mailMax: 2)
    let expected = lengths(wide, system)
    #expect(lengths(narrow, system) == expected)
    #expect(expected["perform fetch"] == 7)
    let graph = try #require(BruteForceGraph(system, stateCountMax: 10_000))
    #expect(BruteForce(graph, wide).lengths == expected)
  }

  @Test func `an invariant may look at the database in some states only`() throws {
    let property = KioskProperty(
      "database.small", "", witness: "",
      .invariant { view in
        guard view.underWay.isEmpty else { return .holds }
        return .require(view.database < 2, culprit: "two", "the database holds two")
      })
    // Twice: ask, deliver, perform, complete.
    let system = try Kiosk(gestures: [.ask(.fetch), .poke]).system()
    #expect(lengths(property, system) == ["two after complete fetch": 8])
  }

  @Test(arguments: [false, true])
  func `an observer may tell two gestures apart that dispatch one action`(_ hasWindows: Bool) throws
  {
    let appeared = Observer<KioskSystem, Bool>(initial: false) { step, memory in
      if step.action == .ask(.fetch) { memory.value = step.traits.contains(.appearing) }
    }
    let asked = Observer<KioskSystem, Bool>(initial: false) { step, memory in
      if step.action == .ask(.fetch) { memory.value = step.gesture == .ask(.fetch) }
    }
    func property(_ name: String, _ observer: Observer<KioskSystem, Bool>) -> KioskProperty {
      KioskProperty(
        name, "", witness: "",
        .step(remembering: observer) { step, before, _ in
          guard step.traits.contains(.delivery) else { return .idle }
          return .require(!before.value, culprit: name, "delivered")
        },
        .invariant(remembering: observer) { view, memory in
          .require(view.database < 2 || !memory.value, culprit: "two", "the database holds two")
        })
    }
    let kiosk = Kiosk(gestures: [.ask(.fetch), .appear])
    let system = try hasWindows ? kiosk.windows() : kiosk.system()
    let graph = try #require(BruteForceGraph(system, stateCountMax: 10_000))
    for property in [property("appeared", appeared), property("asked", asked)] {
      let found = lengths(property, system)
      #expect(found[property.name] == 2)
      #expect(found == BruteForce(graph, property).lengths)
      // The gesture that comes last counts, and the second operation makes it two.
      #expect(found["two after perform fetch"] == 7)
    }
  }
}
