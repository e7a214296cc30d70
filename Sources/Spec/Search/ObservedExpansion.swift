import Model

/// The expansion of a system whose states carry what observers remember: one more handle a row.
///
/// Observers are asked once for each distinct reading. Most transitions leave every memory alone,
/// whatever it is; those cost one look a step.
final class ObservedExpansion<System: TransitionSystem>: Expander, RowExpander {
  private typealias Effect = MemoryEffect

  private let inner: any Expander<System>
  private let innerRows: any RowExpander
  private let observers: [AnyObserver<System>]
  private let recorder = ReadRecorder()
  private let view: StepView<System>
  private let values = Interner<Output>(of: "remembered values")
  private let likeness = LikenessWatch()
  private let digests = ComponentDigests()
  /// What all observers remember, by the handle in the row; once more in a line, to be read
  /// quickly.
  private let memories = Interner<[UInt32]>()
  private let line = LargeArray<UInt32>()
  private let initial: UInt32
  private let observerCount: Int
  /// How many observers have a facet of their own.
  private let facetCount: Int
  /// The facets that show what observers remember, as bits.
  private var observerFacets: UInt16 = 0
  /// The place of the memories in the row.
  let slot: Int
  private var answers: StepAnswerCache
  private let effects = LargeArray<UInt8>()
  /// What becomes of memories under an effect: the effect of many transitions, or that of one.
  private let successors = HandleTable()
  /// What becomes of memories when an observer writes a value.
  private let written = HandleTable()
  /// What depends on looks ahead.
  @exclusivity(unchecked) private var lastPeek: UInt32 = 0
  /// Memories of nothing, to write into.
  private let blank: UInt32
  /// What transitions write that always write the same: blank memories with what was written.
  private let writings = Interner<UInt32>()
  /// Whether an observer tells states apart that one of them stands for.
  private(set) var tellsApart = false
  /// What skipped loops would write: they may be skipped where it is remembered already.
  private var writtenByLoops: Set<UInt32> = []
  /// Whether that is so, by the handle of what is remembered: 1 for yes, 0 for no, as far as it is
  /// known.
  private let quiet = LargeArray<UInt8>()

  init(_ inner: any Expander<System>, observers: [AnyObserver<System>]) {
    self.inner = inner
    innerRows = inner.rows
    self.observers = observers
    for interned in [values, memories] as [any InternedValues] {
      interned.meter = inner.rows.contents
    }
    values.likeness = likeness
    values.keepsTwins = true
    view = StepView(expander: inner, recorder: recorder)
    slot = inner.rows.width
    observerCount = observers.count
    facetCount = min(observers.count, FacetValues.scalarCount - Facet.observerStart)
    answers = StepAnswerCache(askerCount: observers.count, sharesGroups: false)
    let first = observers.map { [values] in values.handle(of: $0.initial) }
    initial = memories.handle(of: first)
    let nothing = Array(repeating: absentHandle, count: observers.count)
    blank = memories.handle(of: nothing)
    for value in first + nothing { line.append(value) }
    for number in 0..<observerCount { observerFacets |= facet(ofObserver: number).bit }
  }

  /// What is remembered once an observer wrote a value.
  private func memory(_ memory: UInt32, withValue value: UInt32, of observer: Int) -> UInt32 {
    let key = HandleTable.Key(memory, UInt32(observer), value)
    if let known = written.find(key) { return known }
    var remembered = memories[memory]
    remembered[observer] = value
    let after = memories.handle(of: remembered)
    if line.count < memories.count * observerCount {
      for value in remembered { line.append(value) }
    }
    written.insert(key, after)
    return after
  }

  // MARK: States

  var rows: any RowExpander { self }
  var width: Int { slot + 1 }
  var stateWidth: Int { slot }

  func row(of state: System.State) -> Row {
    var row = inner.row(of: state)
    row[slot] = initial
    return row
  }

  func state(of row: Row) -> System.State { inner.state(of: row) }
  func label(of transition: UInt32) -> System.Label { inner.label(of: transition) }
  func labels(along transitions: [UInt32], from row: Row) -> [System.Label] {
    inner.labels(along: transitions, from: row)
  }
  func kind(of transition: UInt32) -> String { inner.kind(of: transition) }
  func makeFresh() -> any Expander<System> {
    ObservedExpansion(inner.makeFresh(), observers: observers)
  }

