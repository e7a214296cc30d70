import Model

/// Choices read from a recorded sequence; the simplest answer once it is used up or where it no longer
/// fits.
public struct ReplayedSource: ChoiceSource, Sendable {
  private let choices: [Int]
  private var position = 0

  /// Makes a source from recorded choices.
  public init(choices: [Int]) { self.choices = choices }

  /// The next recorded choice, or 0.
  public mutating func choose(below count: Int) -> Int {
    defer { position += 1 }
    guard position < choices.count, (0..<count).contains(choices[position]) else { return 0 }
    return choices[position]
  }
}

/// Choices of another source, written down as they are made.
public struct RecordingSource<Base: ChoiceSource>: ChoiceSource {
  private var base: Base
  /// The choices made so far.
  public private(set) var choices: [Int] = []

  /// Makes a source that records another.
  public init(_ base: Base) { self.base = base }

  /// The other source's answer.
  public mutating func choose(below count: Int) -> Int {
    let choice = base.choose(below: count)
    choices.append(choice)
    return choice
  }

  /// The other source's answer.
  public mutating func choose(below count: Int, spread: ChoiceSpread) -> Int {
    let choice = base.choose(below: count, spread: spread)
    choices.append(choice)
    return choice
  }

  /// Told to the other source.
  public mutating func beginGroup(_ kind: ChoiceGroup) { base.beginGroup(kind) }
  /// Told to the other source.
  public mutating func endGroup() { base.endGroup() }
}
