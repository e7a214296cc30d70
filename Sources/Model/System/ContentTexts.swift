extension ContentTree {
  /// The texts in it.
  var texts: Set<String> {
    switch self {
    case .text(let text): [text]
    case .list(let elements, _): elements.reduce(into: []) { $0.formUnion($1.texts) }
    case .entries(let entries): entries.reduce(into: []) { $0.formUnion($1.value.texts) }
    case .record(let fields): fields.reduce(into: []) { $0.formUnion($1.value.texts) }
    case .choice(_, let payload): payload?.texts ?? []
    case .nothing, .truth, .number, .integer, .date: []
    }
  }

  /// The texts that stand in it where another text stood.
  ///
  /// A text that comes where none was, as in a list, takes the place of nothing.
  func texts(inPlaceOf old: ContentTree) -> Set<String> {
    if self == old { return [] }
    switch (old, self) {
    case (.text, .text(let text)): return [text]
    case (.record(let before), .record(let fields)) where before.count == fields.count:
      return zip(before, fields).reduce(into: []) {
        $0.formUnion($1.1.value.texts(inPlaceOf: $1.0.value))
      }
    case (.choice(let one, let before?), .choice(let other, let payload?)) where one == other:
      return payload.texts(inPlaceOf: before)
    case (.entries(let before), .entries(let entries)):
      return entries.reduce(into: []) { texts, entry in
        guard let last = before.first(where: { $0.key == entry.key }) else { return }
        texts.formUnion(entry.value.texts(inPlaceOf: last.value))
      }
    default: return []
    }
  }
}
