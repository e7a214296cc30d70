import Foundation
import Model

/// What searches cost.
struct BenchReport: Codable {
  /// One search.
  struct Search: Codable {
    var product: String
    var scope: String
    /// What ended the search before all was visited, or why it is none; nil when it was exhausted.
    var limit: String?
    var stateCount: Int
    var stepCount: Int
    var depth: Int
    /// Of processors' time.
    var seconds: Double
    /// What the search took for states, values and answers.
    var byteCount: Int
    /// The most memory of its process.
    var peakByteCount: Int?

    var statesPerSecond: Int { Int(Double(stateCount) / max(seconds, 1e-6)) }
    var bytesPerState: Int { byteCount / max(stateCount, 1) }

    /// The titles of a table, each with the columns that its cells have.
    static let titles = [
      ("states", 12), ("steps", 13), ("seconds", 9), ("states/s", 11), ("bytes", 8), ("MiB", 7),
    ]

    var name: String { "\(product) \(scope)" }

    var cells: [String] {
      [
        stateCount.grouped, stepCount.grouped, String(format: "%.2f", seconds),
        statesPerSecond.grouped,
        bytesPerState.grouped, peakByteCount.map { ($0 >> 20).grouped } ?? "–",
      ]
    }

    /// A line of a table that grows as searches end; the first has the titles above it.
    func line(isFirst: Bool) -> String {
      let line = row(name, cells) + (limit.map { "\n  \($0)" } ?? "")
      return isFirst ? "\(row("", Self.titles.map(\.0)))\n\(line)" : line
    }

    private func row(_ name: String, _ cells: [String]) -> String {
      zip(cells, Self.titles).reduce(name.padding(toLength: 19, withPad: " ", startingAt: 0)) {
        line, cell in
        line + String(repeating: " ", count: max(1, cell.1.1 - cell.0.count)) + cell.0
      }
    }
  }

  /// The whole check, by the clock.
  struct Check: Codable {
    var workerCount: Int
    var secondsWithOneWorker: Double
    var seconds: Double

    var line: String {
      String(
        format: "check: %.1f s with one worker, %.1f s with %d", secondsWithOneWorker, seconds,
        workerCount)
    }
  }

  var searches: [Search] = []
  var check: Check?
}
