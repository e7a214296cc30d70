/// The expansion of a system whose states have components: one handle a component.
final class ComponentExpansion<System: ComponentSystem>: Expander, RowExpander {
  private let system: System
  private let store: ComponentStore<System.State>
  private let labels: WrittenLabels<System>
  private let likeness = LikenessWatch()
  private let digests = ComponentDigests()
  /// The labels in the order of their content.
  private let order: [UInt32]
  private let remembered: ComponentSteps
  /// What exchanges of things make of rows; nil where every state represents itself.
  private(set) var renaming: StateRenaming?
  private var proof: RenamingProof?

  /// - Parameters:
  ///   - ordered: the labels in the order of their content, where it is known.
  ///   - isReduced: whether states that only exchanges tell apart are represented by one.
  init(_ system: System, ordered: [System.Label] = [], isReduced: Bool = false) {
    self.system = system
    let components = System.components
    store = ComponentStore(
      Array(components.prefix(Self.componentCountMax)), prototype: system.initialStates.first,
      meter: contents, likeness: likeness)
    labels = WrittenLabels(system, meter: contents, likeness: likeness)
    let isOrdered = ordered.count == system.labels.count && Set(ordered) == Set(system.labels)
    let handles = (isOrdered ? ordered : system.labels).map(labels.handle(of:))
    order = isOrdered ? handles : handles.sorted { [labels] in labels.precedes($0, $1) }
    remembered = ComponentSteps(
      order: order, traits: Set(handles).sorted().map(labels.traits(of:)), store.functions)
    var listed: Set<UInt32> = []
    if let twice = handles.first(where: { !listed.insert($0).inserted }) {
      store.complain("it lists the label \(ContentTree(labels[twice]).line) twice; list each once")
    }
    // Where the order is known they were compared.
    if !isOrdered {
      for (one, other) in zip(order, order.dropFirst()) { labels.compare(one, other) }
    }
    if let complaint = labels.complaint { store.complain(complaint) }
    if components.count > Self.componentCountMax {
      store.complain(
        "it lists \(components.count) components, and \(Self.componentCountMax) are the most; "
          + "put some of them together in a structure")
    }
    if let complaint = Component.complaint(about: components) { store.complain(complaint) }
    if isReduced && store.complaint == nil { makeRenaming(labels: handles) }
  }

  // MARK: Exchanges

  private func makeRenaming(labels listed: [UInt32]) {
    let symmetries = system.symmetries
    let group = ExchangeGroup(of: symmetries.map(\.count))
    if group.exchanges.isEmpty { return }
    let renaming = StateRenaming(
      group, components: store.tables.map { $0.path.words },
      labels: group.exchanges.map { renamed(listed, by: $0, of: symmetries) }
    ) { [unowned self] number, position, handle in
      let exchange = group.exchanges[number]
      return store.handle(renamed: handle, at: position) {
        symmetries[exchange.symmetry].exchangeInState($0, exchange.first, exchange.second)
      }
    }
    renaming.label = { [unowned self] in labelHandle(of: $0) }
    renaming.take = { [unowned self] label, row in
      let leaf = leaf(of: label, row)
      if leaf == ComponentSteps.disabled { return nil }
      let target = remembered.successor(of: row, by: leaf)
      return RowStep(row: target, transition: leaf, traits: labels.traits(of: label))
    }
    self.renaming = renaming
    proof = RenamingProof(
      renaming, remembered,
      words: { [unowned self] in
        $0 == remembered.settling ? "whether all is settled" : ContentTree(labels[$0]).line
      }, learn: { [unowned self] in leaf(of: $0, $1) })
    for state in system.initialStates {
      let row = row(of: state)
      if !renaming.images(of: row).isEmpty {
        renaming.object("an initial state tells things apart")
      }
    }
    for number in group.exchanges.indices where renaming.objection == nil {
      if !listed.allSatisfy({ areAlike($0, renaming.label($0, by: number)) }) {
        renaming.object("labels that change places are of other kinds or have other traits")
      }
    }
  }

  /// What an exchange makes of each label, by handle; absent where that is no label of the system.
  private func renamed(
    _ listed: [UInt32], by exchange: ExchangeGroup.Exchange,
    of symmetries: [Symmetry<System.State, System.Label>]
  ) -> [UInt32] {
    let symmetry = symmetries[exchange.symmetry]
    return Set(listed).sorted().map { handle in
      let other = labels.handle(
        of: symmetry.exchangeInLabel(labels[handle], exchange.first, exchange.second))
      return other < listed.count ? other : absentHandle
    }
  }

  private func areAlike(_ label: UInt32, _ other: UInt32) -> Bool {
    labels.kind(of: label) == labels.kind(of: other)
      && labels.traits(of: label) == labels.traits(of: other)
  }

  /// What a label leads to in a state: worked out where it is not known.
  private func leaf(of label: UInt32, _ row: Row) -> UInt32 {
    if label == remembered.settling { return isSettled(row) ? 1 : 0 }
    let known = remembered.leaf(of: label, row)
    return known == absentHandle ? learn(label, row) : known
  }

