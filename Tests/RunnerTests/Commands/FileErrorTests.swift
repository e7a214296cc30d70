import Foundation
import Testing

/// What is wrong inside of a trace, a result or a ledger: exit status 2 and one line that names it.
@Suite(.waiting) struct FileErrorTests {
  private func expectOneLine(
    _ run: Runner.Run, _ fragments: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(run.status == 2, sourceLocation: sourceLocation)
    #expect(run.output == "", sourceLocation: sourceLocation)
    #expect(run.errors.count(where: \.isNewline) == 1, sourceLocation: sourceLocation)
    for fragment in fragments {
      #expect(run.errors.contains(fragment), "\(run.errors)", sourceLocation: sourceLocation)
    }
  }

  // MARK: Keys and zones

  /// Sets a value under keys and places, such as "labels.2.perform.falut", making no object on the
  /// way.
  private static func set(_ value: Any, at path: String, in fields: inout [String: Any]) {
    func changed(_ part: Any, _ keys: ArraySlice<Substring>) -> Any {
      guard let key = keys.first else { return value }
      if var fields = part as? [String: Any] {
        fields[String(key)] = changed(fields[String(key)] ?? NSNull(), keys.dropFirst())
        return fields
      }
      guard var elements = part as? [Any], let number = Int(key), number < elements.count else {
        return part
      }
      elements[number] = changed(elements[number], keys.dropFirst())
      return elements
    }
    fields = changed(fields, path.split(separator: ".")[...]) as? [String: Any] ?? fields
  }

  private static let answered = "traces/animals/published/open/operation.answered--animal.json"
  private static let zoned =
    "traces/quakes/published/open/quakes.day.partition--two-days-after-the-start-of-the-second.json"

  private func replay(_ original: String, setting path: String, to value: Any) throws -> Runner.Run
  {
    try Runner.withFolder { folder in
      let file = folder.appending(path: "odd.json")
      try TraceFiles.write(original, to: file) { Self.set(value, at: path, in: &$0) }
      return try Runner.run(["replay", "odd.json"], in: folder)
    }
  }

  @Test(arguments: [
    (answered, "falut", "malformed trace: 'falut' is no key;"),
    (answered, "scope.faultMax", "the scope cannot be read: 'faultMax' is no key;"),
    (answered, "scope.values.extra", "the scope cannot be read: 'extra' is no key at values;"),
    (
      answered, "scope.values.samples.animals.0.nam", "'nam' is no key at values.samples.animals.0;"
    ),
    (TraceFiles.windows, "scope.windows.countMin", "'countMin' is no key at windows;"),
    (answered, "labels.2.perform.falut", "malformed trace: step 3: 'falut' is no key at perform;"),
    (
      answered, "labels.1.deliver.window", "malformed trace: step 2: 'window' is no key at deliver;"
    ),
    (
      answered, "labels.0.gesture.gesture.addAnimal.nam",
      "step 1: 'nam' is no key at gesture.gesture.addAnimal;"
    ),
    (zoned, "values.stat", "malformed trace: 'stat' is no key at values;"),
    (zoned, "values.state.stat", "malformed trace: 'stat' is no key;"),
  ])
  func `a key that nobody reads is named with where it stands`(
    _ original: String, _ path: String, _ words: String
  ) throws {
    for value in ["before", 1, NSNull(), ["x": 1]] as [Any] {
      let run = try replay(original, setting: path, to: value)
      expectOneLine(run, ["odd.json: ", words, "correct it or take it out"])
    }
  }

  @Test(
    arguments: [
      ("seed", -3, "a whole number from 0 to 18446744073709551615 is expected at seed"),
      ("initial", -1, "initial -1 is no number from 0"),
      ("form", "goal", "form 'goal' is for what has to stay possible; write 'path'"),
      ("labels.2.perform.fault", "never", "step 3: 'never' is no fault; write before or after"),
      ("labels.2.perform.occurrence", -1, "step 3: occurrence -1 is no number from 0"),
    ] as [(String, any Sendable, String)])
  func `a value out of its range is named with where it stands`(
    _ path: String, _ value: any Sendable, _ words: String
  ) throws {
    expectOneLine(
      try replay(Self.answered, setting: path, to: value), ["odd.json: malformed trace: \(words)"])
  }

  @Test func `a trace that cannot be read keeps no other from its replay`() throws {
    try Runner.withFolder { folder in
      try Data("{}".utf8).write(to: folder.appending(path: "findings.json"))
      try Data("{}".utf8).write(to: folder.appending(path: "odd.json"))
      let run = try Runner.run(
        ["replay", "./findings.json", "odd.json", Runner.root.appending(path: Self.answered).path],
        in: folder
      )
      #expect(run.status == 2)
      #expect(run.output.hasSuffix("reproduces (as recorded)\n"))
      #expect(run.errors.hasPrefix("spec-runner: odd.json: not a trace"))
      #expect(run.errors.count(where: \.isNewline) == 1)
    }
  }

  @Test(arguments: ["seed", "initial", "labels.2.perform.fault", "labels.2.perform.occurrence"])
  func `a key that may be left out may be null`(_ path: String) throws {
    #expect(try replay(Self.answered, setting: path, to: NSNull()).status == 0)
  }

  @Test func `an occurrence may be told where it is the first`() throws {
    #expect(try replay(Self.answered, setting: "labels.2.perform.occurrence", to: 0).status == 0)
  }

