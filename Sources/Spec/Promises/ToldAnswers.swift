import Model

/// Two answers in words, such as what a function gives and what it should give.
///
/// The words are worked out when they are asked for.
struct ToldAnswers: Sendable {
  private let answers: [(any Sendable)?]

  init(_ first: Output?, _ second: Output?) { answers = [first?.value, second?.value] }

  init(_ first: (some Sendable)?, _ second: (some Sendable)?) { answers = [first, second] }

  var first: String { words[0] }
  var second: String { words[1] }

  /// Like in stories, as long as that tells them apart.
  private var words: [String] {
    let trees = answers.map { $0.map { ContentTree($0) } }
    let words = trees.map { $0?.words ?? "nothing" }
    return words[0] == words[1] ? trees.map { $0?.text ?? "nothing" } : words
  }
}
