import Generators
import Model
import Spec

/// Lists products, designs, scopes and properties.
struct ListCommand {
  private let products: [RegisteredProduct]
  private let outputs: Outputs

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "list")
    if arguments.words.count > 1 {
      throw UsageError("one product at most is expected, not \(arguments.words.count)")
    }
    products = try registry.products(named: arguments.words.first)
    outputs = try Outputs(arguments, of: registry)
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 { try outputs.write(ListReport(products)) }
}
