/// What a state holds of one of an app's users.
public struct OwnedData: Hashable, Sendable {
  /// Who is signed in.
  package let owner: String
  /// The rows and texts in what was handed over.
  package let parts: Set<ContentTree>

  /// Takes in a user's data.
  ///
  /// - Parameters:
  ///   - owner: what tells this user from others.
  ///   - data: what is this user's alone, such as lists, dictionaries and names: its rows have to
  ///     differ from those of others. What everybody sees is left out.
  public init(of owner: String, _ data: any Sendable...) {
    self.owner = owner
    parts = data.reduce(into: []) { $0.formUnion(Self.parts(of: ContentTree($1))) }
  }

  private static func parts(of tree: ContentTree) -> Set<ContentTree> {
    switch tree {
    case .text(let text): text.isEmpty ? [] : [tree]
    case .list(let elements, _): Set(elements.filter { !holdsNothing($0) })
    case .entries(let entries): Set(entries.map { .list([$0.key, $0.value]) })
    case .record(let fields): fields.reduce(into: []) { $0.formUnion(parts(of: $1.value)) }
    case .choice(_, let payload?): parts(of: payload)
    case .nothing, .truth, .number, .integer, .date, .choice(_, nil): []
    }
  }

  /// Whether there is nothing in it that could be one user's alone, as in a list without rows.
  private static func holdsNothing(_ tree: ContentTree) -> Bool {
    switch tree {
    case .nothing: true
    case .text(let text): text.isEmpty
    case .list(let elements, _): elements.allSatisfy(holdsNothing)
    case .entries(let entries): entries.isEmpty
    default: false
    }
  }
}

extension ContentTree {
  /// What is told of it as a part of a user's data.
  package var partWords: String {
    if case .list(let pair, _) = self, pair.count == 2 {
      return "\(pair[0].words): \(pair[1].words)"
    }
    return words
  }
}
