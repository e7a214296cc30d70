import Model

@testable import Spec

/// A way of looking that is drawn: what is looked at next depends on what was seen before.
struct DrawnProgram<Seen>: Sendable {
  private let looks: [Look<Seen>]
  private let seed: UInt64
  private let countMax: Int
  /// Into how many branches what is seen leads.
  private let branchCount: UInt64

  init(of looks: [Look<Seen>], _ source: inout DrawnSource) {
    self.looks = (0..<2 + source.below(5)).map { _ in source.pick(looks) }
    seed = source.word()
    countMax = 1 + source.below(6)
    branchCount = UInt64(1 + source.below(3))
  }

  /// The names of what may be looked at.
  var names: String { looks.map(\.name).joined(separator: ", ") }

  /// A digest of what is seen.
  func word(_ seen: Seen) -> UInt64 {
    var (branch, word) = (seed, seed)
    for _ in 0..<countMax {
      let found = looks[Int(branch % UInt64(looks.count))].read(seen)
      word = ContentDigest.join(word, found)
      branch = ContentDigest.join(branch, found % branchCount)
      if branch & 7 == 0 { break }
    }
    return word
  }
}

/// A judgement that is drawn: a function of what a program saw.
struct DrawnJudge<Seen>: Sendable {
  let program: DrawnProgram<Seen>
  private let idleShare: UInt64
  private let violatedShare: UInt64
  private let culprits: [String]

  init(of looks: [Look<Seen>], _ source: inout DrawnSource) {
    program = DrawnProgram(of: looks, &source)
    idleShare = source.pick([0, 100, 500, 900, 1000])
    violatedShare = source.pick([0, 3, 10, 30, 100, 400])
    culprits = Array(["early", "late", "twice"].prefix(2 + source.below(2)))
  }

  func judgement(_ seen: Seen) -> Judgement {
    let word = program.word(seen)
    let share = word % 1000
    if share >= 1000 - violatedShare {
      let first = culprits[Int(word >> 10 % UInt64(culprits.count))]
      let violations = [first, culprits[0]].prefix(1 + Int(word >> 20 & 1)).map { culprit in
        Violation(culprit: culprit, subject: word >> 30 & 1 == 0 ? "" : "one", detail: "drawn")
      }
      return .violated(Array(violations))
    }
    return share < idleShare ? .idle : .holds
  }
}

/// Makes properties of a product, some of them with observers that several share.
struct DrawnProperties<P: Product> {
  typealias System = RuntimeSystem<P>

  private let looks: Looks<P>
  private var source: DrawnSource
  private var observers: [Observer<System, Int>] = []
  /// What each property may look at, in words, by its name.
  private(set) var words: [String: String] = [:]

  init(_ looks: Looks<P>, _ source: DrawnSource) {
    self.looks = looks
    self.source = source
    observers = (0..<5).map { _ in makeObserver() }
  }

  private mutating func makeObserver() -> Observer<System, Int> {
    let program = DrawnProgram(of: looks.ofObservers, &source)
    let (share, valueCount) = (UInt64(1 + source.below(9)), 2 + UInt64(source.below(2)))
    return Observer(initial: 0) { step, memory in
      let seen = SeenStep(step: step, before: { memory.value }, after: { 0 })
      let word = program.word(seen)
      if word % 10 < share { memory.value = Int(word >> 8 % valueCount) }
    }
  }

  mutating func make(_ number: Int) -> Property<System> {
    let name = "drawn.\(number)"
    var property = Property<System>(name, "", witness: "", makeClause(of: name))
    if source.chance(25) { property = property.adding(makeClause(of: name)) }
    return property
  }

  private mutating func makeClause(of name: String) -> Property<System>.Clause {
    let form = source.below(8)
    switch form {
    case 0...2:
      let judge = DrawnJudge(of: looks.ofSteps.filter { !$0.remembers }, &source)
      words[name, default: ""] += " step: \(judge.program.names)"
      return .step { judge.judgement(SeenStep(step: $0, before: { 0 }, after: { 0 })) }
    case 3:
      let judge = DrawnJudge(of: looks.ofSteps, &source)
      let observer = source.pick(observers)
      words[name, default: ""] += " remembering step: \(judge.program.names)"
      return .step(remembering: observer) { step, before, after in
        judge.judgement(SeenStep(step: step, before: { before.value }, after: { after.value }))
      }
    case 4: return makePossible(of: name)
    default: return makeStateClause(of: name, isSettledOnly: form == 5)
    }
  }

  private mutating func makePossible(of name: String) -> Property<System>.Clause {
    let program = DrawnProgram(of: looks.ofStates.filter { !$0.remembers }, &source)
    words[name, default: ""] += " possible: \(program.names)"
    let share = UInt64(source.pick([20, 200, 600]))
    let avoided: StepTraits = source.pick([
      [], .fault, [.fault, .relaunch], .gesture, .destructive,
    ])
    return .possible(avoiding: avoided) { view in
      program.word(SeenState(view: view, memory: { 0 })) % 1000 < share
    }
  }

  private mutating func makeStateClause(
    of name: String, isSettledOnly: Bool
  ) -> Property<System>.Clause {
    let isRemembering = source.chance(40)
    let judge = DrawnJudge(of: looks.ofStates.filter { isRemembering || !$0.remembers }, &source)
    words[name, default: ""] +=
      " \(isRemembering ? "remembering " : "")\(isSettledOnly ? "settled" : "invariant"): "
      + judge.program.names
    guard isRemembering else {
      let function: @Sendable (RuntimeView<P>) -> Judgement = {
        judge.judgement(SeenState(view: $0, memory: { 0 }))
      }
      return isSettledOnly ? .settled(function) : .invariant(function)
    }
    let observer = source.pick(observers)
    let function: @Sendable (RuntimeView<P>, Remembered<Int>) -> Judgement = { view, memory in
      judge.judgement(SeenState(view: view, memory: { memory.value }))
    }
    return isSettledOnly
      ? .settled(remembering: observer, function) : .invariant(remembering: observer, function)
  }
}

extension Look {
  /// Whether it is about what an observer remembers.
  fileprivate var remembers: Bool { ["memory", "before", "after"].contains(name) }
}
