import Model
import Spec

/// What the default scopes of a product leave alone, as some random runs of each tell.
package struct Untouched: Hashable, Codable, Sendable {
  /// The fields of states that were met and that no run changed.
  package var fields: [String] = []
  /// The same of the scopes with windows: what never changes while something is open.
  package var fieldsUnderWindows: [String] = []
  /// The registered controls that no window offered.
  package var controls: [String] = []
  /// What windows can do and in no default scope do.
  package var windows: [String] = []

  /// Nothing is left alone.
  init() {}

  /// Takes runs of each scope and looks at all that they met.
  ///
  /// - Complexity: 2,400 steps a scope.
  init<P: Product>(
    _ known: [Scope<P.Values>], _ names: [String], controls: [String], product: (P.Values) -> P
  ) {
    let scopes = known.filter { names.contains($0.name) }
    var (all, underWindows) = (Variety(), Variety())
    for scope in scopes {
      let variety = Self.variety(RuntimeSystem(product: product(scope.values), scope: scope))
      all.join(variety)
      if scope.windows != nil { underWindows.join(variety) }
    }
    fields = all.constantFields
    fieldsUnderWindows = underWindows.constantFields.filter { !fields.contains($0) }
    self.controls = controls.filter { !all.controls.contains($0) }
    let windowed = scopes.filter { $0.windows != nil }
    let hasWindows = scopes.first.map { scope in
      let product = product(scope.values)
      return product.initialWindow(in: product.initialState) != nil
    }
    if hasWindows == true { windows = Self.rooms(of: windowed) }
  }

  private static func rooms<Values>(of scopes: [Scope<Values>]) -> [String] {
    if scopes.isEmpty { return ["no default scope opens a window"] }
    let rooms: [(words: String, isEntered: (Scope<Values>) -> Bool)] = [
      ("two windows at once", { $0.windows.map { $0.countMax > 1 } ?? false }),
      ("windows that open and close", { $0.windows?.opensAndCloses ?? false }),
      ("subscriptions that lag", { $0.windows?.lagging?.isEmpty == false }),
      ("a kill while windows are open", { $0.relaunchesMax > 0 }),
    ]
    return rooms.filter { room in !scopes.contains(where: room.isEntered) }.map(\.words)
  }

  private static func variety<P: Product>(_ system: RuntimeSystem<P>) -> Variety {
    let expansion = system.makeExpansion()
    let walker = Walker { Judge(walking: system, [], sharing: expansion) }
    let chooser = UniformChooser()
    for seed in 0..<40 {
      var source = RandomSource(seed: UInt64(seed))
      _ = walker.run(chooser, source: &source, stepCountMax: 60)
    }
    return (expansion as? RuntimeExpansion<P>).map { Variety(of: $0) } ?? Variety()
  }
}
