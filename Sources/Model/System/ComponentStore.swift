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
  private var parts: [PartKey: UInt32] = [:]
  /// The distinct values of parts, and of elements that are added.
  private var partValues: [PartKey: any InternedValues] = [:]
  private var changes: [[ComponentChange: UInt32]]
  /// Key paths that were written in code, by identity; they are held, so that no other takes their place.
  private var positions: [ObjectIdentifier: (path: AnyKeyPath, position: Int?)] = [:]
  private static var positionCountMax: Int { 4096 }

  private struct PartKey: Hashable {
    var position: Int
    /// Nil for the elements of a collection.
    var part: AnyKeyPath?
  }

  init(
    _ components: [Component<State>], prototype: State?, meter: ContentMeter, likeness: LikenessWatch
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
    }
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
    if self.state(of: row) != state {
      complain("a state holds more than its components: \(ContentTree(state).line); list all that differs")
    }
    return row
  }

  func state(of row: Row) -> State? {
    guard var state = prototype else { return nil }
    for table in tables { table.write(row[table.position], into: &state) }
    return state
  }

  func complain(_ words: String) { complaint = complaint ?? words }

  /// The handle of a value that is written into a component.
  func handle<Value>(of value: Value, in table: ComponentTable<State, Value>) -> UInt32 {
    let count = table.values.count
    let handle = table.values.handle(of: value)
    if Int(handle) == count && AuditSample.contains(count) { confirm(handle, in: table) }
    return handle
  }

  /// Looks whether a component can be written by itself: one that shares something with another cannot.
  private func confirm(_ handle: UInt32, in table: any ComponentValues<State>) {
    guard let prototype else { return }
    var state = prototype
    table.write(handle, into: &state)
    for other in tables {
      let expected = other.position == table.position ? handle : other.handle(in: prototype)
      if other.handle(in: state) == expected { continue }
      complain(
        "to write \(table.path) changes \(other.path), too; list stored properties that share nothing")
    }
  }

  // MARK: Functions

  private func values<Value: Hashable>(_ key: PartKey, of type: Value.Type) -> Interner<Value> {
    if let known = partValues[key] as? Interner<Value> { return known }
    let values = Interner<Value>(of: "states")
    values.meter = meter
    values.likeness = likeness
    partValues[key] = values
    return values
  }

  /// What a part of a component is, as a function with its distinct values.
  func part<Value, Part: Hashable>(
    _ part: KeyPath<Value, Part>, of table: ComponentTable<State, Value>
  ) -> (function: UInt32, values: Interner<Part>) {
    let key = PartKey(position: table.position, part: part)
    let values = values(key, of: Part.self)
    if let function = parts[key] { return (function, values) }
    let function = functions.add(ofComponent: table.position) {
      values.handle(of: table.values[$0][keyPath: part])
    }
    parts[key] = function
    return (function, values)
  }

  /// The handle of an element that is added to a component.
  func handle<Element: Hashable>(ofElement element: Element, position: Int) -> UInt32 {
    values(PartKey(position: position, part: nil), of: Element.self).handle(of: element)
  }

  /// A change of a component as a function.
  func change<Value>(
    _ change: ComponentChange, of table: ComponentTable<State, Value>, _ body: @escaping (inout Value) -> Void
  ) -> UInt32 {
    if let known = changes[table.position][change] { return known }
    let function =
      if case .replace(let handle) = change {
        functions.addConstant(handle, ofComponent: table.position)
      } else {
        functions.add(ofComponent: table.position) { [unowned self] handle in
          var value = table.values[handle]
          body(&value)
          return self.handle(of: value, in: table)
        }
      }
    changes[table.position][change] = function
    return function
  }

  var memory: MemoryUse {
    tables.map { $0.interned.memory }.sum + partValues.values.map { $0.memory }.sum
  }
}