  func view(of row: Row, at moment: Moment, recording recorder: ReadRecorder?) -> System.View {
    inner.view(of: row, at: moment, recording: recorder)
  }

  /// What an observer remembers in a row; takes down that it was asked for.
  func memory(
    of observer: AnyObserver<System>, in row: Row, at moment: Moment,
    recording recorder: ReadRecorder?
  ) -> Output {
    guard let number = observers.firstIndex(where: { $0 === observer }) else {
      misuse("an observer is asked for that is carried by no state: make the expansion with it")
    }
    recorder?.record(facet(ofObserver: number), at: moment)
    return values[memories[row[slot]][number]]
  }

  /// The facet that shows what an observer remembers: its own, or, where there are too many, that
  /// of all.
  private func facet(ofObserver number: Int) -> Facet {
    let facet = Facet.observerStart + number
    return Facet(number: facet < FacetValues.scalarCount ? facet : slot)
  }

  // MARK: Steps

  func expand(_ row: Row, into steps: inout StepBuffer, selecting selection: StepSelection) {
    let start = steps.count
    let maySkip = selection.skippable != nil && isQuiet(row[slot])
    innerRows.expand(row, into: &steps, selecting: maySkip ? selection : .all)
    let (before, slot, effects) = (row[slot], slot, effects)
    bringNear(steps, from: start, before)
    for number in start..<steps.count {
      let transition = Int(steps.steps[number].transition)
      let isIdle = transition < effects.count && effects.start[transition] == Effect.none
      steps.steps[number].row[slot] =
        isIdle ? before : memories(after: steps.steps[number], from: row)
    }
    if let complaint = likeness.complaint { steps.complaint = complaint }
  }

  /// Looks at the places of what becomes of a memory, so that steps wait for memory together.
  private func bringNear(_ steps: StepBuffer, from start: Int, _ memory: UInt32) {
    for number in start..<steps.count {
      let transition = steps.steps[number].transition
      if Int(transition) >= effects.count { continue }
      guard let key = key(of: memory, underEffectOf: transition) else { continue }
      lastPeek &+= successors.peek(key)
    }
  }

  /// What is remembered after a step.
  private func memories(after step: RowStep, from row: Row) -> UInt32 {
    let transition = Int(step.transition)
    effects.extend(to: transition + 1, with: Effect.unknown)
    if let known = successor(of: row[slot], underEffectOf: step.transition) { return known }
    let (after, effect) = observe(step, from: row)
    // An effect that turned out to depend on more stays so.
    effects[transition] = Effect.joined(effects[transition], effect)
    if let key = key(of: row[slot], underEffectOf: step.transition), successors.find(key) == nil {
      successors.insert(key, after)
    }
    return after
  }

  private func successor(of memory: UInt32, underEffectOf transition: UInt32) -> UInt32? {
    key(of: memory, underEffectOf: transition).flatMap(successors.find)
  }

  /// Where it is remembered what a transition makes of memories; nil where that depends on more.
  private func key(of memory: UInt32, underEffectOf transition: UInt32) -> HandleTable.Key? {
    let effect = effects[Int(transition)]
    if effect == Effect.rewriting { return HandleTable.Key(transition, memory, UInt32(effect)) }
    return Effect.written(by: effect) == nil ? nil : HandleTable.Key(0, memory, UInt32(effect))
  }

  /// Asks the observers, or what is remembered of their answers.
  private func observe(_ step: RowStep, from row: Row) -> (after: UInt32, effect: UInt8) {
    var bare = step
    bare.row[slot] = row[slot]
    let kind = answers.kind(of: step, innerRows)
    if answers.isSilent(kind: kind) { return (row[slot], Effect.none) }
    var question = StepAnswerCache.Question(bare, from: row)
    let decided = innerRows.decided(by: step.transition)
    var effect = Effect.none
    var (after, writing) = (row[slot], blank)
    for number in 0..<observers.count {
      // Askers that share no group have groups in their order.
      let (answer, _) = answers.answer(
        ofGroup: number, kind: kind, to: &question, self, join: { $1 }
      ) { _ in
        let (written, reads) = ask(number, bare, from: row)
        compare(written, reads, of: number, bare, from: row)
        return (written.map { $0 + 1 } ?? 0, reads)
      }
      let reads = answers.reads(ofGroup: number, kind: kind)
      effect = max(
        effect, self.effect(of: answer, reads: reads, decided: decided, observer: number))
      if answer == 0 { continue }
      after = memory(after, withValue: answer - 1, of: number)
      if effect == Effect.writing { writing = memory(writing, withValue: answer - 1, of: number) }
    }
    if effect == Effect.writing { effect = Effect.writing(writings.handle(of: writing)) }
    return (after, effect)
  }

