import Foundation
import Testing
@testable import ReferenceProducts

@testable import Model

/// The listener of Quakes, decided anew from old state, action and current state, without a notice
/// between.
@Suite struct QuakesListenerTests {
  private static func quake(_ id: String, _ magnitude: Double) -> Quake {
    let time = Date(timeIntervalSinceReferenceDate: 0)
    return Quake(quakeId: id, magnitude: magnitude, time: time, updated: time, name: id)
  }

  private static let versions: [[Quake?]] = ["A", "B"].map { [nil, quake($0, 1), quake($0, 2)] }

  /// Every state of two quakes in two versions each, at the statuses given.
  private static func states(_ statuses: [Status?]) -> [Quakes.State] {
    versions[0].flatMap { first in
      versions[1].flatMap { second in
        statuses.map { status in
          let quakes = [first, second].compactMap(\.self)
          return Quakes.State(
            quakes: .init(
              data: Dictionary(uniqueKeysWithValues: quakes.map { ($0.quakeId, $0) }),
              status: status))
        }
      }
    }
  }

  private static let payloads: [[Quake]] = [
    [], [quake("A", 1)], [quake("A", 2), quake("B", 1)], [quake("A", 0), quake("B", 2)],
    [quake("A", 1), quake("A", 2)], [quake("A", 2), quake("A", 2), quake("A", 0)], [quake("C", 1)],
  ]

  private static let actions: [Quakes.Action] =
    [
      .ui(.quakeListOnAppear), .ui(.refreshQuakes(range: .allDay)),
      .ui(.deleteSelectedQuake(id: "A")),
      .ui(.deleteAllQuakes), .data(.localStoreDidFetchQuakes(result: .failure(text: "no"))),
      .data(.localStoreDidFetchQuakes(result: .success(payload: [quake("A", 1)]))),
      .data(.remoteStoreDidFetchQuakes(result: .failure(text: "no"))),
    ] + payloads.map { .data(.remoteStoreDidFetchQuakes(result: .success(payload: $0))) }

  /// The table of the listener as it is written: an element, the state before it, the state now.
  private func decide(_ old: Quakes.State, _ action: Quakes.Action, _ now: Quakes.State) -> Quakes
    .Operation?
  {
    switch action {
    case .ui(.quakeListOnAppear):
      return old.quakes.status == nil && now.quakes.status == .waiting ? .fetchLocalQuakes : nil
    case .ui(.refreshQuakes(let range)):
      guard old.quakes.status != .waiting, now.quakes.status == .waiting else { return nil }
      return .fetchRemoteQuakes(range: range, answer: nil)
    case .ui(.deleteSelectedQuake(let id)): return .deleteLocalQuake(id: id)
    case .ui(.deleteAllQuakes): return .deleteAllLocalQuakes
    case .data(.remoteStoreDidFetchQuakes(.success(let payload))):
      let (before, after) = (old.quakes.data, now.quakes.data)
      let known = payload.map(\.quakeId).filter { before[$0] != nil }
      return .syncLocalQuakes(
        changes: Quakes.Changes(
          inserted: payload.filter { before[$0.quakeId] == nil && after[$0.quakeId] != nil },
          updated: known.compactMap { after[$0] }.filter { before[$0.quakeId] != $0 },
          deleted: known.filter { after[$0] == nil }))
    case .data: return nil
    }
  }

  @Test func `the listener decides from the notice what it decides from the whole element`() throws
  {
    var operations: Set<Quakes.Operation> = []
    for action in Self.actions {
      for old in Self.states([nil, .waiting, .success, .failure(text: "no")]) {
        let notice = QuakesListener.notice(old, action)
        for now in Self.states([nil, .waiting, .success]) {
          let operation = notice.flatMap { QuakesListener.react($0, now) }
          let expected = decide(old, action, now)
          if operation != expected {
            Issue.record("\(action) from \(old) at \(now): \(operation as Any)")
          }
          operation.map { _ = operations.insert($0) }
        }
      }
    }
    #expect(operations.count > 40)
  }

  // MARK: Stores

  private func rows(after changes: Quakes.Changes, _ rows: [Quake]) throws -> [Quake] {
    var database = Quakes.Database(rows: rows)
    #expect(try QuakesStore.perform(.syncLocalQuakes(changes: changes), &database) == .done)
    return database.rows
  }

  @Test
  func
    `a sync inserts a row an occurrence, overwrites every row of an id and removes all of another`()
    throws
  {
    let (first, second) = (Self.quake("A", 1), Self.quake("A", 2))
    let (other, changed) = (Self.quake("B", 1), Self.quake("B", 2))
    let inserts = Quakes.Changes(inserted: [second, first])
    #expect(try rows(after: inserts, [other]) == [second, first, other])
    #expect(
      try rows(after: Quakes.Changes(updated: [changed]), [other, first, other]) == [
        first, changed, changed,
      ])
    #expect(try rows(after: Quakes.Changes(updated: [changed]), [first]) == [first])
    #expect(
      try rows(after: Quakes.Changes(deleted: ["A", "A"]), [first, other, second]) == [other])
    // What is inserted is there to be overwritten, and what is overwritten to be removed.
    let all = Quakes.Changes(inserted: [first, other], updated: [second, changed], deleted: ["B"])
    #expect(try rows(after: all, []) == [second])
  }

  @Test func `an id that repeats among the updates is a crash, and the rows stay as they were`() {
    let row = Self.quake("A", 1)
    let twice = Quakes.Changes(
      inserted: [Self.quake("B", 1)], updated: [Self.quake("A", 2), Self.quake("A", 2)])
    var database = Quakes.Database(rows: [row])
    let quakes = Quakes()
    #expect(throws: Crash("quake A is twice among the updates, whose keys have to be unique")) {
      _ = try quakes.result(of: .syncLocalQuakes(changes: twice), fault: nil, on: &database)
    }
  }

  @Test
  func
    `a payload without a name fails, without coordinates crashes, without a magnitude reads 0`()
    throws
  {
    let quake = Self.quake("A", 3)
    func read(_ gaps: Set<Quakes.FeedEntry.Gap>) throws -> [Quake] {
      try Quakes.Payload("feed", entries: [Quakes.FeedEntry(quake, lacking: gaps)]).read()
    }
    #expect(try read([]) == [quake])
    #expect(try read([.magnitude]) == [Self.quake("A", 0)])
    #expect(throws: Quakes.nameMissing) { _ = try read([.name]) }
    #expect(throws: Crash("quake A has fewer than two coordinates")) {
      _ = try read([.coordinates])
    }
  }
}
