import Foundation
import Spec
import Testing

/// Reports as JSON Lines, and states in the Informal Trace Format.
@Suite(.waiting) struct ReportLinesTests {
  private static func objects(_ text: String) throws -> [[String: JSONValue]] {
    try text.split(separator: "\n").map { line in
      try JSONDecoder().decode([String: JSONValue].self, from: Data(line.utf8))
    }
  }

  /// The lines that a command writes.
  private static func lines(_ arguments: [String], in folder: URL) throws -> String {
    let path = folder.appending(path: "report.jsonl").path
    _ = try Runner.run(arguments.map { $0 == "FOLDER" ? folder.path : $0 } + ["--jsonl", path])
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private static let commands = [
    ["check", "counter"], ["check", "animals", "--scope", "fields", "--limit-states", "50"],
    ["walk", "counter", "--runs", "50"], ["fuzz", "counter", "--runs", "50", "--traces", "FOLDER"],
    ["values", "counter", "--runs", "50"], ["live", "counter", "--runs", "20"],
  ]

  @Test(arguments: commands)
  func `every line is one that the schema describes, and two runs write the same`(
    _ arguments: [String]
  )
    throws
  {
    let file = Runner.root.appending(path: "docs/report.schema.json")
    let schema = try JSONDecoder().decode(JSONValue.self, from: try Data(contentsOf: file))
    try Runner.withFolder { folder in
      let text = try Self.lines(arguments, in: folder)
      #expect(text.hasSuffix("}\n"))
      for object in try Self.objects(text) {
        let kind = try #require(object["kind"]?.word)
        let line = try #require(schema["$defs"]?["\(kind)Line"])
        let (known, needed) = (line["properties"]?.keys ?? [], line["required"]?.words ?? [])
        #expect(Set(object.keys).isSubset(of: known), "\(kind)")
        #expect(Set(object.keys).isSuperset(of: needed), "\(kind)")
      }
      #expect(try Self.lines(arguments, in: folder) == text)
    }
  }

  @Test func `a finding is told with what tells it from others, and the summary comes last`() throws
  {
    try Runner.withFolder { folder in
      let objects = try Self.objects(try Self.lines(["check", "counter"], in: folder))
      let kinds = objects.compactMap { $0["kind"]?.word }
      #expect(Set(kinds.dropLast()) == ["scope", "reach", "finding"] && kinds.last == "summary")
      let finding = try #require(objects.first { $0["kind"] == .string("finding") })
      let told = ["product", "design", "environment", "property", "culprit", "standing"].map {
        finding[$0]
      }
      #expect(
        told == [
          .string("counter"), .string("published"), .string("open"), .string("runtime.crash"),
          .string("crash after didTapIncrementButton"), .string("known"),
        ])
      #expect(
        objects.last?["knownCount"] == .integer(4) && objects.last?["exitStatus"] == .integer(0))
    }
  }

  // MARK: States

  @Test func `the states of a trace are written with the step that led to each`() throws {
    try Runner.withFolder { folder in
      let path = folder.appending(path: "states.itf.json").path
      #expect(try Runner.run(["replay", TraceFiles.path, "--itf", path]).status == 0)
      let trace = try JSONDecoder().decode(
        JSONValue.self, from: try Data(contentsOf: URL(filePath: path)))
      guard case .array(let states)? = trace["states"] else {
        Issue.record("there are no states")
        return
      }
      #expect(states.count == 2)
      #expect(
        states.map { $0["mbt::actionTaken"]?.word } == [
          "init", "gesture(didTapIncrementButton, window: nil)",
        ])
      let variables = Set(trace["vars"]?.words ?? [])
      for state in states { #expect(Set(state.keys) == variables.union(["#meta"])) }
      let most = JSONValue.object(["#bigint": .string("\(Int.max)")])
      #expect(states[0]["store"]?["value"]?["value"] == most)
    }
  }

  @Test func `values have no states, and two traces are not one`() throws {
    try Runner.withFolder { folder in
      let path = folder.appending(path: "states.itf.json").path
      let values = try Runner.run(["replay", TraceFiles.values, "--itf", path])
      #expect(values.status == 2)
      #expect(values.errors.contains("it has no path that can be taken"))
      #expect(!FileManager.default.fileExists(atPath: path))
      let two = try Runner.run(["replay", TraceFiles.path, TraceFiles.goal, "--itf", path])
      #expect(two.status == 2)
      #expect(
        two.errors == "spec-runner: --itf writes the states of one trace; replay one at a time\n")
    }
  }

  @Test(arguments: ["--html", "--itf"])
  func `a report does not write over the trace that is replayed`(_ option: String) throws {
    try Runner.withFolder { folder in
      let trace = folder.appending(path: "story.json")
      try FileManager.default.copyItem(at: Runner.root.appending(path: TraceFiles.path), to: trace)
      let before = try Data(contentsOf: trace)
      let link = folder.appending(path: "link.json").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "story.json")
      for path in ["story.json", "./story.json", "link.json"] {
        let run = try Runner.run(["replay", "story.json", option, path], in: folder)
        #expect(run.status == 2)
        #expect(
          run.errors
            == "spec-runner: \(option) would write over '\(path)', which is read; name another "
            + "file\n"
        )
      }
      #expect(try Data(contentsOf: trace) == before)
    }
  }
}

extension JSONValue {
  fileprivate subscript(_ key: String) -> JSONValue? {
    if case .object(let fields) = self { fields[key] } else { nil }
  }

  fileprivate var keys: [String] {
    if case .object(let fields) = self { Array(fields.keys) } else { [] }
  }
  fileprivate var word: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var words: [String] {
    if case .array(let values) = self { values.compactMap(\.word) } else { [] }
  }
}
