import Testing

@testable import Model

/// Words that hold several numbers hold all that their types can say, and keep them apart.
@Suite struct LayoutTests {
  @Test(arguments: [0, 1, 3, 4, 5, 64])
  func `as many transitions are remembered for a key as were told when it was asked for`(count: Int)
  {
    let budgets = Budgets.Layout(faultsMax: 1, relaunchesMax: 0, additionsMax: 0)
    let cache = TransitionCache(mailMax: 1, isSerial: true, isRemote: false, budgets: budgets)
    let table = HandleTable()
    var askedCount = 0
    for _ in 0..<3 {
      let places = cache.run(of: HandleTable.Key(1, 2), in: table) {
        askedCount += 1
        return (0..<count).map { Transition(kind: .perform, payload: UInt32($0)) }
      }
      #expect(places.map { cache.transitions[Int($0)].payload } == (0..<UInt32(count)).map { $0 })
    }
    #expect(askedCount == 1)
  }

  @Test func `labels of different kinds, faults and payloads have different words`() {
    let labels = LabelWord()
    let faults: [Fault?] = [nil] + Fault.allCases
    let payloads = [0, 1, 2, 31, 32, 1 << 20, labels.payloadMax - 1, labels.payloadMax]
    var words: Set<UInt32> = []
    for kind in Transition.Kind.allCases {
      for fault in faults {
        for payload in payloads { words.insert(labels.word(kind, fault, payload: payload)) }
      }
    }
    #expect(words.count == Transition.Kind.allCases.count * faults.count * payloads.count)
    #expect(Set(Fault.allCases.map(\.place)).count == Fault.allCases.count)
    #expect(
      Transition.Kind.allCases.map { Int($0.rawValue) } == Array(0..<Transition.Kind.allCases.count)
    )
  }

  @Test func `a component decides itself and what is derived from it alone`() {
    let facets: [(bits: UInt16, facets: [Facet])] = [
      (FacetBits.ofStore, [.store, .statuses, .contents]),
      (FacetBits.ofDatabase, [.database, .rows]),
      (FacetBits.mail, [.mail]), (FacetBits.underWay, [.underWay]), (FacetBits.windows, [.windows]),
      (FacetBits.pending, [.pending]),
    ]
    for (bits, facets) in facets { #expect(facets.reduce(0) { $0 | $1.bit } == bits) }
    // One of each derived facet, and the pending subjects after them.
    #expect(Facet.pending.number == Row.widthMax + Facet.sources.count)
    #expect(Facet.observerStart == Facet.pending.number + 1)
    #expect(Facet.observerStart <= FacetValues.scalarCount)
    #expect(Slot.outliving + 1 < Row.widthMax, "what properties remember needs a word of its own")
  }

  @Test func `budgets keep their numbers apart up to the most that a scope may have`() throws {
    let layout = Budgets.Layout(
      faultsMax: 255, relaunchesMax: 255, additionsMax: 4095, occurrencesMax: 15)
    for faults in [0, 1, 255] {
      for relaunches in [0, 1, 255] {
        for additions in [0, 1, 4095] {
          for occurrences in [0, 1, 15] {
            let budgets = Budgets(
              faultsLeft: faults, relaunchesLeft: relaunches, additionsLeft: additions,
              occurrencesLeft: occurrences)
            #expect(layout.budgets(of: layout.word(of: budgets)) == budgets)
          }
        }
      }
    }
    #expect(throws: ScopeError.self) {
      try Budgets.Layout.require(roomFor: [255, 255, 0x7fff, 15])
    }
    #expect(layout.taking(.max, from: layout.word(of: layout.budgets(of: .max))) >> 20 == 0)
  }
}
