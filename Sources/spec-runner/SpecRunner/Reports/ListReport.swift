import Generators
import Model
import Spec

/// Products with their designs, scopes and promises.
struct ListReport: CommandReport {
  /// A product, and what was asked of it once.
  fileprivate struct Listed {
    let product: RegisteredProduct
    let properties: [PropertySummary]
    let untouched: Untouched

    init(_ product: RegisteredProduct) {
      self.product = product
      properties =
        product.defaultScopes.first.flatMap { product.specification(scope: $0) }?.propertySummaries
        ?? []
      untouched = product.untouched()
    }
  }

  private let listed: [Listed]
  var exitStatus = 0

  init(_ products: [RegisteredProduct]) { listed = products.map(Listed.init) }

  var markdown: String {
    let scopeCount = listed.map(\.product.scopes.count).reduce(0, +)
    return markdown(
      under: graded("\(listed.count.counted("product")), \(scopeCount.counted("scope"))"))
  }

  var sections: [ReportSection] { listed.map(\.section) }

  /// A case for each promise, skipped as a list judges none.
  var suites: [TestSuite] {
    listed.map { listed in
      TestSuite(
        name: listed.product.name,
        cases: listed.properties.map {
          TestCase(name: $0.name, outcome: .skipped("listed, not judged"))
        })
    }
  }

  /// What no default scope touches.
  var annotations: [String] {
    WorkflowCommand.shown(
      listed.flatMap { listed in
        listed.untouchedRows.map {
          WorkflowCommand.text("warning", title: "\(listed.product.name): \($0[0])", message: $0[1])
        }
      })
  }

  var json: String { get throws { try JSONReport.text(JSONValue.array(listed.map(\.json))) } }
}

extension ListReport.Listed {
  fileprivate var section: ReportSection {
    let scopes = product.scopes.map { [$0, bounds(of: $0)] }
    let rows = properties.map { [$0.name, $0.kind, $0.sentence] }
    let title = "what no default scope touches, as random runs tell:"
    let untouched: [ReportSection.Part] =
      untouchedRows.isEmpty ? [] : [.lines([title]), .table(untouchedRows, isTitled: false)]
    return ReportSection(
      product.name,
      [.lines(["designs: \(product.designWords)", "scopes:"]), .table(scopes, isTitled: false)]
        + untouched
        + [.lines(["properties:"]), .table(rows, isTitled: false)])
  }

  /// What no default scope touches, by kind; no row where that is nothing.
  fileprivate var untouchedRows: [[String]] {
    [
      ("fields that never change", untouched.fields),
      ("fields that change only without a window", untouched.fieldsUnderWindows),
      ("controls", untouched.controls), ("windows", untouched.windows),
    ].filter { !$0.1.isEmpty }.map { [$0.0, $0.1.joined(separator: ", ")] }
  }

  /// A scope's bounds in a few words.
  private func bounds(of scope: String) -> String {
    guard case .object(let fields)? = product.specification(scope: scope)?.writtenScope else {
      return ""
    }
    func number(_ name: String) -> Int {
      if case .integer(let value)? = fields[name] { value } else { 0 }
    }
    var words: [String] = []
    if product.isApp {
      // How it takes what is dispatched is seen, not declared.
      words.append("\(number("mailMax").counted("request")) under way, or as many behind one")
    } else {
      if case .string(let discipline)? = fields["discipline"] {
        words.append("\(discipline) listener")
      }
      if fields["mailMax"] != nil { words.append("mail for \(number("mailMax"))") }
    }
    // A system that is no app has none of these bounds.
    for (bound, word) in [
      ("faultsMax", "fault"), ("relaunchesMax", "kill"), ("additionsMax", "added item"),
    ]
    where fields[bound] != nil {
      words.append(number(bound).counted(word))
    }
    if number("occurrencesMax") > 0 {
      words.append("\(number("occurrencesMax").counted("occurrence")) around the app")
    }
    words += product.choices(ofScope: scope)?.words ?? []
    if product.defaultScopes.contains(scope) { words.append("explored by default") }
    if product.vastScopes.contains(scope) {
      words.append("too large to be exhausted, for random runs")
    }
    return words.joined(separator: ", ")
  }

  fileprivate var json: JSONValue {
    .object([
      "name": .string(product.name), "designs": .array(product.designs.map(JSONValue.string)),
      "scopes": .array(product.scopes.map(JSONValue.string)),
      "defaultScopes": .array(product.defaultScopes.map(JSONValue.string)),
      "untouched": (try? JSONValue(encoding: untouched)) ?? .null,
      "properties": .array(
        properties.map {
          .object([
            "name": .string($0.name), "kind": .string($0.kind), "sentence": .string($0.sentence),
            "witness": .string($0.witness),
          ])
        }),
    ])
  }
}
