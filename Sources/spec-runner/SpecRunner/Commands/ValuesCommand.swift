import Generators
import Model
import Spec

/// Asks properties of values about generated ones and shrinks what breaks them.
struct ValuesCommand {
  private let options: CommonOptions
  private let plan: ValuePlan

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(
      words, options: CommonOptions.names.union(["--runs", "--seed"]), flags: CommonOptions.flags,
      command: "values")
    options = try CommonOptions(arguments, of: registry)
    plan = ValuePlan(seed: try arguments.seed(), runCount: try arguments.number("--runs") ?? 1000)
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    let ledger = try options.ledger()
    Surroundings.catchInterruption()
    let start = Surroundings.seconds()
    let chosen = options.selection.registry.products.compactMap { product in
      options.selection.specifications.first { $0.identity.product == product.name }.map {
        (product, $0.identity)
      }
    }
    var reports: [GeneratedValuesReport] = []
    var idle: [String] = []
    for (product, identity) in chosen where !Surroundings.isInterrupted {
      let line = ProgressLine(title: product.name)
      let report = product.checkValues(
        design: identity.design, plan, only: options.selection.includes
      ) { runCount in
        line.show { _ in "\(runCount.grouped) values" }
        if Surroundings.isInterrupted { return true }
        return options.secondsMax.map { Surroundings.seconds() - start >= $0 } ?? false
      }
      line.finish()
      if let report { reports.append(report) } else { idle.append(product.name) }
    }
    if reports.isEmpty && !idle.isEmpty {
      throw UsageError(
        "nothing generates values for \(idle.joined(separator: ", ")); register the product with 'inputs'")
    }
    var report = Report(ledger)
    report.values = reports.map(CheckedValues.init)
    let wasStopped = reports.contains(where: \.wasStopped) || reports.count + idle.count < chosen.count
    return try options.conclude(
      report, reports.flatMap(\.findings), ledger,
      concerning: { $0.form == .values && options.selection.concerns($0) }
    ) { report, _ in
      !report.isAgreement ? 1 : wasStopped ? 3 : 0
    } text: { report, _ in
      ReportText(report: report, body: (report.values ?? []).flatMap(\.tables)).text
    }
  }
}
