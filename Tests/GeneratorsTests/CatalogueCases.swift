import Foundation
import Generators
import Model
import Spec
@testable import SpecRunner
import Testing

/// A design of a product of the catalogue within one of its scopes.
struct CatalogueCase: Hashable, Sendable, CustomTestStringConvertible {
  var product: String
  var design = "published"
  var scope: String

  var testDescription: String { "\(product) · \(design) · \(scope)" }

  func specification() throws -> any Checkable {
    try #require(Registry.catalogue.product(named: product)?.specification(design: design, scope: scope))
  }

  /// A design of Animals, with its types.
  static func animals(
    _ scope: String, design: String = "published"
  ) throws -> Specification<RuntimeSystem<Animals>> {
    let specification = try CatalogueCase(product: "animals", design: design, scope: scope).specification()
    return try #require(specification as? Specification<RuntimeSystem<Animals>>)
  }

  /// More states than any small scope has.
  static let stateCountMax = 30_000

  /// The outcome of an exploration that a defect cannot make endless.
  func explored() throws -> CheckReport {
    try specification().check(limits: Limits(stateCountMax: Self.stateCountMax))
  }

  /// The scopes that take a debug build more than a second or two.
  static let largeScopes: Set = [
    "standard", "retries", "concurrent", "refreshes", "wide", "forms", "forms-cleared", "forms-stays",
    "opening", "lag", "lag-cleared", "lag-stays", "remote", "resent", "retries-alike",
  ]

  /// Every small scope of every product, in the published design.
  static let published = Registry.catalogue.products.flatMap { product in
    product.scopes.filter { !largeScopes.contains($0) }.map {
      CatalogueCase(product: product.name, scope: $0)
    }
  }

  /// The small scopes that take a debug build longest; none in a release build.
  static let heavyScopes: Set<String> = {
    #if DEBUG
      ["saves", "shared", "many"]
    #else
      []
    #endif
  }()

  /// Those with few states; all in a release build, which the nightly job tests.
  static let light = published.filter {
    #if DEBUG
      !["saves", "window", "alerts", "adding", "late", "shared", "many", "faults", "kills"].contains($0.scope)
    #else
      true
    #endif
  }
}

extension Array {
  /// The cases of a test that takes long: all of them in a release build, which the nightly job tests; in a
  /// debug build, which takes ten times as long, the first of every so many.
  func sampled(_ stride: Int) -> [Element] {
    #if DEBUG
      return enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
    #else
      return self
    #endif
  }
}

/// The published designs within all small scopes, each explored once for all tests.
enum Explored {
  static let reports: [CatalogueCase: CheckReport] = Dictionary(
    uniqueKeysWithValues: CatalogueCase.published.compactMap { example in
      (try? example.explored()).map { (example, $0) }
    })

  static func report(_ product: String, _ scope: String) throws -> CheckReport {
    try #require(reports[CatalogueCase(product: product, scope: scope)])
  }
}

/// The files of the package.
enum Package {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The path of a file or folder, given from the root.
  static func path(_ path: String) -> String { root.appending(path: path).path }
}

/// A folder of a test's own, gone with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("\(NSTemporaryDirectory())/GeneratorsTests.XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } }
    path = String(cString: try #require(made))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, given from the folder, and answers its full path.
  @discardableResult
  func write(_ data: Data, to name: String) throws -> String {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file.path
  }

  /// Every file below the folder, in order.
  var files: [String] {
    let entries = FileManager.default.enumerator(atPath: path)?.allObjects.compactMap { $0 as? String } ?? []
    return entries.filter { !isFolder($0) }.sorted()
  }

  private func isFolder(_ name: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

extension Trace {
  /// The trace with something changed.
  func with(_ change: (inout Trace) -> Void) -> Trace {
    var trace = self
    change(&trace)
    return trace
  }
}

extension CheckReport.Finding {
  /// Property and culprit, as the ledger and `known` tell findings apart.
  var name: String { "\(property): \(culprit)" }
}

/// What the values of a plan are, and what is said of them.
struct DrawnInputs<P: Product> where P.State: Sendable {
  let inputs: [ValuesInput<P>]
  let report: GeneratedValuesReport?

  init(_ product: String, _ generator: Generator<ValuesInput<P>>, seed: UInt64, runCount: Int) {
    inputs = (0..<runCount).compactMap { generator.value(seed: seed + UInt64($0)) }
    report = Registry.catalogue.product(named: product)?.checkValues(
      ValuePlan(seed: seed, runCount: runCount))
  }

  /// What is said of a property.
  func result(_ property: String) throws -> GeneratedValuesReport.Result {
    try #require(report?.results.first { $0.name == property })
  }
}
