import Generators
import Model
import Spec

/// Lists products, designs, scopes and properties.
struct ListCommand {
  private let products: [RegisteredProduct]
  private let writesJSON: Bool

  init(_ words: [String], of registry: Registry) throws(UsageError) {
    let arguments = try Arguments(words, of: "list")
    if arguments.words.count > 1 {
      throw UsageError("one product at most is expected, not \(arguments.words.count)")
    }
    products = try registry.products(named: arguments.words.first)
    writesJSON = arguments.has("--json")
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    if writesJSON {
      Surroundings.tell(data: try JSONReport.text(JSONValue.array(products.map(json))))
    } else {
      Surroundings.tell(products.map(text).joined(separator: "\n\n"))
    }
    return 0
  }

  private func properties(of product: RegisteredProduct) -> [PropertySummary] {
    product.defaultScopes.first.flatMap { product.specification(scope: $0) }?.propertySummaries ?? []
  }

  private func text(_ product: RegisteredProduct) -> String {
    let scopes = product.scopes.map { [$0, bounds(of: $0, product)] }
    let rows = properties(of: product).map { [$0.name, $0.kind, $0.sentence] }
    let lines =
      [Style.heading.on(product.name), "designs: \(product.designWords)", "scopes:"]
      + TextTable.columns(scopes) + untouched(in: product) + ["properties:"] + TextTable.columns(rows)
    return lines.joined(separator: "\n")
  }

  /// What no default scope touches; no line where that is nothing.
  private func untouched(in product: RegisteredProduct) -> [String] {
    let untouched = product.untouched()
    let rows = [
      ("fields that never change", untouched.fields),
      ("fields that change only without a window", untouched.fieldsUnderWindows),
      ("controls", untouched.controls), ("windows", untouched.windows),
    ].filter { !$0.1.isEmpty }.map { [$0.0, $0.1.joined(separator: ", ")] }
    let title = "what no default scope touches, as random runs tell:"
    return rows.isEmpty ? [] : [title] + TextTable.columns(rows)
  }

  /// A scope's bounds in a few words.
  private func bounds(of scope: String, _ product: RegisteredProduct) -> String {
    guard case .object(let fields)? = product.specification(scope: scope)?.writtenScope else { return "" }
    func number(_ name: String) -> Int { if case .integer(let value)? = fields[name] { value } else { 0 } }
    var words: [String] = []
    if product.isApp {
      // How it takes what is dispatched is seen, not declared.
      words.append("\(number("mailMax").counted("request")) under way, or as many behind one")
    } else {
      if case .string(let discipline)? = fields["discipline"] { words.append("\(discipline) listener") }
      if fields["mailMax"] != nil { words.append("mail for \(number("mailMax"))") }
    }
    // A system that is no app has none of these bounds.
    for (bound, word) in [("faultsMax", "fault"), ("relaunchesMax", "kill"), ("additionsMax", "added item")]
    where fields[bound] != nil {
      words.append(number(bound).counted(word))
    }
    if number("occurrencesMax") > 0 {
      words.append("\(number("occurrencesMax").counted("occurrence")) around the app")
    }
    words += product.choices(ofScope: scope)?.words ?? []
    if product.defaultScopes.contains(scope) { words.append("explored by default") }
    if product.vastScopes.contains(scope) { words.append("too large to be exhausted, for random runs") }
    return words.joined(separator: ", ")
  }

  private func json(_ product: RegisteredProduct) -> JSONValue {
    .object([
      "name": .string(product.name), "designs": .array(product.designs.map(JSONValue.string)),
      "scopes": .array(product.scopes.map(JSONValue.string)),
      "defaultScopes": .array(product.defaultScopes.map(JSONValue.string)),
      "untouched": (try? JSONValue(encoding: product.untouched())) ?? .null,
      "properties": .array(
        properties(of: product).map {
          .object([
            "name": .string($0.name), "kind": .string($0.kind), "sentence": .string($0.sentence),
            "witness": .string($0.witness),
          ])
        }),
    ])
  }
}
