import Testing
@testable import Generators
@testable import Model
@testable import ReferenceProducts
@testable import Spec

/// Systems whose states have components beside the same systems as lists of steps.
@Suite struct ComponentSystemTests {
  private func explore<System: TransitionSystem>(
    _ system: System, _ properties: [Property<System>] = [], auditsAll: Bool = true
  ) -> Exploration<System> {
    Explorer(system: system, properties: properties).run(auditsAll: auditsAll)
  }

  // MARK: Animals

  @Test(arguments: [(1, 549, 1426, 9), (2, 14_868, 42_665, 13)])
  func `so many animals have the states and steps of the list`(
    animalCount: Int, stateCount: Int, stepCount: Int, depth: Int
  ) {
    let found = explore(
      AnimalsN(animalCount: animalCount), [AnimalsN.nothingWaits], auditsAll: animalCount == 1)
    #expect(found.statistics.stateCount == stateCount)
    #expect(found.statistics.stepCount == stepCount)
    #expect(found.statistics.depth == depth)
    #expect(found.audit.differences == [])
    #expect(found.findings.map(\.path.labels.count) == [6, 6])
    let plain = Explorer(system: PlainAnimals(animalCount: animalCount), properties: []).run()
    #expect(plain.statistics.stateCount == stateCount)
    #expect(plain.statistics.stepCount == stepCount)
    #expect(plain.statistics.depth == depth)
  }

  @Test func `few answers serve for all states`() {
    let found = Explorer(system: AnimalsN(animalCount: 2), properties: []).run()
    #expect(found.statistics.transitionCache.missCount < 500)
    #expect(found.statistics.transitionCache.lookupCount > 250_000)
  }

  // MARK: Drawn systems

  /// Three numbers below four, and labels that look at some and write some, by chance.
  private struct Drawn: ComponentSystem {
    struct State: Hashable, Sendable {
      var pair: [Int: Int] = [0: 0, 1: 0]
      var line: [Int] = []
      var number = 0
    }

    /// If what is looked at is this, then that is done.
    enum Look: Hashable, Sendable { case entry(Int), count, first, number, line, sum }
    enum Change: Hashable, Sendable {
      case entry(Int, Int), append(Int), removeFirst, number(Int), add, clear
    }
    struct Label: Hashable, Sendable {
      var id: Int
      var looks: [Look]
      var threshold: Int
      var changes: [Change]
    }

    static var components: [Component<State>] {
      [Component(\.pair), Component(\.line), Component(\.number)]
    }
    let initialStates = [State()]
    let labels: [Label]

    init(seed: UInt64) {
      var source = RandomSource(seed: seed)
      func below(_ bound: Int) -> Int { Int(source.nextWord() % UInt64(bound)) }
      labels = (0..<6).map { id in
        let looks = (0..<below(4)).map { _ in
          [Look.entry(below(2)), .count, .first, .number, .line, .sum][below(6)]
        }
        let changes = (0...below(3)).map { _ in
          [
            Change.entry(below(2), below(4)), .append(below(3)), .removeFirst, .number(below(4)),
            .add, .clear,
          ][below(6)]
        }
        return Label(id: id, looks: looks, threshold: below(5), changes: changes)
      }
    }

    func take(_ label: Label, in draft: inout Draft<State>) -> Bool {
      var sum = 0
      for look in label.looks {
        switch look {
        case .entry(let key): sum += draft[\.pair, \.[key]] ?? 0
        case .count: sum += draft[\.line, \.count]
        case .first: sum += draft[\.line, \.first] ?? 0
        case .number: sum += draft.number
        case .line: sum += draft.line.reduce(0, +)
        case .sum: sum += draft.pair.values.reduce(0, +)
        }
        if sum > label.threshold { return false }
      }
      for change in label.changes {
        switch change {
        case .entry(let key, let value): draft[\.pair, \.[key]] = value
        case .append(let value): if draft[\.line, \.count] < 3 { draft.append(value, to: \.line) }
        case .removeFirst: if !draft[\.line, \.isEmpty] { draft.removeFirst(from: \.line) }
        case .number(let value): draft.number = value
        case .add: draft.number = (draft.number + draft[\.line, \.count]) % 4
        case .clear: draft.line = []
        }
      }
      return true
    }
  }

