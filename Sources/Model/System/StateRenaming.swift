/// The exchanges of things that can change places, as they act on rows; and of all rows that they
/// lead to, the one that represents them.
///
/// It is not generic, so that a search runs at full speed for every system.
package final class StateRenaming {
  /// The least handle at a position among some arrangements, and those that lead there.
  private struct Choice: BitwiseCopyable {
    var handle: UInt32
    var arrangements: UInt32
  }

  let group: ExchangeGroup
  /// The words for each component.
  let components: [String]
  private let width: Int
  private let exchange: (_ number: Int, _ position: Int, _ handle: UInt32) -> UInt32
  /// What an exchange makes of each handle of a component: by exchange, then by position.
  private let handles: [[LargeArray<UInt32>]]
  /// What it makes of each label.
  private let labels: [[UInt32]]
  private let choices = LargeArray<Choice>()
  private let choiceNumbers = HandleTable()
  private let arrangements = Interner<[UInt32]>()
  /// Why things cannot change places after all; nil as long as nothing tells them apart.
  private(set) var objection: String?
  /// Takes the step of a label out of a row; nil where it is not enabled.
  var take: (_ label: UInt32, _ row: Row) -> RowStep? = { _, _ in nil }
  /// The label of a transition.
  package var label: (_ transition: UInt32) -> UInt32 = { $0 }

  /// - Parameters:
  ///   - components: the words for each component.
  ///   - labels: what each exchange makes of each label.
  ///   - exchange: gives what an exchange makes of a component's value.
  init(
    _ group: ExchangeGroup, components: [String], labels: [[UInt32]],
    exchange: @escaping (_ number: Int, _ position: Int, _ handle: UInt32) -> UInt32
  ) {
    self.group = group
    self.components = components
    let width = components.count
    self.width = width
    let areLabels = labels.allSatisfy { renamed in renamed.allSatisfy { $0 < renamed.count } }
    // Until the search begins again, those that would become no label stay as they are.
    self.labels = areLabels ? labels : labels.map { Array(0..<UInt32($0.count)) }
    self.exchange = exchange
    handles = group.exchanges.map { _ in (0..<width).map { _ in LargeArray() } }
    _ = arrangements.handle(of: group.ways.indices.map(UInt32.init))
    let all = 0..<UInt32(labels.first?.count ?? 0)
    if !areLabels || !leadBack(Array(all), exchange: self.label(_:by:)) {
      object("labels do not change places with each other")
    }
  }

  func object(_ words: String) { objection = objection ?? words }

  // MARK: Exchanges

  /// What an exchange makes of a label.
  func label(_ label: UInt32, by number: Int) -> UInt32 { labels[number][Int(label)] }

  /// What an exchange makes of a component's value.
  func handle(_ handle: UInt32, at position: Int, by number: Int) -> UInt32 {
    let known = handles[number][position]
    if handle >= known.count || known[Int(handle)] == absentHandle { admit(handle, at: position) }
    return handles[number][position][Int(handle)]
  }

  /// Takes up a value, and all that exchanges make of it: no more than there are arrangements.
  private func admit(_ handle: UInt32, at position: Int) {
    var orbit = [handle]
    var met: Set = [handle]
    var next = 0
    while next < orbit.count {
      for number in group.exchanges.indices {
        var (other, known) = (exchange(number, position, orbit[next]), handles[number][position])
        if orbit.count == group.ways.count && !met.contains(other) {
          objectToValues(at: position)
          other = orbit[next]
        }
        known.extend(to: Int(orbit[next]) + 1, with: absentHandle)
        known[Int(orbit[next])] = other
        if met.insert(other).inserted { orbit.append(other) }
      }
      next += 1
    }
    if !leadBack(orbit, exchange: { handles[$1][position][Int($0)] }) {
      objectToValues(at: position)
    }
  }

  private func objectToValues(at position: Int) {
    object("values of \(components[position]) do not change places with each other")
  }

  /// Whether exchanges of neighbours are those of a group of arrangements: each made twice, two
  /// that share nothing made twice in turns, and two that share a thing made three times in turns
  /// lead back (Coxeter 1935).
  private func leadBack(_ all: [UInt32], exchange: (UInt32, Int) -> UInt32) -> Bool {
    group.exchanges.indices.allSatisfy { first in
      (0...first).allSatisfy { second in
        let order = group.order(first, second)
        return all.allSatisfy { handle in
          (0..<order).reduce(handle) { other, _ in exchange(exchange(other, second), first) }
            == handle
        }
      }
    }
  }

  func row(_ row: Row, by number: Int) -> Row {
    var renamed = row
    for position in 0..<width {
      renamed[position] = handle(row[position], at: position, by: number)
    }
    return renamed
  }

  /// What every arrangement makes of something, the first of which leaves it as it is.
  private func arranged<Value>(_ value: Value, exchange: (Value, Int) -> Value) -> [Value] {
    var arranged = [value]
    for (parent, way) in zip(group.parents, group.ways).dropFirst() {
      arranged.append(exchange(arranged[parent], way[way.count - 1]))
    }
    return arranged
  }

  // MARK: Arrangements

  /// The rows that arrangements make of a row, each once, without the row itself.
  package func images(of row: Row) -> [Row] {
    if objection != nil { return [] }
    return Array(arranged(row, exchange: self.row(_:by:)).uniqued().dropFirst())
  }

  /// What other arrangements make of a step and where it starts.
  package func images(of step: RowStep, from row: Row) -> [(step: RowStep, from: Row)] {
    if objection != nil { return [] }
    let froms = arranged(row, exchange: self.row(_:by:))
    let targets = arranged(step.row, exchange: self.row(_:by:))
    let labels = arranged(label(step.transition), exchange: self.label(_:by:))
    var seen: Set<[UInt32]> = []
    return labels.indices.compactMap { place in
      let from = froms[place]
      guard seen.insert([labels[place]] + (0..<width).map { from[$0] }).inserted, place > 0 else {
        return nil
      }
      var image = take(labels[place], from)
      // What is remembered of the way stands after the state.
      for position in width..<Row.widthMax { image?.row[position] = step.row[position] }
      if image?.row != targets[place] || image?.traits != step.traits {
        object("a step leads elsewhere where things have changed places")
      }
      return image.map { ($0, from) }
    }
  }

  /// - Parameter position: that of a component, or their number for labels.
  private func choice(at position: Int, among arrangements: UInt32, _ handle: UInt32) -> Choice {
    let key = HandleTable.Key(UInt32(position), arrangements, handle)
    if let known = choiceNumbers.find(key) { return choices[Int(known)] }
    var (least, chosen): (UInt32, [UInt32]) = (absentHandle, [])
    let left = self.arrangements[arrangements]
    let exchange = { [self] (handle: UInt32, number: Int) in
      position == width ? label(handle, by: number) : self.handle(handle, at: position, by: number)
    }
    // Where many are left, each takes one exchange more than the one before it.
    let all = left.count * 4 > group.ways.count ? arranged(handle, exchange: exchange) : []
    for arrangement in left {
      let other =
        all.isEmpty
        ? group.ways[Int(arrangement)].reduce(handle, exchange) : all[Int(arrangement)]
      if other < least { (least, chosen) = (other, []) }
      if other == least { chosen.append(arrangement) }
    }
    choiceNumbers.insert(key, UInt32(choices.count))
    choices.append(Choice(handle: least, arrangements: self.arrangements.handle(of: chosen)))
    return choices[choices.count - 1]
  }

  /// The arrangements that lead from a row to the one that represents it.
  private func represent(_ row: inout Row) -> UInt32 {
    var arrangements: UInt32 = 0
    for position in 0..<width {
      let choice = choice(at: position, among: arrangements, row[position])
      row[position] = choice.handle
      arrangements = choice.arrangements
    }
    return arrangements
  }

  /// The row that represents all that arrangements make of a row.
  package func representative(of row: Row) -> Row {
    var row = row
    _ = represent(&row)
    return row
  }

  /// What is looked at of some states and a label, the same for all that arrangements make of them.
  ///
  /// - Parameter facets: which components are looked at of each state, as bits.
  package func reading(of states: [(row: Row, facets: UInt16)], label: UInt32?) -> [UInt32] {
    var (arrangements, reading): (UInt32, [UInt32]) = (0, [])
    func add(_ handle: UInt32, at position: Int) {
      let choice = choice(at: position, among: arrangements, handle)
      reading.append(choice.handle)
      arrangements = choice.arrangements
    }
    for (row, facets) in states {
      for position in 0..<width where facets >> UInt16(position) & 1 != 0 {
        add(row[position], at: position)
      }
      // What is remembered of the way knows nothing of arrangements.
      for position in width..<Row.widthMax { reading.append(row[position]) }
    }
    if let label { add(label, at: width) }
    return reading
  }

  /// How many rows arrangements make of a row.
  func count(of row: Row) -> Int {
    var row = row
    return group.ways.count / arrangements[represent(&row)].count
  }

  /// A label that is taken where a row is represented, as it is taken in the row itself.
  func label(_ label: UInt32, takenIn row: Row) -> UInt32 {
    var represented = row
    let way = group.ways[Int(arrangements[self.represent(&represented)][0])]
    return way.reversed().reduce(label) { self.label($0, by: $1) }
  }

  var memory: MemoryUse {
    handles.flatMap { $0.map(\.memory) }.sum + choices.memory + choiceNumbers.memory
      + arrangements.memory
  }
}
