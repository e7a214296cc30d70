import Generators
import Model
import Spec

/// What a command is about: specifications of the catalogue, and which of their properties.
struct Selection {
  let specifications: [any Checkable]
  private let namesProduct: Bool
  private let pattern: String?

  /// Reads a product's name and the options `--scope`, `--design` and `--property`.
  ///
  /// - Parameter goesFar: whether scopes that are too large to be exhausted are among those taken by default.
  init(_ arguments: Arguments, goesFar: Bool = false) throws(UsageError) {
    if let command = arguments.words.first(where: { Help.commands[$0] != nil }) {
      throw UsageError("put the command first: spec-runner \(command) …")
    }
    if arguments.words.count > 1 {
      if let word = arguments.words.first(where: { Catalogue.product(named: $0) == nil }) {
        throw UsageError("there is no command or product '\(word)'; see 'spec-runner --help'")
      }
      throw UsageError("one product at most is expected, not \(arguments.words.count)")
    }
    namesProduct = !arguments.words.isEmpty
    let products = try Self.products(named: arguments.words.first)
    var design = arguments.value("--design") ?? "published"
    if products.contains(where: { $0.designs.contains("mutant(\(design))") }) { design = "mutant(\(design))" }
    if design == "repaired" { throw UsageError("there is no repaired design yet; see 'spec-runner list'") }
    var chosen: [any Checkable] = []
    for product in products where product.designs.contains(design) {
      let defaults = product.defaultScopes + (goesFar ? product.vastScopes : [])
      let scopes = try Self.scopes(of: product, arguments.value("--scope"), defaults, among: products)
      chosen += scopes.compactMap { product.specification(design: design, scope: $0) }
    }
    if !products.contains(where: { $0.designs.contains(design) }) {
      let known = products.flatMap(\.designs).filter { $0.hasPrefix("mutant") }
      throw UsageError("there is no design '\(design)'; known: published, \(known.joined(separator: ", "))")
    }
    if chosen.isEmpty, let scope = arguments.value("--scope") {
      let known = products.map { "\($0.name): \($0.scopes.joined(separator: ", "))" }.joined(separator: "; ")
      throw UsageError("there is no scope '\(scope)'; known: \(known)")
    }
    specifications = chosen
    pattern = arguments.value("--property")
    if let pattern, !chosen.contains(where: { $0.propertySummaries.contains { includes($0.name) } }) {
      throw UsageError("there is no property '\(pattern)'; see 'spec-runner list' for their names")
    }
  }

  static func products(named name: String?) throws(UsageError) -> [CatalogueProduct] {
    guard let name else { return Catalogue.products }
    guard let product = Catalogue.product(named: name) else {
      let known = Catalogue.products.map(\.name).joined(separator: ", ")
      throw UsageError(
        "there is no command or product '\(name)'; products: \(known); see 'spec-runner --help' for commands")
    }
    return [product]
  }

  private static func scopes(
    of product: CatalogueProduct, _ text: String?, _ defaults: [String], among products: [CatalogueProduct]
  ) throws(UsageError) -> [String] {
    guard let text else { return defaults }
    if text == "all" { return product.scopes.filter { !product.vastScopes.contains($0) } }
    let names = text.split(separator: ",").map(String.init)
    if names.isEmpty { throw UsageError("--scope takes names separated by commas, or 'all'") }
    for name in names where !products.contains(where: { $0.scopes.contains(name) }) {
      let known = products.map { "\($0.name): \($0.scopes.joined(separator: ", "))" }.joined(separator: "; ")
      throw UsageError("there is no scope '\(name)'; known: all; \(known)")
    }
    return product.scopes.filter(names.contains)
  }

  /// Whether a property is chosen: by its name, or by its family, the part before the first dot.
  func includes(_ property: String) -> Bool {
    guard let pattern else { return true }
    return property == pattern || property.hasPrefix(pattern + ".") || property.hasPrefix(pattern + "(")
  }

  /// Whether a ledger entry speaks of what is chosen.
  func concerns(_ trace: Trace) -> Bool {
    let isExplored =
      includes(trace.property)
      && specifications.contains {
        $0.identity.product == trace.product && $0.identity.design == trace.design
          && $0.identity.environment == trace.environment
      }
    return isExplored || !namesProduct && (try? Catalogue.specification(of: trace)) == nil
  }
}
