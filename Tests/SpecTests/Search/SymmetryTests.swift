import Testing
@testable import Model
@testable import ReferenceProducts
@testable import Spec

/// Searches in which one state stands for all that exchanges of things make of it, beside searches
/// of all states.
@Suite struct SymmetryTests {
  private func explore<System: TransitionSystem>(
    _ system: System, _ properties: [Property<System>], isReduced: Bool = true
  ) -> Exploration<System> {
    var limits = Limits()
    limits.isReduced = isReduced
    return Explorer(system: system, properties: properties, limits: limits).run()
  }

  /// What both searches have to say alike.
  private func outcome<System: TransitionSystem>(_ found: Exploration<System>) -> [String] {
    found.verdicts.map { "\($0)" }
      + found.findings.map { "\($0.property): \($0.culprit) (\($0.path.labels.count))" }.sorted()
      + found.unconfirmed.map { "unconfirmed \($0.property)" } + found.audit.differences
      + ["depth \(found.statistics.depth)", found.reason.words]
  }

  @Test(arguments: [(1, 549, 549), (2, 7490, 14_868), (3, 67_534, 398_014)])
  func `one state stands for all in which animals have changed places`(
    animalCount: Int, stateCount: Int, allCount: Int
  ) {
    let system = AnimalsN(animalCount: animalCount, areAlike: true)
    let found = explore(system, [AnimalsN.nothingWaits])
    #expect(found.statistics.stateCount == stateCount)
    #expect(found.statistics.symmetricStateCount == allCount)
    #expect(found.findings.map(\.path.labels.count) == [6, 6])
    #expect(found.unconfirmed.isEmpty)
    #expect(found.audit.differences == [])
  }

  @Test func `drawn systems keep and break in fewer states what they do in all`() {
    var (reducedCount, words): (Int, Set<String>) = (0, [])
    for seed in UInt64(0)..<60 {
      let (system, properties) = (DrawnHerd(seed: seed), DrawnHerd.properties(Int(seed)))
      let all = explore(system, properties, isReduced: false)
      let fewer = explore(system, properties)
      #expect(outcome(fewer) == outcome(all), "\(seed)")
      #expect(fewer.statistics.symmetricStateCount == all.statistics.stateCount, "\(seed)")
      if fewer.statistics.stateCount < all.statistics.stateCount { reducedCount += 1 }
      words.formUnion(all.verdicts.map(\.word))
    }
    #expect(reducedCount > 20)
    #expect(words.isSuperset(of: ["holds", "violated", "vacuous"]), "\(words)")
  }

  @Test func `what is declared wrongly changes no verdict`() {
    var toldApartCount = 0
    for seed in UInt64(0)..<60 {
      let system = DrawnHerd(seed: seed, isBiased: true)
      let properties = DrawnHerd.properties(Int(seed))
      let (all, found) = (
        explore(system, properties, isReduced: false), explore(system, properties)
      )
      #expect(outcome(found) == outcome(all), "\(seed)")
      if found.statistics.stateCount == all.statistics.stateCount { toldApartCount += 1 }
    }
    #expect(toldApartCount > 20)
  }

  @Test(arguments: [DrawnHerd.naming, DrawnHerd.first])
  func `a clause that tells things apart is asked of all states`(property: Property<DrawnHerd>) {
    var brokenCount = 0
    for seed in UInt64(0)..<20 {
      let system = DrawnHerd(seed: seed)
      let all = explore(system, [property], isReduced: false)
      let found = explore(system, [property])
      #expect(outcome(found) == outcome(all), "\(seed)")
      if !all.findings.isEmpty {
        #expect(found.toldApart == "\(property.name) tells them apart", "\(seed)")
      }
      brokenCount += all.findings.count
    }
    #expect(brokenCount > 3)
  }

  // MARK: Declared by hand

  /// Two lamps; a label of each turns it on, where the other is off.
  private struct Lamps: ComponentSystem {
    struct State: Hashable, Sendable {
      var first = false
      var second = false
    }
    enum Label: Hashable, Sendable { case first, second }