  private func effect(of answer: UInt32, reads: Reads, decided: Reads, observer: Int) -> UInt8 {
    var rest = reads
    let own = facet(ofObserver: observer).bit
    rest.before &= ~own
    guard rest.isSubset(of: decided) else { return Effect.open }
    if reads.before & own != 0 { return Effect.rewriting }
    return answer == 0 ? Effect.none : Effect.writing
  }

  private func ask(_ number: Int, _ step: RowStep, from row: Row) -> (
    written: UInt32?, reads: Reads
  ) {
    recorder.reads = Reads()
    view.show(step, from: row)
    let written = observers[number].observe(view) { [self] in
      memory(of: observers[number], in: row, at: .before, recording: recorder)
    }
    if recorder.reads.places { tellsApart = true }
    if recorder.reads.before & facet(ofObserver: number).bit != 0,
      !values.isIntact(memories[row[slot]][number])
    {
      likeness.complain(ofChanged: "remembered values")
    }
    return (written.map(values.handle), recorder.reads)
  }

  /// Compares what an observer writes with what it writes where things that are alike are
  /// exchanged.
  private func compare(
    _ written: UInt32?, _ reads: Reads, of number: Int, _ step: RowStep, from row: Row
  ) {
    guard let renaming, !tellsApart else { return }
    tellsApart = renaming.images(of: step, from: row).contains { image in
      let other = ask(number, image.step, from: image.from)
      return other.written != written || !other.reads.isSubset(of: reads)
    }
  }

  /// The places of the observers that, asked anew, make of a step something else than what was
  /// remembered.
  func differing(_ step: RowStep, from row: Row) -> [Int] {
    var bare = step
    bare.row[slot] = row[slot]
    let (before, after) = (memories[row[slot]], memories[step.row[slot]])
    return observers.indices.filter { number in
      (ask(number, bare, from: row).written ?? before[number]) != after[number]
    }
  }

  // MARK: Loops

  /// Whether skipped loops would write nothing that is not remembered already.
  private func isQuiet(_ memory: UInt32) -> Bool {
    if Int(memory) < quiet.count && quiet[Int(memory)] != .max { return quiet[Int(memory)] == 1 }
    let remembered = memories[memory]
    let answer = writtenByLoops.allSatisfy { written in
      zip(memories[written], remembered).allSatisfy { $0 == absentHandle || $0 == $1 }
    }
    quiet.extend(to: Int(memory) + 1, with: .max)
    quiet[Int(memory)] = answer ? 1 : 0
    return answer
  }

  /// Yes where the observers write the same whatever they remember; then it is skipped only where
  /// that is remembered already.
  func mayBeSkipped(loop transition: UInt32) -> Bool {
    guard innerRows.mayBeSkipped(loop: transition), Int(transition) < effects.count else {
      return false
    }
    if effects[Int(transition)] == Effect.none { return true }
    guard let written = Effect.written(by: effects[Int(transition)]) else { return false }
    if writtenByLoops.insert(writings[written]).inserted { quiet.removeAll() }
    return true
  }

  // MARK: The rest is the system's

