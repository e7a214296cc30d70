import Foundation
import Generators
import Model
import Spec
import Synchronization
import Testing
@testable import ReferenceProducts
@testable import SpecRunner

/// A design of a product of the catalogue within one of its scopes.
struct CatalogueCase: Hashable, Sendable, CustomTestStringConvertible {
  var product: String
  var design = "published"
  var scope: String

  var testDescription: String { "\(product) · \(design) · \(scope)" }

  func specification() throws -> any Checkable {
    try #require(
      Registry.catalogue.product(named: product)?.specification(design: design, scope: scope))
  }

  /// A design of Animals, with its types.
  static func animals(
    _ scope: String, design: String = "published"
  ) throws -> Specification<RuntimeSystem<Animals>> {
    let specification = try CatalogueCase(product: "animals", design: design, scope: scope)
      .specification()
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
    "standard", "retries", "concurrent", "refreshes", "wide", "forms", "forms-cleared",
    "forms-stays", "opening", "lag", "lag-cleared", "lag-stays", "remote", "resent",
    "retries-alike",
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
      [
        "saves", "shared", "many", "adding", "killed", "window", "alerts", "late", "faults",
        "kills", "sorts",
      ]
    #else
      []
    #endif
  }()

  /// Those with few states; all in a release build, which the nightly job tests.
  static let light = published.filter { !heavyScopes.contains($0.scope) }
}

extension RegisteredProduct {
  /// A report about drawn values whose findings are as they were drawn: to make each simple takes
  /// longest.
  func checkValuesUnshrunk(
    design: String = "published", _ plan: ValuePlan, only filter: (String) -> Bool = { _ in true },
    until isEnough: (GeneratedValuesReport) -> Bool = { _ in false }
  ) -> GeneratedValuesReport? {
    var askedCount = -1
    return checkValues(design: design, plan, only: filter) { count, soFar in
      defer { askedCount = count }
      // Asked again about the same value, it is asked by the shrinker.
      return count == askedCount || isEnough(soFar())
    }
  }
}

extension Array {
  /// The cases of a test that takes long: all of them in a release build, which the nightly job
  /// tests; in a debug build, which takes ten times as long, the first of every so many.
  ///
  /// - Parameter isQuick: of a debug build, whether a case is among those that are chosen from.
  func sampled(_ stride: Int, of isQuick: (Element) -> Bool = { _ in true }) -> [Element] {
    #if DEBUG
      return filter(isQuick).enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
    #else
      return self
    #endif
  }
}

/// The published designs within small scopes, each explored once for all tests that ask for it.
enum Explored {
  private final class Place: Sendable {
    let report = Mutex<CheckReport?>(nil)
  }

  private static let places = Mutex<[CatalogueCase: Place]>([:])

  static func report(_ product: String, _ scope: String) throws -> CheckReport {
    let example = CatalogueCase(product: product, scope: scope)
    let place = places.withLock { places in
      let place = places[example] ?? Place()
      places[example] = place
      return place
    }
    return try place.report.withLock { known in
      let report = try known ?? example.explored()
      known = report
      return report
    }
  }
}

extension Ledger {
  /// The repository's, read once for all tests that ask it: it has some two hundred traces.
  static var ofRepository: Ledger { get throws { try repository.get() } }

  private static let repository = Result {
    try Ledger(directory: Package.path("traces"), of: .catalogue)
  }
}

/// What drawn values show of the published designs, as the ledger knows it.
enum KnownOfValues {
  static func names(of product: String) throws -> Set<FindingName> {
    let traces = try Ledger.ofRepository.entries.map(\.trace).filter {
      $0.product == product && $0.design == "published" && $0.form == .values
    }
    return Set(traces.map { FindingName(property: $0.property, culprit: $0.culprit) })
  }
}

/// The files of the package.
enum Package {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

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
    let entries =
      FileManager.default.enumerator(atPath: path)?.allObjects.compactMap { $0 as? String } ?? []
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

/// What the values of a plan are, and what is said of them.
struct DrawnInputs<P: Product> where P.State: Sendable {
  let inputs: [ValuesInput<P>]
  let report: GeneratedValuesReport?

  init(_ product: String, _ generator: Generator<ValuesInput<P>>, seed: UInt64, runCount: Int) {
    inputs = (0..<runCount).compactMap { generator.value(seed: seed + UInt64($0)) }
    report = Registry.catalogue.product(named: product)?.checkValuesUnshrunk(
      ValuePlan(seed: seed, runCount: runCount))
  }

  /// What is said of a property.
  func result(_ property: String) throws -> GeneratedValuesReport.Result {
    try #require(report?.results.first { $0.name == property })
  }
}
