import Foundation
import Testing

/// What the bench command measures.
@Suite(.waiting) struct BenchCommandTests {
  private struct Figures: Decodable {
    struct Search: Decodable {
      let product, scope: String
      let limit: String?
      let stateCount, stepCount, byteCount: Int
      let seconds: Double
    }
    let searches: [Search]
  }

  @Test func `a search and a benchmark are measured with their states and steps`() throws {
    let run = try Runner.run(["bench", "search", "animals-n", "--scope", "1,2", "--json"])
    #expect(run.status == 0)
    let found = try JSONDecoder().decode(Figures.self, from: Data(run.output.utf8)).searches
    #expect(found.map(\.product) == ["animals-n", "animals-n"])
    #expect(found.map(\.stateCount) == [549, 14_868])
    #expect(found.map(\.stepCount) == [1426, 42_665])
    #expect(found.allSatisfy { $0.limit == nil && $0.byteCount > 0 && $0.seconds > 0 })
  }

  @Test func `a table has a line for each search and fits the screen`() throws {
    let run = try Runner.run(["bench", "search", "counter", "--scope", "zero,top"])
    #expect(run.status == 0)
    let lines = run.lines.filter { !$0.isEmpty }
    #expect(lines.count == 3)
    #expect(
      lines[0].split(separator: " ") == ["states", "steps", "seconds", "states/s", "bytes", "MiB"])
    #expect(lines[1].hasPrefix("counter zero ") && lines[2].hasPrefix("counter top "))
    #expect(lines.allSatisfy { $0.count < 80 })
  }

  @Test(arguments: [
    (["bench"], "say what to measure: spec-runner bench search …"),
    (["bench", "runs"], "say what to measure: spec-runner bench search …"),
    (["bench", "search", "dogs"], "there is no command or product 'dogs'"),
    (
      ["bench", "search", "animals-n", "--scope", "six"],
      "animals-n has the scopes 1 to 5, not 'six'"
    ),
    (["bench", "search", "--runs", "3"], "'--runs' is no option of bench"),
  ])
  func `what cannot be measured is said on one line`(_ arguments: [String], _ words: String) throws
  {
    let run = try Runner.run(arguments)
    #expect(run.status == 2)
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}