  /// The same as a list of steps: every label is asked anew in every state.
  private struct Listed: ExplicitSystem {
    typealias State = Drawn.State
    typealias Label = Drawn.Label
    let drawn: Drawn
    var initialStates: [State] { drawn.initialStates }

    func steps(from state: State) -> [Step<State, Label>] {
      drawn.labels.compactMap { label in successor(of: state, label).map { Step(label, to: $0) } }
    }

    private func successor(of old: State, _ label: Label) -> State? {
      var sum = 0
      for look in label.looks {
        switch look {
        case .entry(let key): sum += old.pair[key] ?? 0
        case .count: sum += old.line.count
        case .first: sum += old.line.first ?? 0
        case .number: sum += old.number
        case .line: sum += old.line.reduce(0, +)
        case .sum: sum += old.pair.values.reduce(0, +)
        }
        if sum > label.threshold { return nil }
      }
      var state = old
      for change in label.changes {
        switch change {
        case .entry(let key, let value): state.pair[key] = value
        case .append(let value): if state.line.count < 3 { state.line.append(value) }
        case .removeFirst: if !state.line.isEmpty { state.line.removeFirst() }
        case .number(let value): state.number = value
        case .add: state.number = (state.number + state.line.count) % 4
        case .clear: state.line = []
        }
      }
      return state
    }
  }

  @Test func `a drawn system has the states, steps and depth of its list`() {
    var stateCounts: Set<Int> = []
    for seed in UInt64(0)..<100 {
      let drawn = Drawn(seed: seed)
      let (found, listed) = (explore(drawn), explore(Listed(drawn: drawn)))
      #expect(found.statistics.stateCount == listed.statistics.stateCount, "\(seed)")
      #expect(found.statistics.stepCount == listed.statistics.stepCount, "\(seed)")
      #expect(found.statistics.depth == listed.statistics.depth, "\(seed)")
      #expect(found.statistics.terminalCount == listed.statistics.terminalCount, "\(seed)")
      #expect(found.audit.differences == [], "\(seed)")
      stateCounts.insert(found.statistics.stateCount)
    }
    #expect(stateCounts.count > 20)
  }

  private func properties<System: TransitionSystem>(
    _ bound: Int, _ look: @escaping @Sendable (System.View) -> (count: Int, number: Int)
  ) -> [Property<System>] {
    [
      Property(
        "test.state", "The sum is small.", witness: "a line",
        .invariant { state in
          let (count, number) = look(state)
          return count == 0
            ? .idle : .require(number + count <= bound + 2, culprit: "large", "large")
        }),
      Property(
        "test.step", "Nothing is set back.", witness: "a step",
        .step { .require(look($0.new).number >= look($0.old).number, culprit: $0.kind, "back") }),
    ]
  }

  @Test func `a drawn system keeps and breaks what its list does`() {
    var words: Set<String> = []
    for seed in UInt64(0)..<60 {
      let drawn = Drawn(seed: seed)
      let bound = Int(seed % 5)
      let found = explore(drawn, properties(bound) { ($0.line.count, $0.number) })
      let listed = explore(Listed(drawn: drawn), properties(bound) { ($0.line.count, $0.number) })
      #expect(found.verdicts == listed.verdicts, "\(seed)")
      #expect(found.findings.map(\.path.labels) == listed.findings.map(\.path.labels), "\(seed)")
      words.formUnion(found.verdicts.map(\.word))
    }
    #expect(words.isSuperset(of: ["holds", "violated", "vacuous"]), "\(words)")
  }
}
