import Foundation
import Generators
import Spec
import Testing
@testable import ReferenceProducts
@testable import SpecRunner

/// A ledger's files: what is read, and what a save writes.
@Suite struct LedgerFileTests {
  private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  // MARK: Reading

  @Test func `entries are the JSON files of the folder and of those below, by path`() throws {
    let folder = try TemporaryFolder()
    let data = try CounterTraces.crash().data
    for name in ["b/c.json", "a.json", "b/a.json", "notes.txt", "b/c.json.old"] {
      try folder.write(data, to: name)
    }
    let ledger = try Ledger(directory: folder.path, of: .catalogue)
    #expect(ledger.entries.map(\.path) == ["a.json", "b/a.json", "b/c.json"])
    #expect(try ledger.entry(for: CounterTraces.crash())?.path == "a.json")
    #expect(try ledger.entry(for: CounterTraces.entry(CounterTraces.totalPath)) == nil)
  }

  @Test func `a file that is no trace is named`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Data("[]".utf8), to: "counter/odd.json")
    let error = TraceError(
      "\(path): not a trace: a JSON object with a number under \"format\" is expected")
    #expect(throws: error) { _ = try Ledger(directory: folder.path, of: .catalogue) }
  }

  // MARK: Saving

  @Test func `a new finding is written to its path, in folders made as needed`() throws {
    let folder = try TemporaryFolder()
    var ledger = try Ledger(directory: folder.path + "/traces", of: .catalogue)
    let crash = try CounterTraces.crash()
    let saved = try ledger.save(crash)
    #expect(saved == (CounterTraces.crashPath, true))
    #expect(folder.files == ["traces/" + CounterTraces.crashPath])
    #expect(try bytes(folder.path + "/traces/" + CounterTraces.crashPath) == crash.data)
    #expect(ledger.entries.map(\.trace) == [crash])
    #expect(
      try Ledger(directory: folder.path + "/traces", of: .catalogue).entries.map(\.trace) == [crash]
    )
  }

  @Test(arguments: ["+", "-++", "--+++"])
  func `a known trace that is as short is kept`(_ taps: String) throws {
    let folder = try TemporaryFolder()
    let known = try CounterTraces.crash().with { $0.seed = 7 }
    let path = try folder.write(known.data, to: known.ledgerPath)
    var ledger = try Ledger(directory: folder.path, of: .catalogue)
    let saved = try ledger.save(CounterTraces.detour(taps))
    #expect(saved == (known.ledgerPath, false))
    #expect(try bytes(path) == known.data)
    #expect(ledger.entries.map(\.trace) == [known])
  }

  @Test func `a shorter trace takes the place of the known one, wherever that stands`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(CounterTraces.detour("-++").data, to: "mine/crash.json")
    var ledger = try Ledger(directory: folder.path, of: .catalogue)
    let crash = try CounterTraces.crash()
    let saved = try ledger.save(crash)
    #expect(saved == ("mine/crash.json", true))
    #expect(folder.files == ["mine/crash.json"])
    #expect(try bytes(path) == crash.data)
    #expect(ledger.entries.map(\.path) == ["mine/crash.json"])
    #expect(ledger.entries.map(\.trace) == [crash])
  }

  @Test func `a known trace that no longer reproduces is replaced by one of the same length`()
    throws
  {
    let folder = try TemporaryFolder()
    let zero = try CatalogueCase(product: "counter", scope: "zero").specification().writtenScope
    let stale = try CounterTraces.crash().with { $0.scope = zero }
    let path = try folder.write(stale.data, to: stale.ledgerPath)
    var ledger = try Ledger(directory: folder.path, of: .catalogue)
    let saved = try ledger.save(CounterTraces.crash())
    #expect(saved == (CounterTraces.crashPath, true))
    #expect(try bytes(path) == CounterTraces.crash().data)
  }

  /// A second name of the old file keeps what the old file held, so the new one was not written
  /// over it.
  @Test func `a save replaces the file as a whole and leaves nothing else behind`() throws {
    let folder = try TemporaryFolder()
    let old = try CounterTraces.detour("-++")
    let path = try folder.write(old.data, to: old.ledgerPath)
    try FileManager.default.linkItem(atPath: path, toPath: folder.path + "/second name")
    var ledger = try Ledger(directory: folder.path, of: .catalogue)
    _ = try ledger.save(CounterTraces.crash())
    #expect(try bytes(folder.path + "/second name") == old.data)
    #expect(try bytes(path) == CounterTraces.crash().data)
    #expect(folder.files == [old.ledgerPath, "second name"])
  }

  @Test func `a trace that cannot be written is told with its path`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Data(), to: "file")
    let error = TraceError(
      "\(file)/x/trace.json: cannot be written; check that the folder exists and is writable")
    #expect(throws: error) { try CounterTraces.crash().write(to: "x/trace.json", below: file) }
    #expect(folder.files == ["file"])
  }

  // MARK: Paths

  @Test(arguments: [
    ("runtime.crash", "crash after x", "counter/published/open/runtime.crash--crash-after-x.json"),
    ("filter.sound(a.b)", "x", "counter/published/open/filter.sound-a.b--x.json"),
    ("a", "time: mirror, x", "counter/published/open/a--time-mirror-x.json"),
  ])
  func `a ledger path holds letters, digits and full stops only`(
    _ property: String, _ culprit: String, _ path: String
  ) throws {
    let trace = try CounterTraces.crash().with {
      $0.property = property
      $0.culprit = culprit
    }
    #expect(trace.ledgerPath == path)
    #expect(
      trace.with { $0.design = "mutant(wrap-around)" }.ledgerPath
        == path.replacingOccurrences(of: "published", with: "mutant-wrap-around"))
  }

  /// Culprits that a slug alone would mix up.
  private static let nasty = [
    "", " ", "off by 1", "off by +1", "off by -1", "off by  1", "off-by-1", "off/by/1",
    "../off by 1", "Off By 1",
    "off by 1 ", "off by 1\n", "a, b", "a: b", "a b", "(a b)", "a(b)", "…", "猫", "犬", "e\u{301}",
    "e", "E", "é?",
    "waits, nothing/pending → ../x", String(repeating: "long ", count: 200),
    String(repeating: "long ", count: 200) + "1", String(repeating: "x", count: 5000),
  ]

  private func nasty(_ property: String, _ culprit: String) throws -> Trace {
    try CounterTraces.crash().with {
      $0.property = property
      $0.culprit = culprit
    }
  }

  @Test func `any two findings have files of their own, even where letter case does not count`()
    throws
  {
    let folder = try TemporaryFolder()
    var ledger = try Ledger(directory: folder.path, of: .catalogue)
    var paths: Set<String> = []
    let traces = try ["a.b", "a.B", "a"].flatMap { property in
      try Self.nasty.map { try nasty(property, $0) }
    }
    for trace in traces {
      let path = ledger.path(for: trace)
      // A trace that does not reproduce is written anew each time.
      #expect(try ledger.save(trace) == (path, true))
      #expect(paths.insert(path.lowercased()).inserted, "\(trace.property): \(trace.culprit)")
      #expect(path.hasPrefix("counter/published/open/\(trace.property)--"))
      #expect(path.utf8.allSatisfy { $0 > 32 && $0 < 127 })
      #expect((path.split(separator: "/").last?.count ?? 256) < 250)
    }
    #expect(folder.files.count == traces.count)
    let again = try Ledger(directory: folder.path, of: .catalogue)
    #expect(again.entries.count == traces.count)
    for trace in traces { #expect(again.entry(for: trace)?.trace == trace) }
  }

  @Test func `a digest joins the words of a file name only where they lose something`() throws {
    #expect(try nasty("a", "off by 1").ledgerPath.hasSuffix("/a--off-by-1.json"))
    for culprit in ["off by +1", "off by -1", "off-by-1"] {
      #expect(try nasty("a", culprit).ledgerPath.contains("/a--off-by-1--"))
    }
    #expect(try nasty("a", "Off By 1").ledgerPath.contains("/a--Off-By-1--"))
    let accents = ["e\u{301}", "\u{e9}"]
    #expect(try nasty("a", accents[0]).ledgerPath == nasty("a", accents[1]).ledgerPath)
  }

  @Test func `designs whose names differ in a sign or in letters have folders of their own`() throws
  {
    let names = [
      "x-1", "x+1", "x 1", "x--1", "-x-1", "x(1)", "猫", "犬", "",
      String(repeating: "long ", count: 40),
      String(repeating: "long ", count: 41),
    ]
    let designs = names.map { "mutant(\($0))" } + ["repair(a)+repair(b)", "repair(a)", "repaired"]
    let folders = try designs.map { design in
      try CounterTraces.crash().with { $0.design = design }.ledgerFolder
    }
    #expect(Set(folders).count == designs.count)
    #expect(folders.first == "counter/mutant-x-1/open")
    #expect(folders.contains("counter/repair-a-repair-b/open"))
    #expect(folders.allSatisfy { $0.utf8.allSatisfy { $0 > 32 && $0 < 127 } })
  }

  @Test func `a finding that is saved again keeps its file`() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (try nasty("a", "a b"), try nasty("a", "a, b"))
    var ledger = try Ledger(directory: folder.path, of: .catalogue)
    for trace in [first, second, first, second] { _ = try ledger.save(trace) }
    #expect(folder.files.count == 2)
    #expect(first.path(below: folder.path) == first.ledgerPath)
    #expect(second.path(below: folder.path) == second.distinctLedgerPath)
  }
}
