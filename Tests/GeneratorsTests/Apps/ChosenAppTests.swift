import Generators
import Model
import Spec
import Testing

/// Apps that choose one of several entries.
@Suite struct ChosenAppTests: AppSuite {
  @Test func `what is chosen by the order of a dictionary is found`() throws {
    try expectRight(NextSong())
    try expect("reducer.pure: playNext", after: 4, in: NextSong(goesByOrder: true))
  }

  /// What a check says of one property alone.
  private func check(_ clause: Property<AppSystem<NextSong>>.Clause) throws -> CheckReport {
    let system = AppSystem<NextSong>(product: DerivedProduct(NextSong()), scope: try .app())
    return Specification(
      identity: Identity(product: "songs", scope: "app"), system: system,
      properties: [Property("songs.chosen", "One is chosen.", witness: "two songs", clause)],
      teller: .runtime(system)
    ).check()
  }

  private func expectImpure(_ clause: Property<AppSystem<NextSong>>.Clause) throws {
    let report = try check(clause)
    #expect(report.errors.contains { $0.contains("judged otherwise by songs.chosen") })
    #expect(report.results.first?.verdict.word != "holds")
  }

  @Test func `a clause about a running app that goes by the order of a dictionary is told`() throws
  {
    try expectImpure(
      .invariant { state in
        guard let songs = state.state?.songs, songs.count > 1 else { return .idle }
        return .require(songs.keys.first == "Air", culprit: "order", "another one is first")
      })
    try expectImpure(
      .settled { state in
        .require(state.database.keys.first == "Air", culprit: "order", "another one is first")
      })
    try expectImpure(
      .step { step in
        guard let songs = step.new.state?.songs, songs.count > 1 else { return .idle }
        return .require(songs.keys.first == "Air", culprit: "order", "another one is first")
      })
  }

  @Test func `a clause about a running app that sorts what it takes is pure`() throws {
    let report = try check(
      .invariant { state in
        guard let songs = state.state?.songs, songs.count > 1 else { return .idle }
        return .require(
          songs.keys.min() == "Air" && state.database.keys.max() == "Bolero", culprit: "order",
          "another one is first")
      })
    #expect(report.errors.isEmpty && report.results.first?.verdict == .holds)
  }
}
