import Foundation
import Testing
@testable import ReferenceProducts

@testable import Generators
@testable import Model
@testable import Spec
@testable import SpecRunner

/// What a shard keeps is what it found.
@Suite struct ShardResultTests {
  private static let quick = Registry.catalogue.products.flatMap { product in
    product.quickScopes.map { CatalogueCase(product: product.name, scope: $0) }
  }

  @Test(arguments: quick)
  func `a report is the same once it was kept`(_ example: CatalogueCase) throws {
    let report = try example.specification().check(
      limits: Limits(stateCountMax: 5_000), monitor: Monitor(), reachKinds: Set(Reach.Kind.allCases)
    )
    let result = ShardResult(
      command: ["check"], shard: "1/1",
      scopes: [.init(report: report, checked: CheckedScope(report))])
    let read = try ShardResult(data: result.data)
    #expect(try read.data == result.data)
    let kept = try #require(read.scopes?.first?.report)
    #expect(kept.identity == report.identity && kept.reason == report.reason)
    var statistics = report.statistics
    // They are others in every run.
    (statistics.byteCount, statistics.transitionCache) = (0, CacheStatistics())
    statistics.judgementCache = CacheStatistics()
    #expect(kept.statistics == statistics && kept.audit == report.audit)
    #expect((report.reach != nil) == (report.reason == .exhausted) && kept.reach == report.reach)
    #expect(kept.results.map(\.property) == report.results.map(\.property))
    #expect(kept.results.map(\.verdict) == report.results.map(\.verdict))
    #expect(kept.findings.map(\.trace) == report.findings.map(\.trace))
    #expect(kept.findings.map(\.story) == report.findings.map(\.story))
    #expect(kept.findings.map(\.circumstances) == report.findings.map(\.circumstances))
    #expect(kept.findings.map(\.cause) == report.findings.map(\.cause))
    #expect(kept.findings.map(\.isReplayed) == report.findings.map(\.isReplayed))
    #expect(kept.findings.map(\.tellingRank) == report.findings.map(\.tellingRank))
    #expect(
      kept.untold == report.untold && kept.growth == report.growth && kept.errors == report.errors)
  }

  @Test func `shards deal every place to one of them`() throws {
    for count in 1...5 {
      let shards = (0..<count).compactMap { Shard(index: $0, count: count) }
      for place in 0..<12 { #expect(shards.count { $0.takes(place) } == 1) }
    }
  }
}
