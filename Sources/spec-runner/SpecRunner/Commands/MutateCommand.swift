import Dispatch
import Foundation
import Generators
import Model
import Spec
import Synchronization

/// Plants defects, and tells which promise catches each.
struct MutateCommand {
  private let products: [RegisteredProduct]
  private let names: Set<String>?
  private let plan: MutationPlan
  private let jobCount: Int
  private let secondsMax: Double?
  private let isListing: Bool
  private let outputs: Outputs

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "mutate")
    if arguments.words.count > 1 {
      throw UsageError("one product at most is expected, not \(arguments.words.count)")
    }
    let leavesOut = arguments.value("--without")?.split(separator: ",").map(String.init) ?? []
    products = try registry.products(named: arguments.words.first).map { product in
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
    names = arguments.value("--mutant").map {
      Set($0.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
    }
    for name in (names ?? []).sorted() where !products.contains(where: { $0.mutants.contains(name) }) {
      let (owner, word) = (arguments.words.first, Surroundings.programName)
      throw UsageError(
        "\(owner.map { "\($0) has" } ?? "there is") no mutant '\(name)'; "
          + "'\(word) mutate \(owner.map { "\($0) " } ?? "")--list' names them")
    }
    plan = MutationPlan(
      valueCount: try arguments.number("--values") ?? 500, runCount: try arguments.number("--runs") ?? 1000)
    jobCount =
      try arguments.number("--jobs", in: 1...256) ?? max(1, ProcessInfo.processInfo.activeProcessorCount)
    secondsMax = try arguments.seconds("--limit-time")
    isListing = arguments.has("--list")
    let reports = ["--json", "--markdown", "--junit", "--annotations"]
    if isListing, let option = reports.first(where: { arguments.has($0) || arguments.value($0) != nil }) {
      throw UsageError("--list prints names, one on a line; leave out \(option)")
    }
    outputs = try Outputs(arguments, of: registry)
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    if isListing {
      let lines = products.flatMap { product in chosen(of: product).map { "\(product.name)  \($0)" } }
      Surroundings.tell(data: lines.joined(separator: "\n"))
      return 0
    }
    let reports = SoFar<[MutationReport]>([])
    watchdog.limit(secondsMax: secondsMax)
    watchdog.lastWord { _ in try conclude(reports.now) }
    for product in products {
      let chosen = chosen(of: product)
      if !chosen.isEmpty { plant(chosen, in: product, watchdog, reports) }
    }
    watchdog.finish()
    return try conclude(reports.now)
  }

  private func conclude(_ reports: [MutationReport]) throws -> Int32 {
    let planned = products.map { ($0.name, chosen(of: $0)) }.filter { !$0.1.isEmpty }
    return try outputs.write(MutationDocument(reports, planned: planned))
  }

  private func chosen(of product: RegisteredProduct) -> [String] {
    product.mutants.filter { names?.contains($0) ?? true }
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
        product: product.name, plan: plan, scopes: scopes, mutants: mutants.indices.compactMap { found[$0] },
        plannedCount: mutants.count)
      reports.note { $0 = $0.prefix(place) + [report] }
    }
    note([], [:])
    let baseline = product.mutationBaseline(plan, jobCount: jobCount) { watchdog.isOver }
    let outcomes = Mutex([Int: MutantReport]())
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: jobCount) { _ in
      while case let number = next.add(1, ordering: .relaxed).oldValue, number < mutants.count {
        if watchdog.isOver { return }
        let report = product.catches(mutant: mutants[number], beyond: baseline, plan) { watchdog.isOver }
        outcomes.withLock { known in
          known[number] = report
          note(baseline.scopeNames, known)
          line.show(known.count, of: mutants.count, "mutant")
        }
      }
    }
  }
}