  @Test func `a seed beyond the integers of Swift hides no other key`() throws {
    try Runner.withFolder { folder in
      for key in ["seed", "sede"] {
        try TraceFiles.write(Self.answered, to: folder.appending(path: "\(key).json")) {
          $0["seed"] = UInt64.max
          if key != "seed" { $0[key] = 1 }
        }
      }
      #expect(try Runner.run(["replay", "seed.json"], in: folder).status == 0)
      expectOneLine(try Runner.run(["replay", "sede.json"], in: folder), ["'sede' is no key"])
    }
  }

  @Test func `a time zone that there is not is named`() throws {
    let run = try replay(Self.zoned, setting: "scope.values.timeZone", to: "Europe/Berln")
    expectOneLine(run, ["there is no time zone 'Europe/Berln' at values.timeZone"])
  }

  // MARK: Results

  /// Two shards of a campaign, one of them with something changed, merged.
  private func merge(setting path: String, to value: Any) throws -> Runner.Run {
    try Runner.withFolder { folder in
      for shard in ["1/2", "2/2"] {
        let arguments = ["--scope", "zero", "--runs", "20", "--shard", shard, "--results", "out"]
        #expect(try Runner.run(["fuzz", "counter"] + arguments, in: folder).status == 0)
      }
      let file = folder.appending(path: "out/counter--published--zero-shard-2-of-2.json")
      let read = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
      var fields = try #require(read)
      Self.set(value, at: path, in: &fields)
      try JSONSerialization.data(withJSONObject: fields).write(to: file)
      return try Runner.run(["merge", "out", "--statistics"], in: folder)
    }
  }

  @Test(arguments: [
    "runCount", "stepCount", "agentCountMax", "stepCountMax", "campaignRunCount",
    "labelCounts.didTapIncrementButton", "yields.0.runCount", "yields.0.stepCount",
    "yields.0.findingCount",
  ])
  func `a count of a result that is none is named`(_ path: String) throws {
    for count in [-1, Int.min, Int.max] {
      let run = try merge(setting: path, to: count)
      let name = path.split(separator: ".").last.map(String.init) ?? path
      expectOneLine(run, ["malformed result: ", "\(name) is \(count), no count from 0 to"])
    }
  }

  @Test(arguments: ["seconds", "processorSeconds", "shrinkingSeconds"])
  func `a time of a result that is none is named`(_ path: String) throws {
    for time in [-1, 1e300] {
      expectOneLine(
        try merge(setting: path, to: time), ["malformed result: \(path) is \(time), no time"])
    }
  }

  @Test(arguments: [
    "runCount", "stepCount", "labelCounts.didTapIncrementButton", "yields.0.stepCount",
  ])
  func `counts that are too large together are refused`(_ path: String) throws {
    let run = try merge(setting: path, to: 1_000_000_000_000_000)
    expectOneLine(run, ["are together more than 1000000000000000", "take out the result"])
  }

  // MARK: The ledger

  @Test(arguments: ["check", "walk"])
  func `a file of the ledger that cannot be read is named`(_ command: String) throws {
    try Runner.withFolder { folder in
      try TraceFiles.write(to: folder.appending(path: "traces/counter/odd.json")) {
        $0["format"] = 2
      }
      let wanted = ["traces/counter/odd.json: trace format 2"]
      expectOneLine(try Runner.run([command, "counter"], in: folder), wanted)
    }
  }

  @Test func `a broken file in the folder of another product keeps none from its check`() throws {
    try Runner.withFolder { folder in
      try TraceFiles.copy("traces/counter", below: folder)
      try TraceFiles.write(to: folder.appending(path: "traces/quakes/odd.json")) {
        ($0["format"], $0["product"]) = (2, "quakes")
      }
      #expect(try Runner.run(["check", "counter"], in: folder).status == 0)
      expectOneLine(
        try Runner.run(["check", "quakes", "--quick"], in: folder),
        ["traces/quakes/odd.json: trace format 2"]
      )
    }
  }

  @Test func `a trace is known in the folder of another product, too`() throws {
    try Runner.withFolder { folder in
      try TraceFiles.copy("traces/counter", below: folder)
      let elsewhere = folder.appending(path: "traces/quakes")
      try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
      try FileManager.default.moveItem(
        at: folder.appending(path: TraceFiles.path), to: elsewhere.appending(path: "crash.json"))
      #expect(try Runner.run(["check", "counter"], in: folder).status == 0)
    }
  }

  @Test(arguments: ["check", "walk"])
  func `a ledger that cannot be written is told before a search`(_ command: String) throws {
    try Runner.withFolder { folder in
      try Data().write(to: folder.appending(path: "file"))
      let run = try Runner.run(
        [command, "counter", "--save", "--traces", "file/ledger"], in: folder)
      expectOneLine(run, ["file/ledger: cannot be written; check that the folder exists"])
      #expect(run.output == "")
    }
  }

  @Test(arguments: ["check", "walk"])
  func `a trace that cannot be saved does not lose the report`(_ command: String) throws {
    try Runner.withFolder { folder in
      let ledger = folder.appending(path: "ledger")
      try FileManager.default.createDirectory(at: ledger, withIntermediateDirectories: true)
      try Data().write(to: ledger.appending(path: "counter"))
      let run = try Runner.run([command, "counter", "--save", "--traces", "ledger"], in: folder)
      #expect(run.status == 2)
      #expect(run.errors.count(where: \.isNewline) == 1)
      #expect(run.errors.contains("cannot be written"))
      #expect(run.output.contains("0 known findings"), "the report is not lost with the traces")
    }
  }
}
