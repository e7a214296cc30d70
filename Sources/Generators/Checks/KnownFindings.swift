import Foundation
import Spec

/// The findings that a check in a test knows of: an exact list, or a ledger.
///
/// ```swift
/// try await check(app: TodoApp(), known: ["queue.bounded: rows"])
/// try await check(app: TodoApp(), known: .ledger("traces"))
/// ```
public struct KnownFindings: Sendable, ExpressibleByArrayLiteral {
  private let list: Set<KnownFinding>
  private var directory: String?

  /// An exact list.
  public init(arrayLiteral elements: KnownFinding...) { list = Set(elements) }

  /// An exact list.
  public init(_ findings: some Sequence<KnownFinding>) { list = Set(findings) }

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
    guard let directory else { return list }
    let isThere = (try? FileManager.default.contentsOfDirectory(atPath: directory)) != nil
    guard isThere, let files = FileManager.default.enumerator(atPath: directory) else {
      throw TraceError("\(directory): no folder that can be read; name the ledger's folder")
    }
    let identity = specification.identity
    var known: Set<KnownFinding> = []
    for path in files.compactMap({ $0 as? String }).sorted()
    where Trace.isTrace(path: path) {
      let trace = try Trace(path: "\(directory)/\(path)")
      let names = [trace.product, trace.design, trace.environment]
      if names != [identity.product, identity.design, identity.environment] { continue }
      let name = "\(trace.property): \(trace.culprit)"
      known.insert(
        specification.concerns(trace) ? .finding(name, length: trace.length) : .elsewhere(name))
    }
    return known
  }
}
