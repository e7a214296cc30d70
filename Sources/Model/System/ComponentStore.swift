/// The components of the states of one expansion, and the functions of them that steps ask.
final class ComponentStore<State: Hashable & Sendable> {
  let tables: [any ComponentValues<State>]
  let functions = ComponentFunctions()
  let wholes: [UInt32]
  /// What is wrong with the components.
  // Unchecked, as it is asked for after every state.
  @exclusivity(unchecked) private(set) var complaint: String?
  /// A state to write components into: what is no component is the same in every state.
  private let prototype: State?
  private let meter: ContentMeter
  private let likeness: LikenessWatch
  private var parts: [PartKey: KnownPart] = [:]
  private var comparison = ContentComparison()
  /// The distinct values of parts, and of elements that are added.
  private var partValues: [PartKey: any InternedValues] = [:]
  private var changes: [[ComponentChange: UInt32]]
  /// Key paths that were written in code, by identity; they are held, so that no other takes their
  /// place.
  private var positions: [ObjectIdentifier: (path: AnyKeyPath, position: Int?)] = [:]
  private static var positionCountMax: Int { 4096 }

  private struct PartKey: Hashable {
    var position: Int
    /// Nil for the elements of a collection.
    var part: AnyKeyPath?
  }

  /// A function, and key paths that are taken for the one that it was made of.
  private final class KnownPart {
    let first: AnyKeyPath
    var others: [AnyKeyPath] = []
    var function = absentHandle
    static var otherCountMax: Int { 4 }

    init(_ first: AnyKeyPath) { self.first = first }
  }

  init(
    _ components: [Component<State>], prototype: State?, meter: ContentMeter,
    likeness: LikenessWatch
  ) {
    self.prototype = prototype
    self.meter = meter
    self.likeness = likeness
    tables = components.enumerated().map { $1.makeTable($0) }
    wholes = tables.indices.map(functions.addWhole(ofComponent:))
    changes = Array(repeating: [:], count: tables.count)
    for table in tables {
      table.interned.meter = meter
      table.interned.likeness = likeness
      table.interned.keepsTwins = true
    }
  }

  func turnToTwins(_ reordering: inout Reordering) {
    for table in tables { table.interned.turnToTwins(&reordering) }
  }

  /// The place of a component, nil for something else of the state.
  func position(of path: AnyKeyPath) -> Int? {
    let identifier = ObjectIdentifier(path)
    if let known = positions[identifier] { return known.position }
    let position = tables.firstIndex { $0.path == path }
    if positions.count < Self.positionCountMax { positions[identifier] = (path, position) }
    return position
  }

  func table<Value: Hashable & Sendable>(
    of path: WritableKeyPath<State, Value>
  ) -> ComponentTable<State, Value>? {
    position(of: path).flatMap { tables[$0] as? ComponentTable<State, Value> }
  }

  // MARK: States

  func row(of state: State) -> Row {
    var row = Row()
    for table in tables { row[table.position] = table.handle(in: state) }
    if let known = self.state(of: row),
      let difference = comparison.difference(between: known, state)
    {
      complain(
        "a state holds more than its components: \(difference.place) (\(difference.words)); "
          + "list all that differs")
    }
    return row
  }

  /// What a renaming of states makes of a component's value.
  func handle(renamed handle: UInt32, at position: Int, by rename: (State) -> State) -> UInt32 {
    guard var state = prototype else { return handle }
    tables[position].write(handle, into: &state)
    return tables[position].handle(in: rename(state))
  }

  func state(of row: Row) -> State? {
    guard var state = prototype else { return nil }
    for table in tables { table.write(row[table.position], into: &state) }
    return state
  }

  func complain(_ words: String) { complaint = complaint ?? words }

  /// Looks whether a value that a step writes, or a part that it looks at, is like the known one
  /// that it equals, each time: what follows is remembered.
  func confirm<Value>(_ value: Value, is known: Value, _ noun: String = "states") {
    if ContentComparison.isSame(value, known) { return }
    guard let difference = comparison.difference(between: known, value) else { return }
    complain(LikenessWatch.words(noun, difference))
  }

