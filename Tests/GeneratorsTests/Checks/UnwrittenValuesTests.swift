import Model
import Testing

@testable import Generators
@testable import Spec

/// Traces of drawn values whose types cannot be read back from what is written of them.
@Suite struct UnwrittenValuesTests {
  /// A list in the order of a dictionary; with another marker it is a product of which no text is
  /// known yet, as in another process.
  private struct Listed<Marker: Sendable>: Product {
    struct State: Hashable, Sendable { var items: [Int: Int] = [:] }
    enum Action: Hashable, Sendable { case put(Int) }

    let sorts: Bool
    let initialState = State()

    func reduce(_ state: State, _ action: Action) throws -> State {
      guard case .put(let number) = action else { return state }
      if number < 0 && state.items.count == 2 && !sorts { throw Crash("there is no such place") }
      var next = state
      next.items[number] = number
      return next
    }

    func gestures(in state: State, values: NoValues) -> [Action] { [.put(state.items.count % 3)] }

    func subscriptions(values: NoValues) -> [Subscription<Self>] {
      [
        Subscription(name: "list", countsEntries: { $0.items.count }) { state, order in
          let numbers = order.entries(of: state.items).map(\.value)
          return sorts ? numbers.sorted() : numbers
        }
      ]
    }

    func vocabulary(values: NoValues) -> [Action] { [.put(5), .put(-1)] }

    static func registered(sorts: Bool = false) -> RegisteredProduct {
      let numbers = Generator<Int>.integers(in: 0...99)
      let states = numbers.array(count: 0...6).map { numbers in
        State(items: Dictionary(numbers.map { ($0, $0 * 7 % 10) }) { $1 })
      }
      let inputs = states.pair(with: numbers).map {
        ValuesInput<Self>(values: NoValues(), state: $0, action: .put($1))
      }
      return RegisteredProduct(
        "listed", scopes: [Scope(name: "small", values: NoValues())], inputs: inputs
      ) { (_: NoValues) in Self(sorts: sorts) }
    }
  }

  private enum Searcher {}
  private enum Finder {}
  private enum Cured {}
  private enum Writer {}
  private enum Reader {}
  private enum Mended {}
  private enum Stranger {}

  /// A trace as another process reads it.
  private func trace() throws -> Trace {
    let report = try #require(
      Listed<Writer>.registered().checkValues(
        design: "published", ValuePlan(runCount: 100), only: { _ in true },
        shouldStop: { _, _ in false }))
    let found = try #require(report.findings.first { $0.property == "selector.pure" })
    return try Trace(data: found.trace.data)
  }

  @Test func `a trace of values that no type reads is replayed by its choices`() throws {
    let trace = try trace()
    #expect(trace.values?.choices?.isEmpty == false)
    #expect(try Registry([Listed<Reader>.registered()]).grade(trace).grade == .reproduces)
    let mended = Registry([Listed<Mended>.registered(sorts: true)])
    #expect(try mended.grade(trace).grade == .passes(otherCulprits: []))
  }

  @Test func `a trace of a state that a search met is replayed by the states of its scope`() throws
  {
    let specification = try #require(
      Listed<Searcher>.registered().specification(scope: "small"))
    let found = try #require(
      specification.check().findings.first { $0.property == "reducer.total" })
    let trace = try Trace(data: found.trace.data)
    #expect(trace.form == .values && trace.values?.choices == nil)
    #expect(try Registry([Listed<Finder>.registered()]).grade(trace).grade == .reproduces)
    let cured = Registry([Listed<Cured>.registered(sorts: true)])
    #expect(try cured.grade(trace).grade == .passes(otherCulprits: []))
  }

  @Test func `choices that draw something else read nothing`() throws {
    var trace = try trace()
    let registry = Registry([Listed<Stranger>.registered()])
    trace.values?.choices = [0]
    #expect(throws: TraceError.self) { try registry.grade(trace) }
    trace.values?.choices = nil
    #expect(throws: TraceError.self) { try registry.grade(trace) }
  }
}
