import Generators
import Model
import Spec

/// Asks properties of values about generated ones and shrinks what breaks them.
struct ValuesCommand {
  private let options: CommonOptions
  private let plan: ValuePlan

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "values")
    options = try CommonOptions(arguments, of: registry)
    plan = ValuePlan(seed: try arguments.seed(), runCount: try arguments.number("--runs") ?? 1000)
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    let ledger = try options.ledger()
    let known = SoFar(Known())
    watchdog.limit(secondsMax: options.secondsMax)
    watchdog.lastWord { try conclude(known.now.concluded, ledger, Conclusion(endedBy: $0)) }
    let chosen = options.selection.registry.products.compactMap { product in
      options.selection.specifications.first { $0.identity.product == product.name }.map {
        (product, $0.identity)
      }
    }
    var idle: [String] = []
    for (product, identity) in chosen where !Surroundings.isInterrupted {
      let line = ProgressLine(title: product.name)
      var nextLook = 0.0
      let report = product.checkValues(
        design: identity.design, plan, only: options.selection.includes
      ) { runCount, report in
        let now = Surroundings.seconds()
        if now >= nextLook {
          line.show(runCount, of: plan.runCount, "value")
          let report = report()
          known.note { $0.underWay = report }
          nextLook = now + Self.lookSeconds
        }
        return watchdog.isOver
      }
      if let report {
        known.note { $0 = Known(reports: $0.reports + [report]) }
      } else {
        idle.append(product.name)
      }
    }
    if known.now.reports.isEmpty && !idle.isEmpty {
      throw UsageError(
        "nothing generates values for \(idle.joined(separator: ", ")); register the product with "
          + "'inputs'"
      )
    }
    known.note { [idle] in $0.isLacking = $0.reports.count + idle.count < chosen.count }
    return try conclude(known.now, ledger, Conclusion(watchdog))
  }

  /// What is known while values are drawn.
  private struct Known: Sendable {
    var reports: [GeneratedValuesReport] = []
    /// What those of the product under way showed.
    var underWay: GeneratedValuesReport?
    /// Whether some product was not asked at all, or may not have been.
    var isLacking = true

    /// What is known where the product under way has to end.
    var concluded: Self {
      Self(reports: reports + (underWay.map { [$0] } ?? []), isLacking: isLacking)
    }
  }

  /// How often what is under way is looked at, in seconds.
  private static let lookSeconds = 0.1

  private func conclude(_ known: Known, _ ledger: Ledger, _ conclusion: Conclusion) throws -> Int32
  {
    let reports = known.reports
    var report = Report(ledger)
    report.values = reports.map(CheckedValues.init)
    let wasStopped = reports.contains(where: \.wasStopped) || known.isLacking
    return try options.conclude(
      report, reports.flatMap(\.findings), ledger, conclusion,
      concerning: { $0.form == .values && options.selection.concerns($0) }
    ) { report, _ in
      !report.isAgreement ? 1 : wasStopped ? 3 : 0
    } document: { report, _ in
      ReportDocument(report: report, body: (report.values ?? []).flatMap(\.sections))
    }
  }
}
