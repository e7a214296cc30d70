import Foundation
import Testing
@testable import SpecRunner

/// What help texts and pages say of exit statuses.
@Suite struct ExitStatusTests {
  /// The numbers that begin the lines of a section.
  private static func statuses(in text: String) -> [Int] {
    guard let start = text.range(of: "EXIT STATUS\n") else { return [] }
    return text[start.upperBound...].split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^ {1,6}([0-9]+) {2}/).flatMap { Int($0.1) }
    }
  }

  @Test(arguments: Help.commandNames)
  func `the help of every command says what its exit statuses mean`(_ command: String) throws {
    let expected: [Int] =
      switch command {
      case "check", "walk", "fuzz", "merge", "live": [0, 1, 2, 3, 70]
      case "values", "defects", "mutate", "replay": [0, 1, 2, 3]
      case "graph", "explore", "bench": [0, 2, 3]
      default: [0, 2]
      }
    #expect(Self.statuses(in: try #require(Help.commands[command])) == expected)
  }

  @Test func `pages say of exit statuses what help says`() throws {
    let all = [0, 1, 2, 3, 70]
    #expect(Self.statuses(in: Help.overview) == all)
    #expect(Self.statuses(in: try #require(HelpTopics.texts["exit"])) == all)
    let campaigns = try String(contentsOfFile: Package.path("docs/fuzzing.md"), encoding: .utf8)
    let table = try #require(campaigns.components(separatedBy: "| exit status | ").last)
    let rows = table.components(separatedBy: "\n\n")[0].split(separator: "\n").dropFirst(2)
    #expect(rows.compactMap { Int($0.dropFirst(2).prefix { $0.isNumber }) } == all)
    let page = try String(contentsOfFile: Package.path("README.md"), encoding: .utf8)
    let sentence = try #require(page.components(separatedBy: "Exit status ").last)
    let numbers = sentence.components(separatedBy: "\n\n")[0].matches(of: /([0-9]+):\s/).map {
      Int($0.1)
    }
    #expect(numbers == all)
  }
}
