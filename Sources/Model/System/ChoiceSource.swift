/// The one place that decides wherever more than one thing may happen: values drawn, steps taken,
/// schedules.
///
/// The model asks; who answers (a generator of random numbers, a recorded sequence, an exhaustive
/// walk over small trees) is not its business. A source has to give `choose(below:)`; the rest are
/// hints that it may leave alone.
public protocol ChoiceSource {
  /// Answers with a number from 0 up to, not including, `count`; 0 is the simplest answer.
  ///
  /// - Parameter count: how many answers there are, at least 1.
  mutating func choose(below count: Int) -> Int

  /// Answers like `choose(below:)`, and by the spread given where the source draws at random.
  mutating func choose(below count: Int, spread: ChoiceSpread) -> Int

  /// Opens a group: the choices up to its end make one part of a value.
  ///
  /// Groups nest. They tell a shrinker which choices can be left out, moved or put in another's
  /// place together.
  mutating func beginGroup(_ kind: ChoiceGroup)

  /// Closes the group that was opened last.
  mutating func endGroup()
}

extension ChoiceSource {
  /// Any answer alike.
  public mutating func choose(below count: Int, spread: ChoiceSpread) -> Int {
    choose(below: count)
  }
  /// Nothing: the source has no use for groups.
  public mutating func beginGroup(_ kind: ChoiceGroup) {}
  /// Nothing: the source has no use for groups.
  public mutating func endGroup() {}
}

/// How random answers to a choice are spread.
public enum ChoiceSpread: Hashable, Sendable {
  /// Every answer equally likely.
  case even
  /// Every order of magnitude equally likely, and the greatest answer now and then.
  case bySize
  /// Once in so many draws the first answer, the last one or the one before it, where mistakes of
  /// one lie; else every answer equally likely.
  case ends(oneIn: Int)
  /// Each answer as likely as its weight says, one weight an answer.
  case weighted([Int])
}

/// What the choices of a group make together.
public struct ChoiceGroup: Hashable, Sendable {
  /// The kind's number; groups of one number can stand in each other's place.
  package let rawValue: Int

  /// Makes another kind, from 16 on.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A count, and then as many groups of kind `element`; the count is the first choice.
  package static let collection = ChoiceGroup(rawValue: 1)
  /// One part of a collection.
  package static let element = ChoiceGroup(rawValue: 2)
  /// A value that may hold values of its own kind.
  package static let recursion = ChoiceGroup(rawValue: 3)
  /// The number of an alternative, the simplest first, and then the alternative's own choices.
  package static let alternative = ChoiceGroup(rawValue: 4)
  /// One attempt at a value that a filter may turn down.
  package static let attempt = ChoiceGroup(rawValue: 5)
  /// A value that no person calls simple however few its choices are, such as a very long text.
  package static let unusual = ChoiceGroup(rawValue: 6)
}