  var isReduced: Bool { renaming != nil }
  func symmetricCount(of row: Row) -> Int { renaming?.count(of: row) ?? 1 }

  /// Why states that exchanges make of each other have to be told apart.
  var objection: String? {
    proof?.compare()
    return renaming?.objection
  }

  func labels(along transitions: [UInt32], from row: Row) -> [System.Label] {
    guard let renaming else { return transitions.map(label(of:)) }
    var row = row
    return transitions.map { transition in
      let taken = renaming.label(labelHandle(of: transition), takenIn: row)
      row = remembered.successor(of: row, by: leaf(of: taken, row))
      return labels[taken]
    }
  }

  /// One place of a row is left for what properties remember.
  private static var componentCountMax: Int { Row.widthMax - 1 }

  var rows: any RowExpander { self }
  var width: Int { store.tables.count }

  func row(of state: System.State) -> Row { store.row(of: state) }
  func state(of row: Row) -> System.State { ComponentReading(store, row).wholeState() }

  func view(
    of row: Row, at moment: Moment, recording recorder: ReadRecorder?
  ) -> Components<System.State> {
    Components(reading: ComponentReading(store, row, at: moment, recorder: recorder))
  }

  func label(of transition: UInt32) -> System.Label { labels[labelHandle(of: transition)] }
  func kind(of transition: UInt32) -> String { labels.kind(of: labelHandle(of: transition)) }
  func labelHandle(of transition: UInt32) -> UInt32 { remembered[transition].label }
  func makeFresh() -> any Expander<System> {
    ComponentExpansion(system, ordered: order.map { labels[$0] })
  }

  // MARK: Steps

  func expand(_ row: Row, into steps: inout StepBuffer, selecting selection: StepSelection) {
    remembered.expand(row, into: &steps, selecting: selection) { learn($0, row) }
    proof?.compare()
    if let complaint = store.complaint ?? likeness.complaint { steps.complaint = complaint }
  }

  /// Asks the system what a label does in a state, and remembers it for what it looked at.
  private func learn(_ label: UInt32, _ row: Row) -> UInt32 {
    let reading = ComponentReading(store, row)
    var draft = Draft(reading: reading)
    let isEnabled = system.take(labels[label], in: &draft)
    let leaf =
      isEnabled
      ? remembered.add(
        ComponentSteps.Leaf(label: label, wholes: reading.wholes), changes: reading.changes)
      : ComponentSteps.disabled
    confirm(remembered.put(leaf, label: label, after: reading.reads))
    proof?.note(label, row)
    return leaf
  }

  private func confirm(_ agrees: Bool) {
    if agrees { return }
    store.complain(
      "it was shown the same and looked at something else; let it answer by what it is shown")
  }

  func isSettled(_ row: Row) -> Bool {
    if let known = remembered.isSettled(row) { return known }
    let reading = ComponentReading(store, row)
    let answer = system.isSettled(Components(reading: reading))
    confirm(remembered.put(isSettled: answer, after: reading.reads))
    proof?.note(remembered.settling, row)
    return answer
  }

  func turnToTwins(_ reordering: inout Reordering) { store.turnToTwins(&reordering) }

  func review(shouldStop: () -> Bool) -> SystemReview {
    (store.complaint ?? likeness.lastComplaint).map(SystemReview.worthless) ?? .stands
  }

  /// What was looked at whole, and what is written whatever was there.
  func decided(by transition: UInt32) -> Reads {
    let leaf = remembered[transition]
    var reads = Reads()
    reads.before = leaf.wholes
    reads.after = leaf.wholes | leaf.fixed
    reads.changed = ~leaf.changed & (1 << UInt16(width) - 1) | leaf.wholes
    reads.action = true
    reads.transition = true
    return reads
  }

  var hasFewTransitions: Bool { true }

  func cost(of transition: UInt32, from row: Row) -> StepCost {
    labels.cost(of: labelHandle(of: transition), isSettled: isSettled(row))
  }

  // MARK: What is told of components

  func facets(of row: Row) -> FacetValues { FacetValues(lowHalf: row.words, highHalf: .zero) }
  func sources(of facet: Facet) -> [Int] { [facet.number] }
  /// The label's handle: every label is an agent of its own.
  func agent(of transition: UInt32) -> UInt32 { labelHandle(of: transition) }
  func digest(ofComponent position: Int, handle: UInt32) -> UInt64 {
    digests.digest(ofComponent: position, handle: handle) {
      ContentDigest.digest(of: store.tables[position].value(handle))
    }
  }
  func largestCollection(ofComponent position: Int, handle: UInt32) -> LargePart? {
    LargePart.collection(
      in: store.tables[position].value(handle), named: store.tables[position].path.words)
  }
  var cacheStatistics: CacheStatistics { remembered.statistics }
  var memory: MemoryUse {
    [store.memory, labels.memory, remembered.memory, contents.memory].sum
      + (renaming?.memory ?? MemoryUse(0))
  }
  let contents = ContentMeter()
  var growingParts: [LargePart] {
    store.tables.compactMap {
      $0.interned.growingPart(named: $0.path.words, tellsNumbers: true)
    }
  }
}
