import Generators
import Model
import Spec
import Testing
@testable import SpecRunner

/// Runs that have nothing to ask.
@Suite struct UnaskedTests {
  private struct Lamp: ExplicitSystem {
    typealias State = Bool
    typealias Label = String
    let initialStates = [false]
    func steps(from state: Bool) -> [Step<Bool, String>] { [Step("press", to: !state)] }
  }

  private static func options(_ product: String?) throws -> CommonOptions {
    let lit = Property<Lamp>(
      "lamp.lit", "It can be lit.", witness: "it is lit", .possible { $0 })
    let registry = Registry([
      RegisteredProduct("bare", systems: ["one": Lamp()], properties: []),
      RegisteredProduct("lamp", systems: ["one": Lamp()], properties: [lit]),
    ])
    return try CommonOptions(Arguments(product.map { [$0] } ?? [], of: "check"), of: registry)
  }

  @Test func `a check of a product without a property is refused`() throws {
    let error = #expect(throws: UsageError.self) { try Self.options("bare") }
    #expect(error.map { "\($0)" }?.contains("bare: there is no property to ask about") == true)
    #expect(try Self.options("lamp").selection.specifications.count == 1)
    #expect(try Self.options(nil).selection.specifications.count == 2)
  }
}
