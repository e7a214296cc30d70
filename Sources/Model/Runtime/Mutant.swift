/// A design of a product with one planted defect, which has to be found.
public struct Mutant<P: Product>: Sendable {
  /// The name by which `--design` picks it.
  package let name: String
  private let plant: @Sendable (inout P) -> Void

  /// Makes a mutant.
  ///
  /// - Parameter plant: puts the defect into the published design.
  public init(_ name: String, plant: @escaping @Sendable (inout P) -> Void) {
    self.name = name
    self.plant = plant
  }
}

extension Mutant {
  /// A design by its name: "published" or "mutant(<name>)"; nil when there is none.
  package static func design(_ design: String, of published: P, among mutants: [Mutant]) -> P? {
    if design == "published" { return published }
    guard let mutant = mutants.first(where: { design == "mutant(\($0.name))" }) else { return nil }
    var product = published
    mutant.plant(&product)
    return product
  }
}