  // MARK: Functions

  private func values<Value: Hashable>(_ key: PartKey, of type: Value.Type) -> Interner<Value> {
    if let known = partValues[key] as? Interner<Value> { return known }
    let values = Interner<Value>(of: "parts")
    values.meter = meter
    partValues[key] = values
    return values
  }

  /// The handle of a part that is looked at or written.
  func handle<Part: Hashable>(of part: Part, in values: Interner<Part>) -> UInt32 {
    let handle = values.handle(of: part)
    confirm(part, is: values[handle], "parts of states")
    return handle
  }

  /// What a part of a component is, as a function with its distinct values.
  ///
  /// Key paths that are equal may still lead elsewhere: by an argument whose == leaves something
  /// out, or by a type that is an argument. Of each function some that are taken for one are
  /// compared for every value.
  func part<Value, Part: Hashable>(
    _ part: KeyPath<Value, Part>, of table: ComponentTable<State, Value>
  ) -> (function: UInt32, values: Interner<Part>) {
    let key = PartKey(position: table.position, part: part)
    let values = values(key, of: Part.self)
    if let known = parts[key] {
      compare(part, known, table, values)
      return (known.function, values)
    }
    let known = KnownPart(part)
    known.function = functions.add(ofComponent: table.position) { [unowned self] handle in
      let value = table.values[handle]
      let part = self.handle(of: value[keyPath: part], in: values)
      for other in known.others {
        guard let other = other as? KeyPath<Value, Part> else { continue }
        if values.handle(of: value[keyPath: other]) != part { complainOfPaths(other) }
      }
      return part
    }
    parts[key] = known
    return (known.function, values)
  }

  private func compare<Value, Part: Hashable>(
    _ part: KeyPath<Value, Part>, _ known: KnownPart, _ table: ComponentTable<State, Value>,
    _ values: Interner<Part>
  ) {
    if known.first === part || known.others.count == KnownPart.otherCountMax { return }
    if known.others.contains(where: { $0 === part }) { return }
    guard let first = known.first as? KeyPath<Value, Part> else { return }
    known.others.append(part)
    // A path may end the program where nothing was asked of it, as one to an element that is not
    // there.
    for handle in 0..<UInt32(table.values.count) where functions.isAsked(known.function, of: handle)
    {
      let value = table.values[handle]
      if values.handle(of: value[keyPath: first]) != values.handle(of: value[keyPath: part]) {
        return complainOfPaths(part)
      }
    }
  }

  private func complainOfPaths(_ path: AnyKeyPath) {
    complain(
      "two key paths like \(path.words) are equal and lead to different parts; let == compare all "
        + "that they are given, or look at the whole component")
  }

  /// The handle of an element that is added to a component.
  func handle<Element: Hashable>(ofElement element: Element, position: Int) -> UInt32 {
    handle(of: element, in: values(PartKey(position: position, part: nil), of: Element.self))
  }

  /// A change of a component as a function.
  func change<Value>(
    _ change: ComponentChange, of table: ComponentTable<State, Value>,
    _ body: @escaping (inout Value) -> Void
  ) -> UInt32 {
    if let known = changes[table.position][change] { return known }
    let function =
      if case .replace(let handle) = change {
        functions.addConstant(handle, ofComponent: table.position)
      } else {
        functions.add(ofComponent: table.position) { handle in
          var value = table.values[handle]
          body(&value)
          return table.values.handle(of: value)
        }
      }
    changes[table.position][change] = function
    return function
  }

  var memory: MemoryUse {
    tables.map { $0.interned.memory }.sum + partValues.values.map { $0.memory }.sum
  }
}

extension AnyKeyPath {
  /// Its description, without addresses, which differ from run to run.
  var words: String {
    String(describing: self).replacing(/<computed [^>]*>/, with: "(computed)")
  }
}
