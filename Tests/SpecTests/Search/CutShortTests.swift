import Model
import Testing

@testable import Spec

/// What a search tells of that it found before it was stopped.
@Suite struct CutShortTests {
  /// Graphs drawn from a fixed seed, and what is found in each when time is over after so many
  /// states.
  private func found(
    in graph: DrawnGraph, after stateCount: Int, _ properties: [Property<DrawnGraph>]
  ) -> Exploration<DrawnGraph> {
    var monitor = Monitor { progress in
      progress.stateCount - progress.frontierCount >= stateCount ? .timeLimit : nil
    }
    monitor.isDue = { true }
    return explore(graph, properties, monitor: monitor)
  }

  @Test func `what was found before time was over is told by a shortest path`() {
    var random = Xorshift(seed: 20_261_125)
    var (cutCount, toldCount) = (0, 0)
    for number in 0..<200 {
      let graph = DrawnGraph(number: number, &random)
      let properties: [Property<DrawnGraph>] = [.never("never bad", graph.isBad)]
      let whole = explore(graph, properties)
      for stateCount in 1...6 {
        let cut = found(in: graph, after: stateCount, properties)
        if cut.reason != .timeLimit { continue }
        cutCount += 1
        #expect(cut.untold.isEmpty && cut.unconfirmed.isEmpty, "graph \(number): \(graph)")
        #expect(
          cut.verdicts == [
            cut.findings.isEmpty
              ? .holdsWithin(.timeLimit) : .violated(findingCount: cut.findings.count)
          ])
        for finding in cut.findings {
          let best = whole.findings.first { $0.name == finding.name }
          #expect(finding.path.labels.count == best?.path.labels.count, "graph \(number): \(graph)")
          toldCount += 1
        }
      }
    }
    #expect(cutCount > 100)
    #expect(toldCount > 50)
  }

  @Test func `who tells the end of a search in its place says what the search would`() {
    let graph = Graph((0..<400).map { (from: $0, label: "on", to: $0 + 1) })
    let specification = Specification(
      identity: Identity(product: "toy", scope: "small"), system: graph,
      properties: [
        .never("never -1") { $0 < 0 }, .never("never 7") { $0 == 7 },
        .possible("possible 3") { $0 == 3 }, Property("vacuous", .invariant { _ in .idle }),
      ], teller: Teller())
    var (progress, found): (SearchProgress?, [FindingName]) = (nil, [])
    var monitor = Monitor {
      progress = $0
      return $0.stateCount > 100 ? .interrupted : nil
    }
    monitor.find = { found = $0 }
    let report = specification.check(limits: Limits(), monitor: monitor)
    let told = specification.unfinishedReport(
      only: { _ in true }, endedBy: .interrupted, after: progress, found: found, told: [])
    #expect(
      report.results.map(\.verdict) == [
        .holdsWithin(.interrupted), .violated(findingCount: 1), .undecided("interrupted"),
        .undecided("premise not met, interrupted"),
      ])
    #expect(
      told.results.map(\.verdict) == [
        .holdsWithin(.interrupted), .violated(findingCount: 1), .undecided("interrupted"),
        .undecided("interrupted"),
      ])
  }

  @Test func `what held so far is taken back where a system turns out to be invalid`() {
    var edges = (0..<200).map { (from: $0, label: "on", to: $0 + 1) }
    edges += [(from: 200, label: "on", to: 0), (from: 200, label: "on", to: 1)]
    var told: [SearchProgress] = []
    let found = explore(
      Graph(edges), [.never("never -1") { $0 < 0 }],
      monitor: Monitor {
        told.append($0)
        return nil
      })
    #expect(
      found.reason == .invalidSystem("a label decides its step, and on is listed twice in 200"))
    #expect(told.first?.witnessed == [true])
    #expect(told.last?.witnessed == [])
  }

  /// A chain beside many dead ends, so that its layers are wide.
  private static let comb: Graph = {
    var edges: [(from: Int, label: String, to: Int)] = []
    for tooth in 0..<12 {
      let start = tooth * 1000
      edges.append((from: start, label: "go", to: start + 1000))
      for side in 1...300 { edges.append((from: start, label: "side \(side)", to: start + side)) }
    }
    return Graph(edges)
  }()

  @Test func `first paths are found among few states`() {
    let graph = Self.comb
    let properties: [Property<Graph>] = [.never("never") { $0 == 12_000 }]
    let expander = graph.makeExpansion(judging: properties, isReduced: false)
    var search = Search(Judge(properties, expander))
    let reason = search.run(
      from: graph.initialStates.map(expander.row), limits: Limits(), monitor: Monitor())
    #expect(reason == .exhausted)
    for index in search.initialCount..<search.graph.count {
      #expect(search.discoveries.sources(of: index).count <= 2 * StateGraph.batchCount)
      let source = search.discoverer(of: index)
      #expect(source.map { $0 < index } == true)
    }
  }

  @Test func `what a limit on states stopped is told by the best path`() {
    let graph = Graph([
      (from: 0, label: "b", to: 1), (from: 0, label: "a", to: 2), (from: 1, label: "bad", to: 3),
      (from: 2, label: "bad", to: 3), (from: 3, label: "on", to: 4), (from: 4, label: "on", to: 5),
    ])
    let cut = explore(graph, [.never("never 3") { $0 == 3 }], limits: Limits(stateCountMax: 4))
    #expect(cut.reason == .stateLimit(4))
    #expect(cut.found == explore(graph, [.never("never 3") { $0 == 3 }]).found)
  }
}
