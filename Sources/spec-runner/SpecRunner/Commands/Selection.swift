import Generators
import Model
import Spec

extension RegisteredProduct {
  /// The designs by name, but for mutants, of which there are many.
  var designWords: String {
    let named = designs.filter { !$0.hasPrefix("mutant(") }
    let count = mutants.count
    let rest = count == 0 ? [] : ["\(count.counted("mutant")), which 'mutate \(name) --list' names"]
    return (named + rest).joined(separator: ", ")
  }
}

/// What a command is about: specifications of the catalogue, and which of their properties.
struct Selection {
  let registry: Registry
  private(set) var specifications: [any Checkable]
  let products: [RegisteredProduct]
  private var namesProduct: Bool
  private var namesScopes: Bool
  private let pattern: String?
  private let isGone: @Sendable (Subject) throws -> Bool

  /// What a trace is about.
  private struct Subject: Hashable {
    let product, design: String
    let scope: JSONValue
  }

  /// Reads a product's name and the options `--scope`, `--design` and `--property`.
  ///
  /// - Parameter goesFar: whether scopes that are too large to be exhausted are among those taken
  ///   by default.
  init(_ arguments: Arguments, of registry: Registry, goesFar: Bool = false) throws(UsageError) {
    self.registry = registry
    isGone = remembering { subject in
      let product = registry.product(named: subject.product)
      return try product?.specification(design: subject.design, writtenScope: subject.scope) == nil
    }
    if let command = arguments.words.first(where: { Help.commands[$0] != nil }) {
      throw UsageError("put the command first: \(Surroundings.programName) \(command) …")
    }
    try registry.refuseWordsBehindFlags(of: arguments)
    if arguments.words.count > 1,
      let word = arguments.words.first(where: { registry.product(named: $0) == nil })
    {
      throw UsageError(
        "there is no command or product '\(word)'; see '\(Surroundings.programName) --help'")
    }
    let name = try arguments.product()
    namesProduct = name != nil
    let isQuick = arguments.has("--quick")
    if isQuick && arguments.value("--scope") != nil {
      throw UsageError("--quick chooses scopes by itself; leave out --scope")
    }
    namesScopes = isQuick || arguments.value("--scope") != nil
    let products = try registry.products(named: name)
    self.products = products
    var design = arguments.value("--design") ?? "published"
    for kind in ["mutant", "repair"]
    where products.contains(where: { $0.hasDesign("\(kind)(\(design))") }) {
      design = "\(kind)(\(design))"
    }
    var chosen: [any Checkable] = []
    for product in products where product.hasDesign(design) {
      let defaults =
        isQuick ? product.quickScopes : product.defaultScopes + (goesFar ? product.vastScopes : [])
      let scopes = try Self.scopes(
        of: product, arguments.value("--scope"), defaults, among: products)
      chosen += scopes.compactMap { product.specification(design: design, scope: $0) }
    }
    if !products.contains(where: { $0.hasDesign(design) }) {
      let known = products.map { "\($0.name): \($0.designWords)" }.joined(separator: "; ")
      throw UsageError(
        "there is no design '\(design)'; known, and different repairs joined by '+': "
          + "\(whole: known)"
      )
    }
    if chosen.isEmpty { throw Self.findsNoScope(arguments.value("--scope"), in: products) }
    specifications = chosen
    pattern = arguments.value("--property")
    if let pattern, !chosen.contains(where: { $0.propertySummaries.contains { includes($0.name) } })
    {
      let names = chosen.flatMap(\.propertySummaries).map(\.name)
      let meant = Suggestion.words(for: pattern, among: names.uniqued())
      throw UsageError(
        "there is no property '\(pattern)'\(whole: meant); "
          + "see '\(Surroundings.programName) list' for their names")
    }
  }

  private static func findsNoScope(_ name: String?, in products: [RegisteredProduct]) -> UsageError
  {
    let known = products.map { "\($0.name): \($0.scopes.joined(separator: ", "))" }.joined(
      separator: "; ")
    return name.map { UsageError("there is no scope '\($0)'; known: \(whole: known)") }
      ?? UsageError("no scope is explored unless --scope names it; known: \(whole: known)")
  }

