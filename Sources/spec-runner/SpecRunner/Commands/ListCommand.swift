import Generators

/// Lists products, designs, scopes and properties.
struct ListCommand {
  private let products: [RegisteredProduct]
  private let outputs: Outputs

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "list")
    products = try registry.products(of: arguments)
    outputs = try Outputs(arguments, of: registry)
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 { try outputs.write(ListReport(products)) }
}
