/// A transition system written by hand whose states have components, and whose steps look at some
/// of them.
///
/// What a label does is worked out once for each distinct reading: its function looks at a draft of
/// the successor, which takes down what it looked at and what it changed. That is not declared, so
/// nothing can be declared wrongly (after the dynamic read dependencies of LTSmin, Meijer, Kant,
/// Blom and van de Pol 2014). A system whose `Label` is a type of the standard library says so:
/// `typealias Label = String`.
///
/// ```swift
/// struct Queue: ComponentSystem {
///   struct State: Hashable, Sendable {
///     var isOpen = true
///     var waiting: [String] = []
///   }
///   enum Label: Hashable, Sendable { case join(String), serve, close }
///
///   static var components: [Component<State>] { [Component(\.isOpen), Component(\.waiting)] }
///   let initialStates = [State()]
///   let labels: [Label] = [.join("Ann"), .join("Bob"), .serve, .close]
///
///   func take(_ label: Label, in draft: inout Draft<State>) -> Bool {
///     switch label {
///     case .join(let name):
///       guard draft.isOpen, !draft.waiting.contains(name) else { return false }
///       draft.append(name, to: \.waiting)
///     case .serve:
///       guard !draft[\.waiting, \.isEmpty] else { return false }
///       draft.removeFirst(from: \.waiting)
///     case .close:
///       guard draft.isOpen else { return false }
///       draft.isOpen = false
///     }
///     return true
///   }
/// }
/// ```
public protocol ComponentSystem: WrittenSystem where View == Components<State> {
  /// The components of a state: at most seven stored properties, among them all that steps change;
  /// work them out each time, as in the example.
  static var components: [Component<State>] { get }
  /// Every label that may be enabled anywhere, in any order.
  var labels: [Label] { get }
  /// Takes the step of a label, by what the draft shows and by nothing else.
  ///
  /// - Parameters:
  ///   - label: one of `labels`.
  ///   - draft: the state before the step; what is written into it is the state after it.
  /// - Returns: whether the label is enabled; if not, what was written is of no account.
  func take(_ label: Label, in draft: inout Draft<State>) -> Bool
  /// Things that can change places; none by default.
  var symmetries: [Symmetry<State, Label>] { get }
}

extension ComponentSystem {
  public var expansion: Expansion<Self> {
    Expansion { ComponentExpansion(self, isReduced: $0) }
  }
  public var symmetries: [Symmetry<State, Label>] { [] }
}

/// A component of a state: a stored property whose distinct values are stored once.
public struct Component<State: Hashable & Sendable> {
  let path: PartialKeyPath<State>
  let makeTable: (_ position: Int) -> any ComponentValues<State>
  /// The bytes of a state that it takes; nil where more than those changes when it is written.
  let bytes: Range<Int>?

  /// Makes a component of a property that is stored, has no observers, and shares nothing with
  /// another one.
  public init<Value: Hashable & Sendable>(_ path: WritableKeyPath<State, Value>) {
    self.path = path
    makeTable = { ComponentTable(path, position: $0) }
    bytes = MemoryLayout<State>.offset(of: path).map { $0..<$0 + MemoryLayout<Value>.size }
  }

  /// Why components cannot be told apart by themselves, or nil.
  static func complaint(about components: [Component]) -> String? {
    for (number, component) in components.enumerated() {
      guard let bytes = component.bytes else {
        return
          "\(component.path.words) is no component: list stored properties of structures, without "
          + "observers"
      }
      for other in components[..<number]
      where other.bytes?.overlaps(bytes) == true || other.path == component.path {
        let both = "\(other.path.words) and \(component.path.words)"
        return "\(both) share something; list properties that share nothing"
      }
    }
    return nil
  }
}

/// A state as clauses and `isSettled` look at it: takes down which components they looked at.
@dynamicMemberLookup
public struct Components<State: Hashable & Sendable> {
  let reading: ComponentReading<State>

  /// A component, or something else of the state, for which all of it counts as looked at.
  public subscript<Value>(dynamicMember path: KeyPath<State, Value>) -> Value {
    reading.value(path)
  }

  /// All of the state.
  public var all: State { reading.wholeState() }
}

/// The state after a step in the making: at first the state before it.
///
/// A draft takes down what is looked at, as the step of another state that shows the same there is
/// the same. To look at a part, `draft[\.rows, \.count]`, leaves more states alike than to look at
/// a whole component, `draft.rows.count`; and to change it by `append`, `removeFirst` or an entry
/// looks at nothing. There are no copies of a draft: read what has to be remembered before you
/// write.
@dynamicMemberLookup
public struct Draft<State: Hashable & Sendable>: ~Copyable {
  let reading: ComponentReading<State>

  /// A component.
  public subscript<Value: Hashable & Sendable>(dynamicMember path: WritableKeyPath<State, Value>)
    -> Value
  {
    get { reading.value(path) }
    set { reading.replace(path, by: newValue) }
  }

  /// Something else of the state, for which all of it counts as looked at.
  public subscript<Value>(dynamicMember path: KeyPath<State, Value>) -> Value {
    reading.value(path)
  }

  /// A part of a component, such as an entry of a dictionary: `draft[\.rows, \.[id]]`.
  public subscript<Value: Hashable & Sendable, Part: Hashable>(
    path: WritableKeyPath<State, Value>, part: WritableKeyPath<Value, Part>
  ) -> Part {
    get { reading.part(part, of: path) }
    set {
      reading.write(newValue, to: part, of: path)
    }
  }

  /// What follows from a component, such as how many elements it has: `draft[\.mail, \.count]`.
  public subscript<Value: Hashable & Sendable, Part: Hashable>(
    path: WritableKeyPath<State, Value>, part: KeyPath<Value, Part>
  ) -> Part { reading.part(part, of: path) }

  /// Adds an element at the end of a component, whatever stands before it.
  public mutating func append<Elements: RangeReplaceableCollection & Hashable & Sendable>(
    _ element: Elements.Element, to path: WritableKeyPath<State, Elements>
  ) where Elements.Element: Hashable {
    reading.append(element, to: path)
  }

  /// Removes the first element of a component that has some, whatever follows it.
  public mutating func removeFirst<Elements: RangeReplaceableCollection & Hashable & Sendable>(
    from path: WritableKeyPath<State, Elements>
  ) {
    reading.removeFirst(from: path)
  }
}
