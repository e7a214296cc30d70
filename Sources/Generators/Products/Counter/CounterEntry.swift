import Generators
import Model
import Spec

extension RegisteredProduct {
  static let counter = RegisteredProduct(
    "counter", scopes: try CounterScopes.all(),
    defaultScopes: ["zero", "top", "bottom", "windows"],
    controls: Counter.mutationTable.gestures.map(\.kind),
    mutants: Counter.mutants + Counter.mutationTable.mutants, repairs: Counter.repairs,
    properties: { CounterProperties.all($0) },
    valuesClauses: { CounterProperties.valuesClauses($0) }, inputs: CounterInputs.all
  ) { Counter(initial: $0.initial) }
}

enum CounterScopes {
  static func all() throws(ScopeError) -> [Scope<Counter.Values>] {
    let starts = [("zero", 0), ("top", Int.max), ("bottom", Int.min)]
    let windows = try WindowBounds(countMax: 2, opensAndCloses: true)
    return try starts.map { Scope(name: $0, values: Counter.Values(initial: $1)) } + [
      Scope(
        name: "windows", environment: .windows, windows: windows, values: Counter.Values(initial: 0)
      )
    ]
  }
}

/// Every integer, each order of magnitude as likely, and as often one where a machine's numbers
/// end.
enum CounterInputs {
  static let all = Generator<Int>.frequency([(1, .integers()), (1, .machineBoundaries)])
    .pair(with: Generator<Counter.Action>.element(of: Counter.Action.allCases))
    .map { value, action in
      ValuesInput<Counter>(
        values: Counter.Values(initial: 0, reach: 1), state: Counter.State(value: value),
        action: action)
    }
}
