import Model
import Spec

/// The names that a product is registered with, as far as they have to be told apart or to name
/// something.
struct RegisteredNames {
  let product: String
  let scopes: [String]
  /// Names of scopes, under the argument that gives them.
  var chosen: [(argument: String, names: [String])] = []
  var mutants: [String] = []
  var repairs: [String] = []

  /// Why they cannot be used, on one line.
  var complaint: String? {
    if product.isEmpty { return "a product needs a name" }
    if scopes.isEmpty { return "\(product) has no scope" }
    if let name = FileWords.oneOfTwo(in: scopes) {
      return "\(product) has two scopes whose names make one folder, '\(name)' among them"
    }
    if let name = scopes.first(where: { $0.isEmpty || $0 == "all" }) {
      return "the scope '\(name)' of \(product) needs another name: '--scope all' takes every one"
    }
    for (kind, names) in [("mutants", mutants), ("repairs", repairs)] {
      var known: Set<String> = []
      if let name = names.first(where: { !known.insert($0).inserted }) {
        return "\(product) has two \(kind) of the name '\(name)'"
      }
    }
    if let name = repairs.first(where: { $0.contains("+") }) {
      return "the repair '\(name)' of \(product) needs a name without '+', which joins repairs"
    }
    for (argument, names) in chosen {
      guard let name = names.first(where: { !scopes.contains($0) }) else { continue }
      let known = scopes.joined(separator: ", ")
      return "\(product) has no scope '\(name)', which \(argument) names; known: \(known)"
    }
    return nil
  }
}

extension RegisteredNames {
  /// - Parameter chosen: the names of those scopes that are explored by default, by `--quick`, and
  ///   never to the end.
  init<P: Product>(
    _ product: String, _ scopes: [String], _ chosen: [[String]], _ mutants: [Mutant<P>],
    _ repairs: [Repair<P>]
  ) {
    self.init(
      product: product, scopes: scopes,
      chosen: Array(zip(["defaultScopes", "quickScopes", "vastScopes"], chosen)),
      mutants: mutants.map(\.name), repairs: repairs.map(\.name))
  }
}

extension FileWords {
  /// The first of several names that make one folder; nil where each makes its own.
  static func oneOfTwo(in names: [String]) -> String? {
    let folders = names.map { FileWords($0).slug.lowercased() }
    return names.indices.first { place in folders.count { $0 == folders[place] } > 1 }
      .map { names[$0] }
  }
}