    static var components: [Component<State>] { [Component(\.first), Component(\.second)] }
    var initialStates = [State()]
    let labels: [Label] = [.first, .second]
    let symmetries: [Symmetry<State, Label>]

    init(
      inStates: @escaping @Sendable (State, (Int) -> Int) -> State,
      inLabels: @escaping @Sendable (Label, (Int) -> Int) -> Label
    ) {
      symmetries = [Symmetry(of: [0, 1], inStates: inStates, inLabels: inLabels)]
    }

    func take(_ label: Label, in draft: inout Draft<State>) -> Bool {
      switch label {
      case .first: draft.first.toggle()
      case .second: draft.second.toggle()
      }
      return true
    }
  }

  private let bothOn = Property<Lamps>(
    "lamps.both", "Not both are on.", witness: "one is on",
    .invariant { state in
      if !state.first && !state.second { return .idle }
      return .require(!(state.first && state.second), culprit: "both", "both are on")
    })

  @Test func `components that would change places with each other are told apart`() {
    let lamps = Lamps { state, rename in
      rename(0) == 1 ? Lamps.State(first: state.second, second: state.first) : state
    } inLabels: { label, rename in
      rename(0) == 1 ? (label == .first ? .second : .first) : label
    }
    let found = explore(lamps, [bothOn])
    #expect(found.statistics.stateCount == 4)
    #expect(found.toldApart == "labels that change places are of other kinds or have other traits")
    #expect(found.findings.map(\.path.labels.count) == [2, 2])
  }

  @Test func `a renaming that is no exchange is not followed`() {
    let lost = Lamps { _, _ in
      Lamps.State(first: true, second: true)
    } inLabels: { label, _ in
      label
    }
    #expect(explore(lost, [bothOn]).statistics.stateCount == 4)
    let elsewhere = Lamps { state, _ in
      state
    } inLabels: { _, _ in
      .second
    }
    #expect(explore(elsewhere, [bothOn]).statistics.stateCount == 4)
  }

  /// Three clients line up, each once, while a number grows.
  private struct Line: ComponentSystem {
    struct State: Hashable, Sendable {
      var waiting: [Int] = []
      var number = 0
    }
    enum Label: Hashable, Sendable { case ask(Int), grow }

    static var components: [Component<State>] { [Component(\.waiting), Component(\.number)] }
    let initialStates = [State()]
    let labels: [Label] = [.ask(0), .ask(1), .ask(2), .grow]
    let symmetries: [Symmetry<State, Label>]

    /// - Parameters:
    ///   - growth: what an exchange adds to the number where it is not zero.
    ///   - shift: what it adds to the client of a label.
    init(growth: Int, shift: Int) {
      symmetries = [
        Symmetry(of: [0, 1, 2]) { state, rename in
          State(
            waiting: state.waiting.map(rename),
            number: state.number == 0 ? 0 : state.number + growth)
        } inLabels: { label, rename in
          if case .ask(let client) = label { .ask(rename(client) + shift) } else { label }
        }
      ]
    }

    func take(_ label: Label, in draft: inout Draft<State>) -> Bool {
      switch label {
      case .ask(let client):
        guard !draft.waiting.contains(client) else { return false }
        draft.append(client, to: \.waiting)
      case .grow:
        guard draft.number < 2 else { return false }
        draft.number += 1
      }
      return true
    }

    static let short = Property<Line>(
      "line.short", "Two wait at most.", witness: "a step",
      .step { step in .require(step.new.waiting.count < 3, culprit: "long", "three wait") })
  }

  @Test func `an exchange that leads to no label of the system is not followed`() {
    let system = Line(growth: 0, shift: 1)
    let found = explore(system, [Line.short])
    #expect(outcome(found) == outcome(explore(system, [Line.short], isReduced: false)))
    #expect(found.toldApart == "labels do not change places with each other")
  }

  @Test func `exchanges that lead to ever more values are not followed`() {
    let system = Line(growth: 1, shift: 0)
    let found = explore(system, [Line.short])
    #expect(outcome(found) == outcome(explore(system, [Line.short], isReduced: false)))
    #expect(
      found.toldApart == #"values of \State.number do not change places with each other"#)
  }

