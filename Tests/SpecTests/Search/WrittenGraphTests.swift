import Model
@testable import Spec
import Testing

/// Graphs for other tools.
@Suite struct WrittenGraphTests {
  private func lines(_ graph: Graph, _ format: GraphFormat = .aut) throws -> [String] {
    let specification = Specification(
      identity: Identity(product: "toy", scope: "small"), system: graph, properties: [],
      teller: Teller())
    var lines: [String] = []
    #expect(try specification.writeGraph(format, shouldStop: { false }) { lines.append($0) })
    return lines
  }

  @Test func `a graph is written state after state, its labels in quotes`() throws {
    #expect(
      try lines(Graph([(0, "go", 1), (1, "say \"no\"", 0), (1, "stay", 1)])) == [
        "des (0, 3, 2)", #"(0, "go", 1)"#, #"(1, "say \"no\"", 0)"#, #"(1, "stay", 1)"#,
      ])
  }

  @Test func `a graph for Graphviz has its steps as edges`() throws {
    #expect(
      try lines(Graph([(0, "go", 1), (1, "say \"no\"", 0)], initial: [0, 1]), .dot) == [
        "digraph {\n  0", #"  0 -> 1 [label="start"]"#, #"  0 -> 2 [label="start"]"#,
        #"  1 -> 2 [label="go"]"#,
        #"  2 -> 1 [label="say \"no\""]"#, "}",
      ])
  }

  @Test func `several initial states follow one that leads to them`() throws {
    #expect(
      try lines(Graph([(0, "go", 1)], initial: [0, 1])) == [
        "des (0, 3, 3)", #"(0, "start", 1)"#, #"(0, "start", 2)"#, #"(1, "go", 2)"#,
      ])
  }

  @Test(arguments: [[], [0, 0]])
  func `a system without an initial state, or with one twice, has no graph`(initial: [Int]) {
    #expect(throws: TraceError.self) { try lines(Graph([(0, "go", 1)], initial: initial)) }
  }

  @Test func `what is stopped writes nothing`() throws {
    let specification = Specification(
      identity: Identity(product: "toy", scope: "small"), system: Graph([(0, "go", 1)]),
      properties: [], teller: Teller())
    var lineCount = 0
    #expect(try !specification.writeGraph(shouldStop: { true }) { _ in lineCount += 1 })
    #expect(lineCount == 0)
  }
}
