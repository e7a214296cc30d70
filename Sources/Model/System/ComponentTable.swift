/// What can be done with the values of a component whatever their type.
protocol ComponentValues<State>: AnyObject {
  associatedtype State
  var position: Int { get }
  var path: PartialKeyPath<State> { get }
  var interned: any InternedValues { get }
  func handle(in state: State) -> UInt32
  func write(_ handle: UInt32, into state: inout State)
  func value(_ handle: UInt32) -> Any
}

/// The distinct values of one component.
final class ComponentTable<State, Value: Hashable & Sendable>: ComponentValues {
  private let writable: WritableKeyPath<State, Value>
  let position: Int
  let values: Interner<Value>

  init(_ path: WritableKeyPath<State, Value>, position: Int) {
    writable = path
    self.position = position
    values = Interner(of: "states")
  }

  var path: PartialKeyPath<State> { writable }
  var interned: any InternedValues { values }
  func handle(in state: State) -> UInt32 { values.handle(of: state[keyPath: writable]) }
  func write(_ handle: UInt32, into state: inout State) {
    state[keyPath: writable] = values[handle]
  }
  func value(_ handle: UInt32) -> Any { values[handle] }
}

/// What a step does to a component: the same change of the same value leaves the same.
enum ComponentChange: Hashable {
  case replace(UInt32)
  /// A part, by the function that gives it, becomes a value.
  case write(UInt32, UInt32)
  case append(UInt32)
  case removeFirst
}