  /// What a shard takes of it: as if its scopes had been named.
  func part(_ shard: Shard) -> Selection {
    if shard == .whole { return self }
    var part = self
    part.specifications = specifications.enumerated().filter { shard.takes($0.offset) }.map(
      \.element)
    (part.namesProduct, part.namesScopes) = (true, true)
    return part
  }

  /// A default scope of some chosen product that was not chosen, with its product's name.
  var missingDefaultScope: String? {
    let chosen = Dictionary(grouping: specifications, by: \.identity.product)
      .mapValues { Set($0.map(\.identity.scope)) }
    for product in products {
      guard let scopes = chosen[product.name] else { continue }
      if let scope = product.defaultScopes.first(where: { !scopes.contains($0) }) {
        return "\(product.name) \(scope)"
      }
    }
    return nil
  }

  private static func scopes(
    of product: RegisteredProduct, _ text: String?, _ defaults: [String],
    among products: [RegisteredProduct]
  ) throws(UsageError) -> [String] {
    guard let text else { return defaults }
    if text == "all" { return product.scopes.filter { !product.vastScopes.contains($0) } }
    // A name may have commas.
    let isName = products.contains { $0.scopes.contains(text) }
    let names = isName ? [text] : text.split(separator: ",").map(String.init)
    if names.isEmpty { throw UsageError("--scope takes names separated by commas, or 'all'") }
    for name in names where !products.contains(where: { $0.scopes.contains(name) }) {
      let known = products.map { "\($0.name): \($0.scopes.joined(separator: ", "))" }.joined(
        separator: "; ")
      let meant = Suggestion.words(for: name, among: products.flatMap(\.scopes))
      throw UsageError(
        "there is no scope '\(name)'\(whole: meant); known, beside 'all' for every one: "
          + "\(whole: known)"
      )
    }
    return product.scopes.filter(names.contains)
  }

  /// Whether a property is chosen: by its name, or by its family, the part before the first dot.
  func includes(_ property: String) -> Bool {
    guard let pattern else { return true }
    return property == pattern || property.hasPrefix(pattern + ".")
      || property.hasPrefix(pattern + "(")
  }

  /// Whether a ledger entry speaks of what is chosen: where scopes are named, of one of them.
  func concerns(_ trace: Trace) -> Bool {
    let isExplored =
      includes(trace.property)
      && specifications.contains {
        $0.identity.product == trace.product && $0.identity.design == trace.design
          && $0.identity.environment == trace.environment
          && (!namesScopes || $0.identity.scope == trace.scopeName)
      }
    if isExplored || namesProduct { return isExplored }
    let subject = Subject(product: trace.product, design: trace.design, scope: trace.scope)
    return (try? isGone(subject)) ?? true
  }
}

extension Registry {
  /// Refuses a word that names no product, and none nearly, where a flag stands before it.
  func refuseWordsBehindFlags(of arguments: Arguments) throws(UsageError) {
    if let word = arguments.words.first(where: { product(named: $0) == nil }),
      Suggestion.nearest(to: word, among: products.map(\.name)) == nil,
      let refusal = arguments.refusal(of: word)
    {
      throw refusal
    }
  }

  /// The product that arguments name, or all of them.
  func products(of arguments: Arguments) throws(UsageError) -> [RegisteredProduct] {
    try refuseWordsBehindFlags(of: arguments)
    return try products(named: arguments.product())
  }

  /// The product of a name, or all of them.
  func products(named name: String?) throws(UsageError) -> [RegisteredProduct] {
    guard let name else { return products }
    guard let product = product(named: name) else {
      let known = products.map(\.name).joined(separator: ", ")
      let meant = Suggestion.words(for: name, among: Help.commandNames + products.map(\.name))
      throw UsageError(
        "there is no command or product '\(name)'\(whole: meant); products: \(whole: known); "
          + "see '\(Surroundings.programName) --help' for commands")
    }
    return [product]
  }
}
