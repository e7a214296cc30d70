import Foundation
import Generators
import Model
import Testing

// What stands between lines of BEGIN and END are the examples of docs/check-values.md.

// BEGIN
/// An amount of money as a field shows it and reads it.
struct Amount {
  var cents: Int
  var text: String { "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)" }

  init(cents: Int) { self.cents = cents }

  init?(text: String) {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let whole = Int(parts[0]), let rest = Int((parts[1] + "0").prefix(2))
    else {
      return nil
    }
    cents = 100 * whole + rest
  }
}

struct AmountTests {
  @Test func `an amount is read as it is written`() throws {
    try check("amounts", Generator<Int>.integers(in: 0...99_999)) { cents in
      Amount(text: Amount(cents: cents).text)?.cents == cents
    }
  }
}
// END

/// The examples of the page about checks of values.
@Suite struct WrittenValuesTests {
  private static let page = "docs/check-values.md"

  @Test func `a report has the simplest value and the statistics`() throws {
    // BEGIN
    let carts = Generator<Int>.integers(in: 0...500).array(count: 0...9)
    let report = check(values: carts, ValuePlan(seed: 7, runCount: 200)) { cart, observations in
      try assume(cart.count != 1)
      observations.classify(cart.isEmpty, as: "empty")
      observations.collect(cart.count > 4 ? "many" : "few", in: "items")
      observations.remark("of these \(Set(cart).count) are different")
      return Set(cart).count == cart.count
    }
    let simplest = report.counterexample?.value  // [0, 0]
    print(report.statistics)
    // END
    #expect(simplest == [0, 0])
    #expect(report.statistics.contains("items:"))
  }

  @Test func `a generator of one's own shrinks, too`() {
    // BEGIN
    /// Spans of time: the end is never before the beginning, and most are short.
    let spans = Generator<ClosedRange<Int>> { source throws(Rejection) in
      let start = try Generator.integers(in: 0...1000).draw(from: &source)
      let length = try Generator.frequency([
        (9, .integers(in: 0...9)), (1, .integers(in: 10...5000)),
      ])
      return start...(start + (try length.draw(from: &source)))
    }
    // END
    let report = check(values: spans, ValuePlan(runCount: 1000).reading([:])) { span, _ in
      span.count < 30
    }
    #expect(report.counterexample?.value == 0...29)
  }

  @Test func `a failure is the one of the page`() throws {
    let failure = try #require(throws: CheckFailure.self) {
      try check("amounts", Generator<Int>.integers(in: 0...99_999), ValuePlan().reading([:])) {
        cents in
        Amount(text: "\(cents / 100).\(cents % 100)")?.cents == cents
      }
    }
    #expect(try blocks("text").contains("\(failure)\n"))
    var callCount = 0
    let flaky = try #require(throws: CheckFailure.self) {
      try check("amounts", Generator<Int>.integers(in: 0...99_999), ValuePlan().reading([:])) { _ in
        callCount += 1
        return callCount != 40
      }
    }
    #expect(try blocks("text").contains("\(flaky)\n"))
  }

  // MARK: A product

  private static func ask(_ shop: Shop) throws {
    // BEGIN
    let actions = Generator<Shop.Action>.element(of: [.load, .remove("pen")])
    let states = Generator<String>.identifiers().set(count: 0...4).map { ids in
      Shop.State(items: Dictionary(uniqueKeysWithValues: ids.map { ($0, Shop.Item(id: $0)) }))
    }
    let cases = states.pair(with: actions).map { state, action in
      ValuesInput<Shop>(values: Shop.Values(), state: state, action: action)
    }
    try check(generated: cases, of: { _ in shop })
    // END
  }

  @Test func `a list in the order of a dictionary is found`() throws {
    try Self.ask(Shop())
    let failure = try #require(throws: CheckFailure.self) { try Self.ask(Shop(sorts: false)) }
    #expect(
      failure.findings.map(\.name) == [FindingName(property: "selector.pure", culprit: "list")])
  }

  // MARK: The page

  private func blocks(_ tag: String) throws -> [String] {
    try String(contentsOfFile: Package.path(Self.page), encoding: .utf8)
      .components(separatedBy: "```\(tag)\n").dropFirst().map {
        $0.components(separatedBy: "```")[0]
      }
  }

  @Test func `the examples are the page's`() throws {
    let compiled = try String(contentsOfFile: #filePath, encoding: .utf8)
      .components(separatedBy: "// BEGIN\n").dropFirst().map { part in
        let lines = part.components(separatedBy: "// END")[0].components(separatedBy: "\n")
          .dropLast()
        let indentation = lines.first.map { $0.prefix { $0 == " " }.count } ?? 0
        return lines.map { $0.dropFirst(indentation) + "\n" }.joined()
      }
    #expect(try blocks("swift") == compiled)
  }
}

// BEGIN
extension Shop {
  func subscriptions(values: Values) -> [Subscription<Shop>] {
    [
      Subscription(name: "list", countsEntries: { $0.items.count }) { state, order in
        let ids = order.entries(of: state.items).map(\.value.id)
        return sorts ? ids.sorted() : ids
      }
    ]
  }
}
// END
