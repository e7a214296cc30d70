import Model
import Testing
@testable import Generators
@testable import ReferenceProducts
@testable import SpecRunner

/// What the scopes that are explored unasked leave alone.
@Suite struct UntouchedTests {
  private static func untouched(_ name: String, _ scopes: [String]) throws -> Untouched {
    let product = try #require(Registry.catalogue.product(named: name))
    return product.untouched(inScopes: scopes)
  }

  @Test func `fields that no scope changes are named, the id of an entry is none`() throws {
    let fields = try Self.untouched("quakes", ["sorts"]).fields
    #expect(fields.contains("quakes.data[].longitude") && fields.contains("quakes.data[].name"))
    #expect(!fields.contains("quakes.data[].quakeId") && !fields.contains("quakes.status"))
    let moved = try Self.untouched("quakes", ["sorts", "moved"]).fields
    #expect(!moved.contains { $0.hasPrefix("quakes.data") }, "\(moved)")
  }

  @Test func `fields that change only in the open environment are told apart`() throws {
    let untouched = try Self.untouched("animals", ["alerts", "calm"])
    #expect(!untouched.fields.contains("animals.data[].categoryId"))
    #expect(untouched.fieldsUnderWindows.contains("animals.data[].categoryId"))
  }

  @Test func `controls and windows that no scope uses are named`() throws {
    let alone = try Self.untouched("animals", ["late"])
    #expect(alone.controls.contains("openReloadAlert") && !alone.controls.contains("save"))
    #expect(
      alone.windows.contains("two windows at once")
        && !alone.windows.contains("subscriptions that lag"))
    #expect(try Self.untouched("counter", ["zero"]).windows == ["no default scope opens a window"])
    #expect(try Self.untouched("counter", ["zero"]).controls.count == 2)
  }

  @Test(arguments: Registry.catalogue.products.map(\.name))
  func `the default scopes of a product use its windows and all of its controls`(name: String)
    throws
  {
    let product = try #require(Registry.catalogue.product(named: name))
    let untouched = product.untouched()
    #expect(untouched.controls == [])
    #expect(name == "counter" || untouched.windows == [])
  }
}
