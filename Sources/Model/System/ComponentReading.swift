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

  init(
    _ store: ComponentStore<State>, _ row: Row, at moment: Moment = .before,
    recorder: ReadRecorder? = nil
  ) {
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
    let handle = table.values.handle(of: value)
    store.confirm(value, is: table.values[handle])
    change(table, by: .replace(handle)) { $0 = value }
    replaced |= Facet(number: table.position).bit
  }

  func write<Value: Hashable & Sendable, Part: Hashable>(
    _ value: Part, to part: WritableKeyPath<Value, Part>, of path: WritableKeyPath<State, Value>
  ) {
    guard let table = store.table(of: path) else { return refuse(path) }
    let (function, values) = store.part(part, of: table)
    change(table, by: .write(function, store.handle(of: value, in: values))) {
      $0[keyPath: part] = value
    }
  }

  func append<Elements: RangeReplaceableCollection & Hashable & Sendable>(
    _ element: Elements.Element, to path: WritableKeyPath<State, Elements>
  ) where Elements.Element: Hashable {
    guard let table = store.table(of: path) else { return refuse(path) }
    let handle = store.handle(ofElement: element, position: table.position)
    change(table, by: .append(handle)) { $0.append(element) }
  }

  func removeFirst<Elements: RangeReplaceableCollection & Hashable & Sendable>(
    from path: WritableKeyPath<State, Elements>
  ) {
    guard let table = store.table(of: path) else { return refuse(path) }
    change(table, by: .removeFirst) { $0.removeFirst() }
  }

  private func change<Value: Hashable & Sendable>(
    _ table: ComponentTable<State, Value>, by change: ComponentChange,
    _ body: @escaping (inout Value) -> Void
  ) {
    let function = store.change(change, of: table, body)
    current[table.position] = store.functions(function, current)
    changed |= Facet(number: table.position).bit
    changes.append(function)
  }

  private func refuse(_ path: AnyKeyPath) {
    store.complain(
      "\(path.words) is written, and is none of the system's components; list it among them")
  }
}
