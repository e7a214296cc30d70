import ImmutableDataModel
import ImmutableDataSpec
import Model
import Spec

/// A lamp and its switch.
struct Switched: ExplicitSystem {
  enum Label: Hashable, Sendable { case switches }

  let initialStates = [Lamp()]

  func steps(from state: Lamp) -> [Step<Lamp, Label>] {
    var next = state
    next.isOn.toggle()
    return [Step(.switches, to: next)]
  }
}

let lamp = Specification(
  identity: Identity(product: "lamp", scope: "all"), system: Switched(), properties: [],
  teller: Teller(facts: { ["lamp": Paper.line($0)] }))
print("\(lamp.check().statistics.stateCount) states")
