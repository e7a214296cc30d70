/// A design of a product with one planted defect, which has to be found.
public struct Mutant<P: Product>: Sendable {
  /// The name by which `--design` picks it.
  public let name: String
  fileprivate let plant: @Sendable (inout P) -> Void
  /// Whether it differs from the published design in values of `Design` alone.
  fileprivate let isInDesign: Bool

  /// Makes a mutant.
  ///
  /// - Parameters:
  ///   - name: the name by which `--design` picks it.
  ///   - plant: puts the defect into the published design.
  public init(_ name: String, plant: @escaping @Sendable (inout P) -> Void) {
    self.name = name
    self.plant = plant
    isInDesign = false
  }
}

extension Mutant where P: DesignedProduct {
  /// Makes a mutant of functions, which can be compared one by one with the published ones.
  ///
  /// - Parameters:
  ///   - name: the name by which `--design` picks it.
  ///   - change: puts the defect into the functions of a product.
  public init(_ name: String, in change: @escaping @Sendable (inout Design<P>, P) -> Void) {
    self.name = name
    plant = { change(&$0.design, $0) }
    isInDesign = true
  }

  /// Makes a mutant of the reducer.
  ///
  /// - Parameters:
  ///   - name: the name by which `--design` picks it.
  ///   - change: puts the defect into the state that the reducer has answered with.
  public init(
    _ name: String,
    reducing change:
      @escaping @Sendable (_ old: P.State, P.Action, _ new: inout P.State) throws -> Void
  ) {
    self.init(
      name,
      in: { design, _ in
        let reducer = design.reducer
        design.reducer = { state, action in
          var next = try reducer(state, action)
          try change(state, action, &next)
          return next
        }
      })
  }
}

/// The smallest change of a product that cures one defect, to be switched on alone or with others.
public struct Repair<P: Product>: Sendable {
  /// The name by which `--design` picks it.
  public let name: String
  /// What is changed, as a sentence.
  package let words: String
  fileprivate let mend: @Sendable (inout P) -> Void

  /// Makes a repair.
  ///
  /// - Parameters:
  ///   - name: the name by which `--design` picks it.
  ///   - words: what is changed, as a sentence.
  ///   - mend: changes the published design, or one that other repairs have changed.
  public init(_ name: String, _ words: String, mend: @escaping @Sendable (inout P) -> Void) {
    self.name = name
    self.words = words
    self.mend = mend
  }
}

/// A product with repairs that it knows by name.
public protocol RepairedProduct: DesignedProduct {
  associatedtype RepairName: RawRepresentable & Hashable & Sendable
  where RepairName.RawValue == String
  /// The repairs that are switched on; the product looks at them.
  var repaired: Set<RepairName> { get set }
}

extension RepairedProduct {
  /// A repair that is noted as switched on, and changes what it has to.
  public static func repair(
    _ name: RepairName, _ words: String, mend: @escaping @Sendable (inout Self) -> Void = { _ in }
  ) -> Repair<Self> {
    Repair(name.rawValue, words) {
      $0.repaired.insert(name)
      mend(&$0)
    }
  }
}

/// The designs of a product: the published one, those with a planted defect, and those with
/// repairs.
package struct Designs<P: Product>: Sendable {
  private let mutants: [Mutant<P>]
  private let repairs: [Repair<P>]

  package init(mutants: [Mutant<P>], repairs: [Repair<P>]) {
    self.mutants = mutants
    self.repairs = repairs
  }

  /// The names, but for combinations of repairs: "published" first, "repaired" with all repairs.
  package var names: [String] {
    ["published"] + (repairs.isEmpty ? [] : ["repaired"]) + repairs.map { "repair(\($0.name))" }
      + mutants.map { "mutant(\($0.name))" }
  }

  /// Whether a name is that of a design: one of the names, or repairs joined by "+", each once.
  package func has(_ name: String) -> Bool { changes(of: name) != nil }

  /// A design by its name; nil when there is none.
  ///
  /// - Parameter difference: is told when one of its functions answers otherwise than that of the
  ///   published one; what differs in more than its functions counts as different at once.
  package func design(
    _ name: String, of published: P, noting difference: DesignDifference? = nil
  ) -> P? {
    guard let changes = changes(of: name) else { return nil }
    var design = published
    for change in changes { change(&design) }
    guard let difference else { return design }
    if mutants.contains(where: { name == "mutant(\($0.name))" && $0.isInDesign }),
      let compared = design.comparing(with: published, noting: difference)
    {
      return compared
    }
    difference.note()
    return design
  }

  /// What a design changes; repairs in the order of the product, however they are named.
  private func changes(of name: String) -> [@Sendable (inout P) -> Void]? {
    if name == "published" { return [] }
    if name == "repaired" { return repairs.isEmpty ? nil : repairs.map(\.mend) }
    if let mutant = mutants.first(where: { name == "mutant(\($0.name))" }) { return [mutant.plant] }
    let parts = name.split(separator: "+", omittingEmptySubsequences: false)
    let chosen = repairs.filter { repair in parts.contains { $0 == "repair(\(repair.name))" } }
    return chosen.isEmpty || chosen.count != parts.count ? nil : chosen.map(\.mend)
  }
}
