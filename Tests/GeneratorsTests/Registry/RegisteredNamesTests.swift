import Model
import Testing

@testable import Generators

/// What a product is registered with has to name something, and one thing each.
@Suite struct RegisteredNamesTests {
  private func complaint(
    _ name: String = "plain", scopes: [String] = ["small"], defaults: [String]? = nil,
    quick: [String]? = nil, vast: [String] = [], mutants: [String] = [], repairs: [String] = []
  ) -> String? {
    RegisteredProduct(
      name, scopes: scopes.map { Scope(name: $0, values: NoValues()) }, defaultScopes: defaults,
      quickScopes: quick, vastScopes: vast, mutants: mutants.map { Mutant($0) { _ in } },
      repairs: repairs.map { Repair($0, "") { _ in } }, product: { _ in Switch() }
    ).complaint
  }

  /// A light that goes on and off.
  private struct Switch: Product {
    struct State: Hashable, Sendable { var isOn = false }
    enum Action: CaseIterable, Hashable, Sendable { case tap }
    let initialState = State()
    func reduce(_ state: State, _ action: Action) -> State { State(isOn: !state.isOn) }
  }

  @Test func `names that name one thing each are fine`() {
    #expect(
      complaint(
        scopes: ["small", "large"], defaults: ["small"], quick: [], vast: ["large"],
        mutants: ["a", "A", "忘れる", "消す"], repairs: ["a"]) == nil)
  }

  @Test func `a scope that is not there is refused`() {
    #expect(complaint(scopes: []) == "plain has no scope")
    for name in ["", "all"] {
      #expect(
        complaint(scopes: ["small", name])
          == "the scope '\(name)' of plain needs another name: '--scope all' takes every one")
    }
    let words = "plain has no scope 'smal', which defaultScopes names; known: small"
    #expect(complaint(defaults: ["smal"]) == words)
    #expect(complaint(quick: ["smal"])?.contains("quickScopes") == true)
    #expect(complaint(vast: ["smal"])?.contains("vastScopes") == true)
  }

  @Test func `two designs of one name, and a product without a name, are refused`() {
    #expect(complaint("") == "a product needs a name")
    #expect(complaint(mutants: ["a", "b", "a"]) == "plain has two mutants of the name 'a'")
    #expect(complaint(repairs: ["a", "a"]) == "plain has two repairs of the name 'a'")
  }
}
