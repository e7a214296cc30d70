import Generators
import Model
import Spec

/// Asks properties of values about generated ones and shrinks what breaks them.
struct ValuesCommand {
  private let selection: Selection
  private let plan: ValuePlan
  private let secondsMax: Double?
  private let writesJSON: Bool
  private let saves: Bool
  private let directory: String

  init(_ words: [String]) throws(UsageError) {
    let arguments = try Arguments(
      words, options: ["--property", "--design", "--traces", "--runs", "--seed", "--limit-time"],
      flags: ["--json", "--save"], command: "values")
    selection = try Selection(arguments)
    plan = ValuePlan(
      seed: try arguments.seed(),
      runCount: try arguments.number("--runs") ?? 1000)
    secondsMax = try arguments.seconds("--limit-time")
    writesJSON = arguments.has("--json")
    saves = arguments.has("--save")
    directory = arguments.value("--traces") ?? "traces"
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    var ledger = try Ledger(directory: directory)
    Surroundings.catchInterruption()
    let start = Surroundings.seconds()
    let chosen = Catalogue.products.compactMap { product in
      selection.specifications.first { $0.identity.product == product.name }.map { (product, $0.identity) }
    }
    var reports: [GeneratedValuesReport] = []
    for (product, identity) in chosen where !Surroundings.isInterrupted {
      let line = ProgressLine(title: product.name)
      let report = product.checkValues(design: identity.design, plan, only: selection.includes) { runCount in
        line.show { _ in "\(runCount.grouped) values" }
        if Surroundings.isInterrupted { return true }
        return secondsMax.map { Surroundings.seconds() - start >= $0 } ?? false
      }
      line.finish()
      if let report { reports.append(report) }
    }
    let findings = reports.flatMap(\.findings)
    let comparison = ledger.compare(findings) { $0.form == .values && selection.concerns($0) }
    var savedCount = 0
    var failure: TraceError?
    if saves {
      do {
        for finding in findings where try ledger.save(finding.trace).isWritten { savedCount += 1 }
      } catch {
        failure = error
      }
    }
    let wasStopped = reports.contains(where: \.wasStopped) || reports.count < chosen.count
    let status: Int32 = failure != nil ? 2 : !comparison.isAgreement ? 1 : wasStopped ? 3 : 0
    let text = ValuesReportText(
      reports: reports, comparison: comparison, ledger: ledger, savedCount: saves ? savedCount : nil,
      status: status)
    print(writesJSON ? try text.json : text.text)
    if let failure { throw failure }
    return status
  }
}
