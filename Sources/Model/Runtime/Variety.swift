/// What takes more than one value in the states that were met, as reflection sees them.
package struct Variety: Sendable {
  /// The values of each field, by a path that names entries of dictionaries: "notes.data[1].title".
  private var values: [String: Set<ContentTree>] = [:]
  /// The same paths without the names of entries: "notes.data[].title".
  private var fields: [String: String] = [:]
  /// The kinds of gestures that windows offered.
  package private(set) var controls: Set<String> = []

  package init() {}

  package mutating func join(_ other: Variety) {
    values.merge(other.values) { $0.union($1) }
    fields.merge(other.fields) { first, _ in first }
    controls.formUnion(other.controls)
  }

  /// The fields that were met and never seen to change, in order; the id of an entry is none.
  package var constantFields: [String] {
    let changed = Set(values.filter { $0.value.count > 1 }.compactMap { fields[$0.key] })
    return Set(fields.values).subtracting(changed).sorted()
  }

  private mutating func add(_ tree: ContentTree, _ path: String, _ field: String) {
    switch tree {
    case .record(let parts):
      let id = parts.firstIndex { isNameOfEntry($0.value, path) }
      for (place, part) in parts.enumerated() where place != id {
        let name = [path, part.label ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
        let kind = [field, part.label ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
        add(part.value, name, kind)
      }
    case .entries(let entries):
      for entry in entries { add(entry.value, "\(path)[\(entry.key.words)]", "\(field)[]") }
    default:
      values[path, default: []].insert(tree)
      fields[path] = field
    }
  }

  /// Whether a field of an entry is the one under which the entry stands.
  private func isNameOfEntry(_ tree: ContentTree, _ path: String) -> Bool {
    if case .text(let text) = tree { path.hasSuffix("[\(text)]") } else { false }
  }
}

extension Variety {
  /// What varies in the states, and in what windows hold and offer, that an expansion was asked
  /// about.
  package init<P: Product>(of expansion: RuntimeExpansion<P>) {
    let interned = expansion.interned
    for handle in 0..<UInt32(interned.stores.count) {
      if case .running(let state) = interned.stores[handle] { add(ContentTree(state), "", "") }
    }
    for handle in 0..<UInt32(interned.windows.components.count) {
      add(ContentTree(interned.windows.components[handle]), "window", "window")
    }
    for handle in 0..<UInt32(interned.windowLabels.count) {
      guard case .windowGesture(let gesture, _) = interned.windowLabels[handle] else { continue }
      controls.insert(RuntimeLabel<P>.caseName(of: gesture))
    }
  }
}
