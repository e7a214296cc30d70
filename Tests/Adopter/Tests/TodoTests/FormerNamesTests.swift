import Generators
import Model
import Testing

/// An app that was written with the names of before; it has to go on compiling.
@available(*, deprecated)
struct FormerApp: App {
  enum Action: Hashable { case switches }

  @MainActor final class Store {
    var isOn: Bool
    let reducer: (Bool, Action) throws -> Bool
    init(_ launch: Launch<Bool, Action, Int>) { (isOn, reducer) = (launch.state, launch.reducer) }
  }

  let initialState = false
  let initialRows = 0

  func deeds(in state: Bool) -> [Deed<Action>] {
    let kind = Deed<Action>.Kind.other
    return [Deed("flips the switch", .switches, kind)]
  }
  func reduce(_ state: Bool, _ action: Action) throws -> Bool { !state }
  func launch(_ launch: Launch<Bool, Action, Int>) -> Launched<Store> { Launched(Store(launch)) }
  func dispatch(_ action: Action, to store: Store) throws {
    store.isOn = try store.reducer(store.isOn, action)
  }
  func state(of store: Store) -> Bool { store.isOn }

  /// Its bounds.
  static func bounds() -> Scope<Nothing> { Scope(name: "small", values: Nothing()) }
}

struct FormerNamesTests {
  @Test func `an app with the former names lists what people can do`() {
    let system = RuntimeSystem(product: DerivedProduct(FormerApp()), scope: FormerApp.bounds())
    let gestures = system.product.gestures(in: false, values: system.scope.values)
    #expect(gestures == [Interaction("flips the switch", .switches)])
  }
}