  func foresee(_ rows: UnsafeBufferPointer<Row>) { innerRows.foresee(rows) }
  func isSettled(_ row: Row) -> Bool { innerRows.isSettled(row) }
  func labelHandle(of transition: UInt32) -> UInt32 { innerRows.labelHandle(of: transition) }
  func cost(of transition: UInt32, from row: Row) -> StepCost {
    innerRows.cost(of: transition, from: row)
  }
  func agent(of transition: UInt32) -> UInt32 { innerRows.agent(of: transition) }
  func actionHandle(of transition: UInt32) -> UInt32 { innerRows.actionHandle(of: transition) }
  func namesPlace(of transition: UInt32) -> Bool { innerRows.namesPlace(of: transition) }
  func circumstance(of row: Row) -> UInt32 { innerRows.circumstance(of: row) }
  func words(ofCircumstance handle: UInt32) -> String { innerRows.words(ofCircumstance: handle) }
  func symmetricCount(of row: Row) -> Int { innerRows.symmetricCount(of: row) }
  var isReduced: Bool { innerRows.isReduced }
  var renaming: StateRenaming? { innerRows.renaming }
  var objection: String? { innerRows.objection }
  var hasFewTransitions: Bool { innerRows.hasFewTransitions }
  var isAnsweredByRunningCode: Bool { innerRows.isAnsweredByRunningCode }
  func dispatchesThatDiffer(
    askedMax: Int, shouldStop: () -> Bool
  ) -> [(action: UInt32, state: UInt32)] {
    innerRows.dispatchesThatDiffer(askedMax: askedMax, shouldStop: shouldStop)
  }
  func turnToTwins(_ reordering: inout Reordering) {
    values.turnToTwins(&reordering)
    innerRows.turnToTwins(&reordering)
  }
  func review(shouldStop: () -> Bool) -> SystemReview {
    likeness.lastComplaint.map(SystemReview.worthless) ?? innerRows.review(shouldStop: shouldStop)
  }
  var cacheStatistics: CacheStatistics { innerRows.cacheStatistics }

  /// What the system decides, and that the memories stay, where they do.
  func decided(by transition: UInt32) -> Reads {
    var reads = innerRows.decided(by: transition)
    // The system knows nothing of what is remembered, whichever facet shows it.
    reads.before &= ~observerFacets
    reads.after &= ~observerFacets
    reads.changed &= ~observerFacets
    if Int(transition) < effects.count && effects[Int(transition)] == Effect.none {
      reads.changed |= observerFacets
    }
    return reads
  }

  func digest(ofComponent position: Int, handle: UInt32) -> UInt64 {
    if position != slot { return innerRows.digest(ofComponent: position, handle: handle) }
    return digests.digest(ofComponent: position, handle: handle) {
      ContentDigest.digest(of: memories[handle].map { values[$0].value })
    }
  }

  func facets(of row: Row) -> FacetValues {
    var facets = innerRows.facets(of: row)
    add(row, to: &facets)
    return facets
  }

  func facets(of rows: UnsafeBufferPointer<Row>, into facets: UnsafeMutablePointer<FacetValues>) {
    innerRows.facets(of: rows, into: facets)
    for number in rows.indices { add(rows[number], to: &facets[number]) }
  }

  private func add(_ row: Row, to facets: inout FacetValues) {
    facets[slot] = row[slot]
    let start = line.start + Int(row[slot]) * observerCount
    for number in 0..<facetCount {
      facets[Facet.observerStart + number] = start[number]
    }
  }

  func sources(of facet: Facet) -> [Int] {
    facet.number >= Facet.observerStart || facet.number == slot
      ? [slot] : innerRows.sources(of: facet)
  }

  var memory: MemoryUse {
    innerRows.memory + values.memory + memories.memory + written.memory + writings.memory
      + answers.memory + successors.memory + effects.memory + line.memory + quiet.memory
  }

  func largestCollection(ofComponent position: Int, handle: UInt32) -> LargePart? {
    position == slot ? nil : innerRows.largestCollection(ofComponent: position, handle: handle)
  }

  var contents: ContentMeter { innerRows.contents }
  var growingParts: [LargePart] {
    innerRows.growingParts
      + [values.growingPart(named: "what a property remembers", tellsNumbers: false)]
      .compactMap(\.self)
  }
  func reach(asksReducer: Bool, taken: (UInt32) -> Bool, shouldStop: () -> Bool) -> Reach? {
    innerRows.reach(asksReducer: asksReducer, taken: taken, shouldStop: shouldStop)
  }
}

extension TransitionSystem {
  /// The means to compute steps of states that carry what the observers of properties remember.
  ///
  /// - Parameter isReduced: whether states that are alike may stand for each other.
  package func makeExpansion(
    judging properties: [Property<Self>], isReduced: Bool = false
  ) -> any Expander<Self> {
    let expander = makeExpansion(isReduced: isReduced)
    let observers = properties.observers()
    return observers.isEmpty ? expander : ObservedExpansion(expander, observers: observers)
  }
}
