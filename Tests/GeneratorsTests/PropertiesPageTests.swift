import Foundation
import Testing

@testable import Generators
@testable import Spec
@testable import SpecRunner

/// The page about properties and the properties themselves say the same.
@Suite struct PropertiesPageTests {
  private static let page: String? = {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try? String(contentsOf: root.appendingPathComponent("docs/properties.md"), encoding: .utf8)
  }()

  @Test(arguments: Registry.catalogue.products.map(\.name))
  func `the page about properties holds each with its sentence and witness`(name: String) throws {
    let page = try #require(Self.page)
    let product = try #require(Registry.catalogue.product(named: name))
    let scope = try #require(product.defaultScopes.first)
    let specification = try #require(product.specification(scope: scope))
    for property in specification.propertySummaries {
      let row = page.split(separator: "\n").first { $0.hasPrefix("| `\(property.name)` |") }
      let isGeneral = property.kind == "–"
      #expect(row != nil, "\(property.name) has no row")
      #expect(row?.contains("| \(property.sentence) | \(property.witness) |") == true, "\(property.name)")
      #expect(isGeneral || row?.contains("| \(property.kind) |") == true, "\(property.name)")
    }
  }
}
