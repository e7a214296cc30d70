import Foundation
import Testing

/// Every challenge ends at one value from every seed, with few evaluations.
@Suite struct ShrinkingChallengeTests {
  @Test(arguments: ShrinkingChallenge.all)
  func `a challenge ends at the simplest value from a hundred seeds`(
    _ challenge: ShrinkingChallenge
  ) throws {
    let results = (UInt64(0)..<100).compactMap(challenge.run)
    #expect(results.count == 100)
    #expect(
      Dictionary(grouping: results, by: \.text).mapValues(\.count) == [challenge.expected: 100])
    #expect(results.allSatisfy { $0.isOneMinimal })
    let mean = Double(results.map(\.evaluationCount).reduce(0, +)) / Double(max(1, results.count))
    if let bound = challenge.evaluationBound { #expect(mean < bound) }
    let row = "| \(challenge.name) | `\(challenge.expected)` | 1, \(Int(mean.rounded())) |"
    let page = try #require(Documentation.page("docs/shrinking.md"))
    #expect(
      page.split(separator: "\n").contains { $0.hasPrefix(row) }, "docs/shrinking.md lacks \(row)")
  }

  @Test func `the page has a row for each challenge`() throws {
    let page = try #require(Documentation.page("docs/shrinking.md"))
    for challenge in ShrinkingChallenge.all { #expect(page.contains("| \(challenge.name) |")) }
    #expect(ShrinkingChallenge.all.count == 13)
  }
}

/// The documents of the package.
private enum Documentation {
  static func page(_ path: String) -> String? {
    try? String(contentsOfFile: Package.path(path), encoding: .utf8)
  }
}
