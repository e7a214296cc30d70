/// Shows that exchanges of things change nothing but who is who, or finds what tells them apart.
///
/// A step is decided by what its label looks at: functions of components. So it is enough that each
/// label, in a state after an exchange, looks at the like in the same order and changes the like;
/// and that each function, of a value after an exchange, says the like of what it said before. All
/// labels and functions are compared as soon as they are asked for the first time, and so are those
/// that they are compared with: what is known of a state is known of all its arrangements.
final class RenamingProof {
  /// A function, and the one that says the like after an exchange.
  private struct Pair: Hashable {
    var function: UInt32
    var other: UInt32
    var exchange: Int
    /// Whether what it says is the component's next value, which is exchanged, too.
    var isChange: Bool
  }

  private let renaming: StateRenaming
  private let steps: ComponentSteps
  private let words: (_ label: UInt32) -> String
  /// Works out the leaf of a label in a row, where it is not known.
  private let learn: (_ label: UInt32, _ row: Row) -> UInt32
  private var pairs: [UInt32: Set<Pair>] = [:]
  private var answers: [Pair: [UInt32: UInt32]] = [:]
  /// What was asked and not compared yet.
  private var functions: [(function: UInt32, handle: UInt32)] = []
  private var labels: [(label: UInt32, row: Row)] = []

  /// - Parameters:
  ///   - words: the words for a label, or for the root of what decides whether states are settled.
  ///   - learn: gives the leaf of a label in a row.
  init(
    _ renaming: StateRenaming, _ steps: ComponentSteps, words: @escaping (UInt32) -> String,
    learn: @escaping (UInt32, Row) -> UInt32
  ) {
    self.renaming = renaming
    self.steps = steps
    self.words = words
    self.learn = learn
    steps.functions.note = { [unowned self] in functions.append(($0, $1)) }
  }

  /// Takes down that a label was asked about in a row.
  func note(_ label: UInt32, _ row: Row) { labels.append((label, row)) }

  /// Compares all that was asked, and what that asks.
  ///
  /// A function may end the program where no label asks it, as one of an element that is not there.
  /// So all is compared in the order in which it was asked: what a label looked at before told it
  /// that it may ask.
  func compare() {
    var (labelCount, functionCount) = (0, 0)
    while renaming.objection == nil {
      if labelCount < labels.count {
        let (label, row) = labels[labelCount]
        labelCount += 1
        for number in renaming.group.exchanges.indices { compare(label, row, by: number) }
      } else if functionCount < functions.count {
        let (function, handle) = functions[functionCount]
        functionCount += 1
        for pair in pairs[function] ?? [] { compare(pair, handle) }
      } else {
        break
      }
    }
    labels.removeAll(keepingCapacity: true)
    functions.removeAll(keepingCapacity: true)
  }

  private func compare(_ label: UInt32, _ row: Row, by number: Int) {
    let other = label == steps.settling ? label : renaming.label(label, by: number)
    let image = renaming.row(row, by: number)
    let (leaf, otherLeaf) = (learn(label, row), learn(other, image))
    let (reads, otherReads) = (steps.reads(of: label, row), steps.reads(of: other, image))
    let isAlike =
      reads.count == otherReads.count
      && zip(reads, otherReads).allSatisfy {
        compare($0.function, $1.function, number, isChange: false)
      }
    if !isAlike {
      return renaming.object(
        "\(words(label)) looks at something else where things have changed places")
    }
    let isStep = label != steps.settling && leaf != ComponentSteps.disabled
    if !isStep || otherLeaf == ComponentSteps.disabled {
      if leaf != otherLeaf {
        renaming.object("\(words(label)) is answered otherwise where things have changed places")
      }
      return
    }
    let (changes, otherChanges) = (steps.changes(by: leaf), steps.changes(by: otherLeaf))
    let leadsAlike =
      changes.count == otherChanges.count
      && zip(changes, otherChanges).allSatisfy { compare($0, $1, number, isChange: true) }
    if !leadsAlike {
      renaming.object("\(words(label)) does something else where things have changed places")
    }
  }

  /// Whether a function says, of all that it was asked, the like of what another one says after an
  /// exchange; from now on it is compared whenever it is asked.
  private func compare(_ function: UInt32, _ other: UInt32, _ exchange: Int, isChange: Bool) -> Bool
  {
    let functions = steps.functions
    let position = functions.position(function)
    if position != functions.position(other)
      || functions.isWhole(function) != functions.isWhole(other)
      || functions.isConstant(function) != functions.isConstant(other)
    {
      return false
    }
    if functions.isWhole(function) { return true }
    if functions.isConstant(function) {
      let (value, otherValue) = (functions.answer(function, of: 0), functions.answer(other, of: 0))
      return renaming.handle(value, at: position, by: exchange) == otherValue
    }
    let pair = Pair(function: function, other: other, exchange: exchange, isChange: isChange)
    let known = pairs[function, default: []]
    if known.contains(pair) { return true }
    // Where there were two, one of them might be asked where only the other one is.
    if known.contains(where: { $0.exchange == exchange }) { return false }
    pairs[function, default: []].insert(pair)
    for handle in functions.asked(function) { compare(pair, handle) }
    return true
  }

  private func compare(_ pair: Pair, _ handle: UInt32) {
    if renaming.objection != nil { return }
    let position = steps.functions.position(pair.function)
    let answer = steps.functions.answer(pair.function, of: handle)
    let other = steps.functions.answer(
      pair.other, of: renaming.handle(handle, at: position, by: pair.exchange))
    let isAlike =
      pair.isChange
      ? renaming.handle(answer, at: position, by: pair.exchange) == other
      : answers[pair, default: [:]].updateValue(other, forKey: answer) ?? other == other
    if !isAlike {
      renaming.object("\(renaming.components[position]) is told apart by a part or a change of it")
    }
  }
}
