import Foundation
import Testing

/// The page on which somebody walks through a scope.
@Suite(.waiting) struct ExplorerPageTests {
  /// A step of the page, as a terminal lists it.
  private struct Step {
    var words: String
    var target: Int
  }

  private static func page(_ arguments: [String], in folder: URL) throws -> String {
    let run = try Runner.run(["explore"] + arguments + ["--html", "page.html"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    return try String(contentsOf: folder.appending(path: "page.html"), encoding: .utf8)
  }

  /// What can be done in each state, as the page has it.
  private static func steps(in page: String) throws -> [[Step]] {
    let start = try #require(page.range(of: "id=\"data\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let data = try JSONSerialization.jsonObject(
      with: Data(page[start.upperBound..<end.lowerBound].utf8))
    let all = try #require(data as? [String: Any])
    let shared = try #require(all["shared"] as? [Any])
    func whole(_ value: Any) -> Any {
      if let array = value as? [Any] { return array.map(whole) }
      guard let fields = value as? [String: Any] else { return value }
      if fields.count == 1, let number = fields["$"] as? Int { return whole(shared[number]) }
      return fields.mapValues(whole)
    }
    let report = whole(all["report"] as Any) as? [String: Any]
    let states = (report?["graph"] as? [String: Any])?["states"] as? [[String: Any]]
    return try #require(states).map { state in
      try #require(state["steps"] as? [[String: Any]]).map { step in
        let line = try #require(step["line"] as? [String: Any])
        let broken = (line["broken"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
        return Step(
          words: (["\(line["sentence"] ?? "")"] + broken.map { "breaks \($0)" }).joined(
            separator: "; "),
          target: try #require(step["target"] as? Int))
      }
    }
  }

  private static func flat(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(arguments: [["counter", "--scope", "windows"], ["counter", "--scope", "zero"]])
  func `a step has the number, the words and the breaks that it has in the terminal`(
    _ arguments: [String]
  ) throws {
    try Runner.withFolder { folder in
      let states = try Self.steps(in: Self.page(arguments, in: folder))
      // Goes into every state once, and back.
      var (keys, route, met) = ([String](), [0], Set([0]))
      func visit(_ index: Int) {
        for (place, step) in states[index].enumerated() where met.insert(step.target).inserted {
          keys.append("\(place + 1)")
          route.append(step.target)
          visit(step.target)
          keys.append("u")
          route.append(index)
        }
      }
      visit(0)
      #expect(met.count == states.count)
      let line =
        "printf '%s\\n' \(keys.joined(separator: " ")) | \"$0\" explore "
        + "\(arguments.joined(separator: " "))"
      let told = try Runner.shell(line, in: folder).output.components(separatedBy: "\n\n")
        .dropFirst()
      #expect(told.count == route.count)
      for (index, text) in zip(route, told) {
        let list = states[index].enumerated().map { "\($0 + 1). \($1.words)" }.joined(
          separator: " ")
        let last = list.isEmpty ? "nothing can happen any more" : list
        #expect(Self.flat(text).hasSuffix(Self.flat(last)))
      }
    }
  }

  @Test func `a page needs nothing else, and two runs write the same bytes`() throws {
    try Runner.withFolder { folder in
      let page = try Self.page(["animals"], in: folder)
      #expect(page.hasPrefix("<!doctype html>") && page.utf8.count < 2_000_000)
      #expect(!page.contains("src=") && !page.contains("<link") && !page.contains("@import"))
      let addresses = page.matches(of: /https?:[^\s"')]+/).map { String($0.output) }
      #expect(addresses.allSatisfy { $0.hasPrefix("http://www.w3.org/") }, "\(addresses)")
      #expect(try page == Self.page(["animals"], in: folder))
    }
  }

  @Test func `without a scope it is the smallest that a check takes, and says so`() throws {
    try Runner.withFolder { folder in
      let run = try Runner.run(["explore", "animals", "--html", "new/page.html"], in: folder)
      #expect(run.status == 0)
      #expect(
        run.flat.hasPrefix(
          "animals · published · windows · fields: 234 states, 578 steps, 8 breaking a promise; "
            + "the smallest scope of a check"))
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: "new/page.html").path))
    }
  }

  @Test func `a scope that is too large is refused in one line that names one that fits`() throws {
    try Runner.withFolder { folder in
      let run = try Runner.run(
        ["explore", "animals", "--scope", "saves", "--html", "p.html"], in: folder)
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(
        run.errors
          == "spec-runner: animals · published · windows · saves has more than 2,000 states, "
          + "too many for a page; try --scope fields\n")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "p.html").path))
    }
  }

  @Test func `a page that cannot be written is told before anything is worked out`() throws {
    try Runner.withFolder { folder in
      let run = try Runner.run(
        ["explore", "animals", "--scope", "saves", "--html", "."], in: folder)
      #expect(run.status == 2)
      #expect(run.errors.contains(".: cannot be written"))
    }
  }
}
