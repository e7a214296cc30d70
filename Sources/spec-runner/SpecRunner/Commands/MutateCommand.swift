import Generators
import Model
import Spec
import Synchronization

/// Plants defects, and tells which promise catches each.
struct MutateCommand {
  /// The mutants to plant, by product: all that were chosen, or a shard's part of them.
  private let planned: [(product: RegisteredProduct, mutants: [String])]
  /// How many were chosen.
  private let chosenCount: Int
  private let shard: Shard
  private let folder: ResultsFolder?
  /// What was asked for, as the shards of one run have it in common.
  private let asked: [String]
  private let plan: MutationPlan
  private let jobCount: Int
  private let secondsMax: Double?
  private let isListing: Bool
  private let outputs: Outputs

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "mutate")
    let owner = try arguments.product()
    let leavesOut = arguments.value("--without")?.split(separator: ",").map(String.init) ?? []
    let products = try registry.products(of: arguments).map { product in
      var product = product
      product.counts = { name in
        !leavesOut.contains { name == $0 || name.hasPrefix("\($0)(") || name.hasPrefix("\($0).") }
      }
      return product
    }
    if products.allSatisfy(\.mutants.isEmpty) {
      let owners = products.map(\.name).joined(separator: ", ")
      throw UsageError("nothing is planted in \(owners); register the product with 'mutants'")
    }
    let names = arguments.value("--mutant").map {
      Set($0.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
    }
    for name in (names ?? []).sorted()
    where !products.contains(where: { $0.mutants.contains(name) }) {
      throw UsageError(
        "\(owner.map { "\($0) has" } ?? "there is") no mutant '\(name)'; "
          + "'\(Surroundings.programName) mutate \(owner.map { "\($0) " } ?? "")--list' names them")
    }
    shard = try arguments.shardOfResults()
    asked = ["mutate"] + arguments.words + arguments.options(besides: OptionNames.ofShards)
    let chosen = products.map { product in
      (product: product, mutants: product.mutants.filter { names?.contains($0) ?? true })
    }
    chosenCount = chosen.map(\.mutants.count).reduce(0, +)
    planned = Self.dealt(chosen, shard)
    plan = MutationPlan(
      valueCount: try arguments.number("--values") ?? 500,
      runCount: try arguments.number("--runs") ?? 1000)
    jobCount = try arguments.jobCount()
    secondsMax = try arguments.seconds("--limit-time")
    isListing = arguments.has("--list")
    let reports = ["--json", "--markdown", "--junit", "--annotations", "--results"]
    if isListing,
      let option = reports.first(where: { arguments.has($0) || arguments.value($0) != nil })
    {
      throw UsageError("--list prints names, one on a line; leave out \(option)")
    }
    outputs = try Outputs(arguments, of: registry)
    folder = try ResultsFolder(arguments)
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    if isListing {
      let lines = planned.flatMap { product, mutants in mutants.map { "\(product.name)  \($0)" } }
      Surroundings.tell(data: lines.joined(separator: "\n"))
      return 0
    }
    let reports = SoFar<[MutationReport]>([])
    watchdog.limit(secondsMax: secondsMax)
    watchdog.lastWord { reason in try conclude(reports.now, endedBy: reason) }
    if planned.isEmpty {
      let all = chosenCount.counted("mutant")
      Surroundings.warn("shard \(shard.words) has nothing to do, of \(all)")
    }
    try folder?.begin(asked, shard)
    for (product, mutants) in planned { plant(mutants, in: product, watchdog, reports) }
    watchdog.finish()
    return try conclude(reports.now, endedBy: watchdog.reason)
  }

  private func conclude(
    _ reports: [MutationReport], endedBy reason: ExitReason?, missing: [String] = []
  ) throws -> Int32 {
    var failure: TraceError?
    do {
      try folder?.save(
        ShardResult(command: asked, shard: shard.words, limit: reason?.words, mutants: reports))
    } catch {
      failure = error
    }
    let document = MutationDocument(
      reports, planned: planned.map { ($0.product.name, $0.mutants) }, missing: missing)
    return try outputs.write(document, failure: failure)
  }

  /// Tells what the shards of a run came to, as the whole run would.
  ///
  /// - Returns: the exit status.
  func merge(_ run: ShardedRun, _ watchdog: Watchdog) throws -> Int32 {
    let all = planned.flatMap { product, mutants in mutants.map { [product.name, $0] } }
    var found: [[String]: MutantReport] = [:]
    for (path, result) in run.all {
      for report in result.mutants ?? [] {
        for mutant in report.mutants {
          let name = [report.product, mutant.name]
          guard let place = all.firstIndex(of: name), result.shardOfRun.takes(place) else {
            throw TraceError(
              "\(path): \(name.joined(separator: " ")) is no mutant of this shard; "
                + "use the version that wrote it")
          }
          found[name] = mutant
        }
      }
    }
    let reports = planned.compactMap { product, mutants -> MutationReport? in
      let parts = run.all.flatMap { $0.result.mutants ?? [] }.filter { $0.product == product.name }
      if parts.isEmpty { return nil }
      return MutationReport(
        product: product.name, plan: plan, scopes: parts.map(\.scopes).first { !$0.isEmpty } ?? [],
        mutants: mutants.compactMap { found[[product.name, $0]] }, plannedCount: mutants.count)
    }
    let missing = run.absences(of: all.count) { found[all[$0]] != nil }
      .map { "\($0.why); \($0.places.count.counted("mutant")) not planted" }
    watchdog.finish()
    return try conclude(reports, endedBy: nil, missing: missing)
  }

  /// What a shard takes of mutants.
  private static func dealt(
    _ mutants: [(product: RegisteredProduct, mutants: [String])], _ shard: Shard
  ) -> [(product: RegisteredProduct, mutants: [String])] {
    var first = 0
    return mutants.map { product, mutants in
      defer { first += mutants.count }
      return (
        product, mutants.enumerated().filter { shard.takes(first + $0.offset) }.map(\.element)
      )
    }.filter { !$0.mutants.isEmpty }
  }

  private func plant(
    _ mutants: [String], in product: RegisteredProduct, _ watchdog: Watchdog,
    _ reports: SoFar<[MutationReport]>
  ) {
    let line = ProgressLine(title: product.name)
    line.show(words: "what the published design shows")
    let plan = plan
    let place = reports.now.count
    let note = { @Sendable (scopes: [String], found: [Int: MutantReport]) in
      let report = MutationReport(
        product: product.name, plan: plan, scopes: scopes,
        mutants: mutants.indices.compactMap { found[$0] }, plannedCount: mutants.count)
      reports.note { $0 = $0.prefix(place) + [report] }
    }
    note([], [:])
    let analysis = MutationAnalysis(of: product, plan) { watchdog.isOver }
    let baseline = analysis.baseline(jobCount: jobCount)
    let outcomes = Mutex([Int: MutantReport]())
    sideBySide(jobCount, upTo: mutants.count) { number in
      if watchdog.isOver { return }
      let report = analysis.report(of: mutants[number], beyond: baseline)
      outcomes.withLock { known in
        known[number] = report
        note(baseline.scopeNames, known)
        line.show(known.count, of: mutants.count, "mutant")
      }
    }
  }
}
