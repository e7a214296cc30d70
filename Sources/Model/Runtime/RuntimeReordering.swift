extension StoreState: EntryHolder {
  static var parts: [Any.Type] { [P.State.self] }

  func reordered(by reordering: inout Reordering) -> StoreState? {
    guard case .running(let state) = self else { return nil }
    return reordering.reordered(state).map { .running($0) }
  }
}

extension StoredRows: EntryHolder {
  static var parts: [Any.Type] { [Contents.self] }

  func reordered(by reordering: inout Reordering) -> StoredRows? {
    guard case .rows(let contents) = self else { return nil }
    return reordering.reordered(contents).map { .rows($0) }
  }
}

extension DerivedValue: EntryHolder {
  static var parts: [Any.Type] {
    [[P.Subject: Status].self, P.Contents.self, StoredRows<P.Contents>.self]
  }

  func reordered(by reordering: inout Reordering) -> DerivedValue? {
    switch self {
    case .statuses(let statuses): reordering.reordered(statuses).map { .statuses($0) }
    case .contents(let contents, let isLoaded, let showsFailure):
      reordering.reordered(contents).map {
        .contents($0, isLoaded: isLoaded, showsFailure: showsFailure)
      }
    case .subjects(let counts): reordering.reordered(counts).map { .subjects($0) }
    case .rows(let rows): reordering.reordered(rows).map { .rows($0) }
    }
  }
}
