import Generators
import Model
import Spec

/// Measures the suite itself: how fast it finds, how well it shrinks.
struct BenchCommand {
  private let topic: Topic
  private let words: [String]

  /// What is measured.
  enum Topic: String, CaseIterable {
    /// How many runs and steps each strategy takes to find what the ledger holds.
    case finding
    /// How many paths that random walks find are shrunk to the shortest.
    case shrinking
  }

  init(_ words: [String]) throws(UsageError) {
    let known = Topic.allCases.map(\.rawValue).joined(separator: ", ")
    guard let word = words.first, !word.hasPrefix("-") else {
      throw UsageError("bench needs a topic; known: \(known)")
    }
    guard let topic = Topic(rawValue: word) else {
      throw UsageError("there is no topic '\(word)'; known: \(known)")
    }
    self.topic = topic
    self.words = Array(words.dropFirst())
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    switch topic {
    case .finding: try FindingBench(words).run()
    case .shrinking: try ShrinkingBench(words).run()
    }
  }
}