  /// Two come into a ring, where each can be hit; what the first one has is looked at before the
  /// second one comes, or is hit once the other one is gone.
  private struct Ring: ComponentSystem {
    struct State: Hashable, Sendable {
      var hits: [Int] = []
      var isOver = false
    }
    enum Label: Hashable, Sendable { case enter, look, hit(Int), leave }

    static var components: [Component<State>] { [Component(\.hits), Component(\.isOver)] }
    let initialStates = [State()]
    let labels: [Label] = [.enter, .look, .hit(0), .hit(1), .leave]
    let symmetries = [
      Symmetry<State, Label>(of: [0, 1]) { state, rename in
        if state.hits.count < 2 { return state }
        return State(hits: [state.hits[rename(0)], state.hits[rename(1)]])
      } inLabels: { label, rename in
        if case .hit(let side) = label { .hit(rename(side)) } else { label }
      }
    ]
    let looks: Bool

    func take(_ label: Label, in draft: inout Draft<State>) -> Bool {
      let count = draft[\.hits, \.count]
      switch label {
      case .enter:
        guard count < 2, !draft.isOver else { return false }
        draft.append(0, to: \.hits)
      case .look: return looks && count == 1 && draft[\.hits, \.[0]] == 0
      case .hit(let side):
        guard count == 2 || count == 1 && draft.isOver && side == 0 else { return false }
        guard draft[\.hits, \.[side]] < 2 else { return false }
        draft[\.hits, \.[side]] = 2
      case .leave:
        guard !looks, count == 2 else { return false }
        draft.removeFirst(from: \.hits)
        draft.isOver = true
      }
      return true
    }
  }

  @Test(arguments: [true, false])
  func `a part is asked for only where a step may ask for it`(looks: Bool) {
    let system = Ring(looks: looks)
    #expect(outcome(explore(system, [])) == outcome(explore(system, [], isReduced: false)))
  }

  /// The second of two never rests with what it holds.
  private struct Restless: ComponentSystem {
    struct State: Hashable, Sendable {
      var holder: Int?
    }

    static var components: [Component<State>] { [Component(\.holder)] }
    let initialStates = [State()]
    let labels = [0, 1]
    let symmetries = [
      Symmetry<State, Int>(of: [0, 1]) { state, rename in
        State(holder: state.holder.map(rename))
      } inLabels: { label, rename in
        rename(label)
      }
    ]
    typealias Label = Int

    func isSettled(_ state: Components<State>) -> Bool { state.holder != 1 }
    func take(_ label: Int, in draft: inout Draft<State>) -> Bool {
      guard draft.holder == nil else { return false }
      draft.holder = label
      return true
    }
  }

  @Test func `a clause about settled states is asked of no other`() {
    let property = Property<Restless>(
      "restless.first", "Only the first rests.", witness: "rest",
      .settled { state in
        precondition(state.holder != 1, "it is asked of settled states")
        return .holds
      })
    let found = explore(Restless(), [property])
    #expect(outcome(found) == outcome(explore(Restless(), [property], isReduced: false)))
    #expect(found.toldApart?.hasPrefix("whether all is settled is answered otherwise") == true)
  }

  @Test func `states that tell things apart at the start are all visited`() {
    var herd = Lamps { state, rename in
      rename(0) == 1 ? Lamps.State(first: !state.first, second: state.second) : state
    } inLabels: { label, _ in
      label
    }
    // Turning what on means around changes nothing but that.
    #expect(explore(herd, []).statistics.stateCount == 4)
    herd.initialStates = [Lamps.State(), Lamps.State(first: true)]
    #expect(explore(herd, []).statistics.stateCount == 4)
  }

  @Test func `more things than can be arranged are arranged as far as that goes`() {
    let group = ExchangeGroup(of: [9, 2])
    #expect(group.ways.count == 5040 || group.ways.count == 1440)
    #expect(Set(group.ways.map(\.count)).contains(0))
    #expect(ExchangeGroup(of: [3, 2]).ways.count == 12)
    #expect(ExchangeGroup(of: [1, 0]).exchanges.isEmpty)
  }
}
