import Foundation
import Spec

/// The findings that a check in a test knows of: a list, where wanted with the length of each
/// story, or a ledger.
///
/// ```swift
/// let rows = FindingName(property: "queue.bounded", culprit: "rows")
/// let twice = FindingName(property: "operation.once", culprit: "asked too often")
/// try await check(app: TodoApp(), CheckPlan(known: [rows, twice]))
/// try await check(app: TodoApp(), CheckPlan(known: [rows: nil, twice: 8]))
/// try await check(app: TodoApp(), CheckPlan(known: .ledger("traces")))
/// ```
public struct KnownFindings: Hashable, Sendable, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  private let list: Set<KnownFinding>
  private var directory: String?

  /// Findings of any length.
  public init(arrayLiteral names: FindingName...) { self.init(names) }

  /// Findings, each with the number of steps of its shortest story; nil when any number will do.
  public init(dictionaryLiteral findings: (FindingName, Int?)...) {
    list = Set(findings.map { KnownFinding(name: $0.0, length: $0.1, isListed: true) })
  }

  /// Findings of any length.
  public init(_ names: some Sequence<FindingName>) {
    list = Set(names.map { KnownFinding(name: $0, length: nil, isListed: true) })
  }

  /// The traces of a folder that speak of what is checked, each with its length.
  ///
  /// - Parameter directory: as the runner's `--traces`, below the working directory.
  public static func ledger(_ directory: String) -> KnownFindings {
    var known = KnownFindings([])
    known.directory = directory
    return known
  }

  /// What is known of a specification.
  ///
  /// - Throws: a `TraceError` that names the folder or the file that cannot be read.
  func findings(of specification: some Checkable) throws(TraceError) -> Set<KnownFinding> {
    try findings(of: specification.identity, setting: specification.setting)
  }

  /// What is known of a product, design and scope.
  ///
  /// - Parameter setting: as the traces of its findings have it: findings of a listener that runs
  ///   thunks side by side are not of the published one.
  /// - Throws: a `TraceError` that names the folder or the file that cannot be read.
  func findings(of identity: Identity, setting: String) throws(TraceError) -> Set<KnownFinding> {
    guard let directory else { return list }
    guard (try? FileManager.default.contentsOfDirectory(atPath: directory)) != nil else {
      throw TraceError("\(directory): no folder that can be read; name the ledger's folder")
    }
    var known: Set<KnownFinding> = []
    for path in FileManager.default.names(below: directory) where Trace.isTrace(path: path) {
      let trace = try Trace(path: "\(directory)/\(path)")
      let names = [trace.product, trace.design, trace.setting]
      if names != [identity.product, identity.design, setting] || !trace.isFinding { continue }
      let isHere = identity.concerns(trace)
      known.insert(
        KnownFinding(
          name: trace.findingName, length: isHere ? trace.length : nil, isElsewhere: !isHere))
    }
    return known
  }
}

/// A finding that a check in a test knows of.
struct KnownFinding: Hashable, Sendable {
  let name: FindingName
  /// How many steps the shortest story has; nil when any length will do.
  let length: Int?
  /// Whether a ledger has it from another scope, so that it may be missing in this one.
  var isElsewhere = false
  /// Whether somebody wrote its name; a ledger also has what other tests ask for.
  var isListed = false

  /// Whether it is of one of these properties; live code may leave its model whatever is promised.
  func isPromised(among properties: Set<String>) -> Bool {
    properties.contains(name.property) || name.property == LiveDivergence.property
  }

  /// Whether a finding is this one, and no shorter than it is known to be.
  func covers(_ finding: CheckReport.Finding) -> Bool {
    name == finding.name && finding.trace.length >= length ?? 0
  }

  /// What is wrong when a finding is longer or shorter than it is known to be; nothing allows a
  /// shorter one.
  func disagreement(with finding: CheckReport.Finding) -> Shortcoming? {
    guard let length, name == finding.name, length != finding.trace.length else { return nil }
    return Shortcoming(
      complaint: "'\(name)' is known with \(length) steps and takes \(finding.trace.length) now; "
        + "write \(name.source): \(finding.trace.length) in known",
      allowance: length < finding.trace.length ? .stale(name) : nil)
  }
}

extension Set<KnownFinding> {
  /// Whether a finding is known, and no shorter than any entry says.
  func cover(_ finding: CheckReport.Finding) -> Bool {
    let entries = filter { $0.name == finding.name }
    return !entries.isEmpty && entries.allSatisfy { $0.covers(finding) }
  }

  /// What is wrong where findings are shorter than they are known to be, which nothing allows.
  func undercuts(of findings: [CheckReport.Finding]) -> [Shortcoming] {
    findings.flatMap { finding in compactMap { $0.disagreement(with: finding) } }
      .filter { $0.allowance == nil }
  }

  /// Those that somebody wrote and that are of no property that there is: mistyped, or left over.
  func misnamed(among properties: Set<String>) -> [Shortcoming] {
    filter { $0.isListed && !$0.isPromised(among: properties) }.map(\.name).sorted().map {
      Shortcoming(
        complaint:
          "'\($0)' is known and names no property of it; correct it or take it out of known",
        allowance: nil)
    }
  }
}

extension FindingName {
  /// The code that stands for it.
  var source: String {
    "FindingName(property: \(property.swiftLiteral), culprit: \(culprit.swiftLiteral))"
  }
}
