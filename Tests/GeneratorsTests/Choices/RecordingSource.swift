import Model

/// Choices of another source, written down as they are made.
struct RecordingSource<Base: ChoiceSource>: ChoiceSource {
  private var base: Base
  private(set) var choices: [Int] = []

  init(_ base: Base) { self.base = base }

  mutating func choose(below count: Int) -> Int {
    let choice = base.choose(below: count)
    choices.append(choice)
    return choice
  }

  mutating func choose(below count: Int, spread: ChoiceSpread) -> Int {
    let choice = base.choose(below: count, spread: spread)
    choices.append(choice)
    return choice
  }

  mutating func beginGroup(_ kind: ChoiceGroup) { base.beginGroup(kind) }
  mutating func endGroup() { base.endGroup() }
}
