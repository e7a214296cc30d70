import Foundation
import Generators
import Model
import Testing

@testable import Spec

/// Edges by numbers that a search would never draw, and by those that it does.
@Suite struct EdgeListTests {
  /// Keeps edges; where the number of targets is a multiple of three, it is a fault that leads
  /// there.
  private func keep(_ targets: [[Int]], in edges: inout EdgeList) {
    for state in targets {
      for target in state {
        edges.append(target, traits: state.count.isMultiple(of: 3) ? .fault : .gesture)
      }
      edges.endState()
    }
  }

  /// What is read of all states, block after block.
  private func targets(in edges: borrowing EdgeList) -> [[Int]] {
    var (block, found): (EdgeBlock, [[Int]]) = (EdgeBlock(), [])
    for number in 0..<edges.blockCount {
      edges.read(number, into: &block)
      #expect(block.states == edges.states(of: number))
      for state in block.states { found.append(block.edges(from: state).map(block.target)) }
    }
    return found
  }

  /// As a search meets states: some steps of each lead to new ones, the others to any that were
  /// met.
  private func drawn(_ stateCount: Int, seed: UInt64) -> [[Int]] {
    var source = RandomSource(seed: seed)
    var next = 1
    return (0..<stateCount).map { state in
      (0..<source.choose(below: 7)).map { _ in
        if source.choose(below: 3) == 0 {
          next += 1
          return next - 1
        }
        return source.choose(below: next)
      }
    }
  }

  @Test(arguments: [
    [], [[]], [[0]], [[1], [0, 1], [2, 2, 2], []],
    [[Int(UInt32.max) - 1, 0, Int(UInt32.max) - 1], [1]],
    Array(repeating: [], count: 64), Array(repeating: [7], count: 65),
    [Array(0..<3000), [2999, 0]],
  ])
  func `edges are read as they were kept`(_ kept: [[Int]]) {
    var edges = EdgeList(avoiding: [[]])
    keep(kept, in: &edges)
    #expect(targets(in: edges) == kept)
    #expect(edges.count == kept.joined().count)
  }

  @Test(arguments: 0..<20) func `drawn edges are read as they were kept`(_ seed: UInt64) {
    let kept = drawn(1000, seed: seed)
    var edges = EdgeList(avoiding: [[], .fault])
    keep(kept, in: &edges)
    #expect(targets(in: edges) == kept)
    let (all, faultless) = (edges.allowedEdges(towardsGoal: 0), edges.allowedEdges(towardsGoal: 1))
    var edge = 0
    for state in kept {
      for _ in state {
        #expect(all.contains(edge))
        #expect(faultless.contains(edge) == !state.count.isMultiple(of: 3))
        edge += 1
      }
    }
  }

  @Test
  func `targets near those of the state before take a byte each, and so does the count of a state`()
  {
    var edges = EdgeList(avoiding: [[]])
    let count = 1 << 20
    keep((0..<count).map { [$0 + 5, $0 + 70_000] }, in: &edges)
    // Three mebibytes and more of counts and targets, a bit for each edge, and the starts of
    // blocks.
    #expect(edges.memory.byteCount < 5 << 20)
  }

  @Test(arguments: [0, 1 << 23, .max])
  func `edges are kept where the file of states has room, and in memory beyond it`(
    _ byteCountMax: Int
  ) throws {
    let file = try #require(
      SpillFile(in: FileManager.default.temporaryDirectory.path, byteCountMax: byteCountMax))
    var edges = EdgeList(avoiding: [[]], spillingTo: file)
    let count = 1 << 18
    let kept = (0..<count).map { state in (0..<9).map { state &* 2_654_435_761 >> $0 & 0xfff_ffff }
    }
    keep(kept, in: &edges)
    #expect(targets(in: edges) == kept)
    #expect(file.isFull == (byteCountMax != .max))
    #expect((edges.memory.byteCount > 2 << 20) == (byteCountMax != .max))
  }
}
