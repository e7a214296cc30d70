import Foundation
import Generators
import Testing

@testable import Model
@testable import Spec

/// A line of steps whose labels are given: for the shapes of labels.
private struct Labelled<Label: Hashable & Sendable>: ExplicitSystem {
  typealias State = Int
  let labels: [Label]
  let initialStates = [0]
  func steps(from state: Int) -> [Step<Int, Label>] {
    state < 2 * labels.count ? labels.map { Step($0, to: state + 1) } : []
  }
}

/// Labels of any type are told, written and read back.
@Suite struct WrittenLabelTests {
  /// The trace of a step with each label, written, read and graded.
  private func requireReplay<Label: Hashable & Sendable>(_ labels: Label...) throws {
    for label in labels {
      let system = Labelled(labels: labels)
      let property = Property<Labelled<Label>>(
        "never", "", witness: "", .step { .require($0.label != label, culprit: "taken", "") })
      let specification = Specification(
        identity: Identity(product: "p", scope: "s"), system: system, properties: [property],
        teller: Teller())
      let report = specification.check()
      #expect(report.errors == [])
      let trace = try #require(report.findings.first?.trace)
      let again = try Trace(data: trace.data)
      #expect(again == trace)
      #expect(try specification.grade(again).grade == .reproduces, "\(trace.labels ?? [])")
      #expect(try specification.labels(of: again).labels == [label])
    }
  }

  private enum Word: String, Codable { case red, green }
  private enum Choice: Hashable { case a, b(Int), c(x: Int, y: String) }
  private enum Written: Hashable, Codable { case a, b(Int), c(x: Int, y: String) }
  private struct Pair: Hashable, Codable {
    var left: Int
    var right: String
  }
  private struct Plain: Hashable { var left, right: Int }
  /// Leaves out what tells its values apart.
  private struct Lossy: Hashable, Codable {
    var kept: Int
    var lost = 0
    private enum CodingKeys: CodingKey { case kept }
  }
  private struct OnlyEncodable: Hashable, Encodable { var number: Int }
  private struct OnlyDecodable: Hashable, Decodable { var number: Int }
  private struct Team: Hashable, Codable { var members: Set<String> }

  @Test func `labels of every shape are read back from their traces`() throws {
    try requireReplay(1, 2, -7, Int.max, Int.min)
    try requireReplay(UInt64.max, 0, 1 << 60)
    try requireReplay("go", "stop", "", "a \"b\"\n", "\u{1F600}")
    try requireReplay(true, false)
    try requireReplay(0.5, -1, 1e300, Double.infinity, -Double.infinity)
    try requireReplay(Character("x"), "é")
    try requireReplay(Optional(1), nil)
    try requireReplay(Word.red, .green)
    try requireReplay(Choice.a, .b(1), .b(2), .c(x: 1, y: "z"))
    try requireReplay(Written.a, .b(1), .b(2), .c(x: 1, y: "z"))
    try requireReplay(Pair(left: 1, right: "b"), Pair(left: 2, right: "b"))
    try requireReplay(Plain(left: 1, right: 2), Plain(left: 2, right: 1))
    try requireReplay(Lossy(kept: 1, lost: 1), Lossy(kept: 1, lost: 2))
    try requireReplay(OnlyEncodable(number: 1), OnlyEncodable(number: 2))
    try requireReplay(OnlyDecodable(number: 1), OnlyDecodable(number: 2))
    try requireReplay([1, 2], [2, 1], [])
    try requireReplay(["a": 1, "b": 2], [:])
    try requireReplay(Set(["a", "b", "c"]), ["d"])
    try requireReplay(Team(members: ["a", "b", "c"]), Team(members: []))
    try requireReplay([Word.red: 1, .green: 2], [.red: 2])
    try requireReplay(Date(timeIntervalSince1970: 1.5), Date(timeIntervalSince1970: 2))
    try requireReplay(UUID(uuidString: "00000000-0000-0000-0000-000000000001"), nil)
    try requireReplay(URL(string: "https://a.example"), URL(string: "https://b.example"))
  }

  @Test func `a label from another initial state is found there`() throws {
    struct Two: ExplicitSystem {
      typealias State = Int
      typealias Label = Plain
      let initialStates = [0, 10]
      func steps(from state: Int) -> [Step<Int, Plain>] {
        state < 12 ? [Step(Plain(left: state, right: 0), to: state + 1)] : []
      }
    }
    let specification = Specification(
      identity: Identity(product: "p", scope: "s"), system: Two(),
      properties: [
        Property<Two>(
          "small", "", witness: "", .invariant { .require($0 < 12, culprit: "large", "") })
      ],
      teller: Teller())
    let trace = try #require(specification.check().findings.first?.trace)
    #expect(trace.initial == 1 && trace.length == 2)
    #expect(try specification.grade(try Trace(data: trace.data)).grade == .reproduces)
  }

  @Test func `words of labels come from their content, in order`() throws {
    enum Pick: Hashable { case these(Set<Int>) }
    let all = Set(0..<20)
    let system = Labelled(labels: [Pick.these(all)])
    let specification = Specification(
      identity: Identity(product: "p", scope: "s"), system: system,
      properties: [
        Property<Labelled<Pick>>(
          "few", "", witness: "", .invariant { .require($0 < 2, culprit: "many", "") })
      ],
      teller: Teller())
    let report = specification.check()
    let words = "these([\((0..<20).map(String.init).joined(separator: ", "))])"
    #expect(report.errors == [])
    #expect(report.findings.map(\.culprit) == ["many after these"])
    #expect(report.findings.first?.story.lines.first?.sentence == words)
    #expect(report.findings.first?.trace.labels?.first == .string(words))
  }

  @Test func `a defect is one finding, whatever the values of the labels that show it`() {
    /// Nine cells that two players fill in turn; a filled cell can be taken again.
    struct Board: ExplicitSystem {
      struct State: Hashable, Sendable {
        var cells = Array(repeating: 0, count: 9)
        var player = 1
        var isOver = false
      }
      enum Label: Hashable, Sendable { case place(player: Int, cell: Int) }
      let initialStates = [State()]
      func steps(from state: State) -> [Step<State, Label>] {
        state.isOver
          ? []
          : state.cells.indices.map { cell in
            var next = state
            (next.isOver, next.cells[cell]) = (state.cells[cell] != 0, state.player)
            next.player = 3 - state.player
            return Step(.place(player: state.player, cell: cell), to: next)
          }
      }
    }
    let property = Property<Board>(
      "taken once", "", witness: "", .invariant { .require(!$0.isOver, culprit: "taken twice", "") }
    )
    let specification = Specification(
      identity: Identity(product: "board", scope: "s"), system: Board(), properties: [property],
      teller: Teller())
    #expect(specification.check().findings.map(\.culprit) == ["taken twice after place"])
  }
}
