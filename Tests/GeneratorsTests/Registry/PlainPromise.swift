import Model
import Spec

extension ExplicitSystem {
  /// The system with one promise about its states, in a product that is named by what stands before
  /// the dot.
  func promising(
    _ name: String, _ sentence: String, _ judge: @escaping @Sendable (View) -> Judgement
  ) -> Specification<Self> {
    Specification(
      identity: Identity(product: String(name.prefix { $0 != "." }), scope: "all"), system: self,
      properties: [Property<Self>(name, sentence, witness: "a state", .invariant(judge))],
      teller: Teller())
  }
}
