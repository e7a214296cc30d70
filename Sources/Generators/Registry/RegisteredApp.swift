import Model
import Spec

extension RegisteredProduct {
  /// Registers a running app, which takes every step itself (`App`).
  ///
  /// - Parameters:
  ///   - app: what is checked.
  ///   - name: the name by which commands pick it; that of the type by default.
  ///   - makeScopes: the bounds within which it is explored; by default one scope of the name
  ///     `app`.
  ///   - vastScopes: the names of those that are too large to be exhausted.
  ///   - unreachable: what cannot fire, in a check's words such as "status: list failure", and why.
  ///   - properties: what has to hold; what every product promises by default.
  ///   - file: where it is registered, for reports that point at code.
  ///   - line: the line there.
  public init<A: App>(
    app: A, named name: String? = nil,
    scopes makeScopes: @autoclosure () throws -> [Scope<NoValues>] = try [.app()],
    vastScopes: [String] = [], unreachable: [String: String] = [:],
    properties: @escaping @Sendable (AppSystem<A>) -> [Property<AppSystem<A>>] = {
      RuntimeProperties(system: $0).all
    },
    file: String = #filePath, line: Int = #line
  ) {
    self.init(
      name ?? A.defaultName, scopes: try makeScopes(), vastScopes: vastScopes,
      unreachable: unreachable,
      properties: properties, file: file, line: line, product: { _ in DerivedProduct(app) })
    isApp = true
  }
}

extension App {
  /// The name of its traces and of its commands: the type's, in lower case.
  static var defaultName: String { "\(Self.self)".lowercased() }
}

extension Scope where Values == NoValues {
  /// The bounds within which an app is explored when nothing else is said: two requests under way,
  /// or two that wait behind one, one fault, one kill and one addition.
  ///
  /// - Parameters:
  ///   - mailMax: how many requests may be under way side by side, or wait behind one, before
  ///     people set nothing more going; two side by side at least.
  ///   - additionsMax: how many rows interactions may add; as often, up to 15 times, may something
  ///     come without a request.
  /// - Throws: a `ScopeError` when a bound makes no sense.
  public static func app(
    name: String = "app", discipline: Discipline = .serial, mailMax: Int = 2, faultsMax: Int = 1,
    relaunchesMax: Int = 1, additionsMax: Int = 1
  ) throws(ScopeError) -> Scope {
    try Scope(
      name: name, discipline: discipline, mailMax: mailMax, faultsMax: faultsMax,
      relaunchesMax: relaunchesMax, additionsMax: additionsMax, values: NoValues())
  }
}
