import Model

/// Choices read from a recorded sequence; the simplest answer once it is used up or where it no
/// longer fits.
package struct ReplayedSource: ChoiceSource, Sendable {
  private let choices: [Int]
  private var position = 0

  package init(choices: [Int]) { self.choices = choices }

  /// The next recorded choice, or 0.
  package mutating func choose(below count: Int) -> Int {
    defer { position += 1 }
    guard position < choices.count, (0..<count).contains(choices[position]) else { return 0 }
    return choices[position]
  }
}
