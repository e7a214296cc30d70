import Foundation
import Testing

@testable import Model

/// A scope that makes no sense cannot be made, changed or read.
@Suite struct ScopeTests {
  private static let plain = Scope(name: "plain", values: 0)

  @Test func `a scope of values alone is open and serial, with mail for one and nothing else`()
    throws
  {
    #expect(try Self.plain == Scope(name: "plain", mailMax: 1, values: 0))
    #expect(Self.plain.environment == .open && Self.plain.discipline == .serial)
    #expect((Self.plain.faultsMax, Self.plain.relaunchesMax, Self.plain.additionsMax) == (0, 0, 0))
  }

  @Test(arguments: [(255, 255), (1, 1), (0, 3), (4, 0), (0, 0)])
  func `the bounds that a scope may have come back from a row`(faultsMax: Int, relaunchesMax: Int)
    throws
  {
    let scope = try Scope(
      name: "wide", mailMax: 64, faultsMax: faultsMax, relaunchesMax: relaunchesMax,
      additionsMax: 32767, values: 0)
    let budgets = Budgets(
      faultsLeft: scope.faultsMax, relaunchesLeft: scope.relaunchesMax,
      additionsLeft: scope.additionsMax)
    let layout = Budgets.Layout(
      faultsMax: faultsMax, relaunchesMax: relaunchesMax, additionsMax: scope.additionsMax)
    #expect(layout.budgets(of: layout.word(of: budgets)) == budgets)
    let word = layout.taking(7, from: layout.word(of: budgets))
    #expect(layout.additionsLeft(word) == 32760 && layout.faultsLeft(word) == UInt32(faultsMax))
    #expect(layout.taking(-9, from: word) == layout.word(of: budgets))
  }

  @Test(arguments: [
    ("mailMax", 0, "1 to 64"), ("mailMax", 65, "1 to 64"), ("mailMax", Int.min, "1 to 64"),
    ("faultsMax", -1, "0 to 255"), ("faultsMax", 300, "0 to 255"),
    ("relaunchesMax", -1, "0 to 255"),
    ("relaunchesMax", 256, "0 to 255"), ("occurrencesMax", -1, "0 to 15"),
    ("occurrencesMax", 16, "0 to 15"), ("additionsMax", -1, "0 to 32767"),
    ("additionsMax", 32768, "0 to 32767"), ("additionsMax", Int.max, "0 to 32767"),
  ])
  func `a bound that makes no sense is refused with its range, however it comes`(
    _ bound: String, _ value: Int, _ range: String
  ) throws {
    let wanted = ScopeError("\(bound) is \(value), it must be from \(range)")
    func given(_ name: String) -> Int? { bound == name ? value : nil }
    #expect(throws: wanted) {
      _ = try Scope(
        name: "plain", mailMax: given("mailMax") ?? 1, faultsMax: given("faultsMax") ?? 0,
        relaunchesMax: given("relaunchesMax") ?? 0, additionsMax: given("additionsMax") ?? 0,
        occurrencesMax: given("occurrencesMax") ?? 0, values: 0)
    }
    #expect(throws: wanted) {
      _ = try Self.plain.with(
        mailMax: given("mailMax"), faultsMax: given("faultsMax"),
        relaunchesMax: given("relaunchesMax"),
        additionsMax: given("additionsMax"), occurrencesMax: given("occurrencesMax"))
    }
    var fields = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(Self.plain)) as? [String: Any])
    fields[bound] = value
    let data = try JSONSerialization.data(withJSONObject: fields)
    #expect(throws: wanted) { _ = try JSONDecoder().decode(Scope<Int>.self, from: data) }
  }

  @Test func `budgets fit into one word together`() throws {
    let scope = try Scope(
      name: "wide", faultsMax: 255, additionsMax: 32767, occurrencesMax: 15, store: .remote,
      values: 0)
    let budgets = Budgets(
      faultsLeft: 254, relaunchesLeft: 0, additionsLeft: 32766, occurrencesLeft: 14)
    let layout = Budgets.Layout(
      faultsMax: 255, relaunchesMax: 0, additionsMax: 32767, occurrencesMax: scope.occurrencesMax)
    #expect(layout.budgets(of: layout.word(of: budgets)) == budgets)
    #expect(
      throws: ScopeError(
        "faults, kills, occurrences and additions are too many together; lower one of them")
    ) { _ = try scope.with(relaunchesMax: 255) }
  }

  @Test func `a scope tells which of its choices are not usual`() throws {
    let usual = try Scope(name: "usual", relaunchesMax: 1, values: 0)
    let other = try Scope(
      name: "other", relaunchesMax: 1, store: .remote, listsAlike: true, values: 0)
    #expect(usual.choices == [])
    #expect(
      other.choices == ["the database is remote", "equal dictionaries list their entries alike"])
    #expect(usual.usual == other.usual)
    #expect(try JSONDecoder().decode(Scope<Int>.self, from: JSONEncoder().encode(other)) == other)
  }

  @Test(arguments: [-1, 0, 4]) func `there are one to three windows`(_ count: Int) throws {
    let wanted = ScopeError("windows.countMax is \(count), it must be from 1 to 3")
    #expect(throws: wanted) { _ = try WindowBounds(countMax: count) }
    let data = Data(#"{"countMax": \#(count), "opensAndCloses": false, "leavesOut": []}"#.utf8)
    #expect(throws: wanted) { _ = try JSONDecoder().decode(WindowBounds.self, from: data) }
  }

  @Test func `windows and the environment go together`() throws {
    let windows = try WindowBounds(countMax: 1)
    #expect(throws: ScopeError("the environment 'windows' needs windows.countMax")) {
      _ = try Scope(name: "plain", environment: .windows, values: 0)
    }
    #expect(throws: ScopeError("windows belong to the environment 'windows', not 'open'")) {
      _ = try Self.plain.with(windows: windows)
    }
  }

  @Test func `a change of one bound leaves the others as they are`() throws {
    let windows = try WindowBounds(
      countMax: 2, opensAndCloses: true, lagging: ["a.b"], leavesOut: ["c"])
    let scope = try Scope(
      name: "some", environment: .windows, discipline: .concurrent, mailMax: 2, faultsMax: 3,
      relaunchesMax: 4, additionsMax: 5, windows: windows, values: 6)
    #expect(try scope.with() == scope)
    let changed = try scope.with(faultsMax: 9)
    #expect(changed.faultsMax == 9)
    #expect(try changed.with(faultsMax: 3) == scope)
    #expect(try JSONDecoder().decode(Scope<Int>.self, from: JSONEncoder().encode(scope)) == scope)
  }
}
