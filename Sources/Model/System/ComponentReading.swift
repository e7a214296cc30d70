/// The components of the states of one expansion, and the functions of them that steps ask.
final class ComponentStore<State: Hashable & Sendable> {
  let tables: [any ComponentValues<State>]
  let functions = ComponentFunctions()
  let wholes: [UInt32]
  /// A state to write components into: what is no component is the same in every state.
  let prototype: State?
  private var parts: [PartKey: UInt32] = [:]
  private var partValues: [PartKey: Any] = [:]
  private var changes: [[ComponentChange: UInt32]]
  /// Key paths that were written in code, by identity; they are held, so that no other takes their place.
  private var positions: [ObjectIdentifier: (path: AnyKeyPath, position: Int?)] = [:]
  private static var positionCountMax: Int { 4096 }

  private struct PartKey: Hashable {
    var position: Int
    var part: AnyKeyPath
  }

  init(_ components: [Component<State>], prototype: State?) {
    self.prototype = prototype
    tables = components.enumerated().map { $1.makeTable($0) }
    wholes = tables.indices.map(functions.addWhole(ofComponent:))
    changes = Array(repeating: [:], count: tables.count)
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

  /// What a part of a component is, as a function with its distinct values.
  func part<Value, Part: Hashable>(
    _ part: KeyPath<Value, Part>, of table: ComponentTable<State, Value>
  ) -> (function: UInt32, values: Interner<Part>) {
    let key = PartKey(position: table.position, part: part)
    if let function = parts[key], let values = partValues[key] as? Interner<Part> {
      return (function, values)
    }
    let values = Interner<Part>(of: "parts")
    let function = functions.add(ofComponent: table.position) {
      values.handle(of: table.values[$0][keyPath: part])
    }
    (parts[key], partValues[key]) = (function, values)
    return (function, values)
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
        functions.add(ofComponent: table.position) { handle in
          var value = table.values[handle]
          body(&value)
          return table.values.handle(of: value)
        }
      }
    changes[table.position][change] = function
    return function
  }

  func state(of row: Row) -> State? {
    guard var state = prototype else { return nil }
    for (position, table) in tables.enumerated() { table.write(row[position], into: &state) }
    return state
  }

  var memory: MemoryUse { tables.map { $0.interned.memory }.sum }
}

/// A state that is looked at, and changed, with what is taken down of that.
final class ComponentReading<State: Hashable & Sendable> {
  private let store: ComponentStore<State>
  private let row: Row
  private let moment: Moment
  private let recorder: ReadRecorder?
  /// What was looked at, each once, in that order.
  private(set) var reads: [ReadTree.Read] = []
  /// The changes, in their order.
  private(set) var changes: [UInt32] = []
  private var current: Row
  private var changed: UInt16 = 0
  private var replaced: UInt16 = 0
  /// The components that were looked at whole.
  private(set) var wholes: UInt16 = 0
  /// What was written that is no component.
  private(set) var complaint: String?

  init(_ store: ComponentStore<State>, _ row: Row, at moment: Moment = .before, recorder: ReadRecorder? = nil)
  {
    self.store = store
    self.row = row
    self.moment = moment
    self.recorder = recorder
    current = row
  }

  // MARK: Looks

  private func look(at position: Int) {
    let facet = Facet(number: position)
    recorder?.record(facet, at: moment)
    if (wholes | replaced) & facet.bit != 0 { return }
    wholes |= facet.bit
    reads.append(ReadTree.Read(function: store.wholes[position], value: row[position]))
  }

  func value<Value>(_ path: KeyPath<State, Value>) -> Value {
    guard let position = store.position(of: path) else { return wholeState()[keyPath: path] }
    look(at: position)
    guard let value = store.tables[position].value(current[position]) as? Value else {
      preconditionFailure("a component has the type of its key path")
    }
    return value
  }

  func wholeState() -> State {
    for position in store.tables.indices { look(at: position) }
    guard let state = store.state(of: current) else {
      preconditionFailure("who is shown a state has an initial state")
    }
    return state
  }

  func part<Value: Hashable & Sendable, Part: Hashable>(
    _ part: KeyPath<Value, Part>, of path: WritableKeyPath<State, Value>
  ) -> Part {
    guard let table = store.table(of: path) else { return value(path)[keyPath: part] }
    let bit = Facet(number: table.position).bit
    let (function, values) = store.part(part, of: table)
    if (changed | wholes) & bit != 0 {
      look(at: table.position)
      return values[store.functions(function, current)]
    }
    let read = ReadTree.Read(function: function, value: store.functions(function, row))
    if !reads.contains(read) { reads.append(read) }
    return values[read.value]
  }

  // MARK: Changes

  func replace<Value: Hashable & Sendable>(_ path: WritableKeyPath<State, Value>, by value: Value) {
    guard let table = store.table(of: path) else { return refuse(path) }
    change(path, by: .replace(table.values.handle(of: value))) { $0 = value }
    replaced |= Facet(number: table.position).bit
  }

  func change<Value: Hashable & Sendable>(
    _ path: WritableKeyPath<State, Value>, by change: ComponentChange, _ body: @escaping (inout Value) -> Void
  ) {
    guard let table = store.table(of: path) else { return refuse(path) }
    let function = store.change(change, of: table, body)
    current[table.position] = store.functions(function, current)
    changed |= Facet(number: table.position).bit
    changes.append(function)
  }

  private func refuse(_ path: AnyKeyPath) {
    complaint = complaint ?? "\(path) is written, and is none of the system's components; list it among them"
  }
}
