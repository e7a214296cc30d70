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
    parts = data.reduce(into: []) { ContentTree($1).addParts(to: &$0) }
  }
}

extension ContentTree {
  fileprivate func addParts(to parts: inout Set<ContentTree>) {
    switch self {
    case .text(let text): if !text.isEmpty { parts.insert(self) }
    case .list(let elements, _): parts.formUnion(elements)
    case .entries(let entries): parts.formUnion(entries.map { .list([$0.key, $0.value]) })
    case .record(let fields): for field in fields { field.value.addParts(to: &parts) }
    case .choice(_, let payload?): payload.addParts(to: &parts)
    case .nothing, .truth, .number, .integer, .date, .choice(_, nil): break
    }
  }

  /// What is told of it as a part of a user's data.
  package var partWords: String {
    if case .list(let pair, _) = self, pair.count == 2 {
      return "\(pair[0].words): \(pair[1].words)"
    }
    return words
  }
}
