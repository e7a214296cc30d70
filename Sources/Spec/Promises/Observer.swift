import Model

/// What a property has to remember along a path in order to judge it: a value, and how steps change
/// it.
///
/// The search carries the value beside the state, so that two paths to one state that have to be
/// remembered differently are told apart. Products and the runtime know nothing of it.
///
/// ```swift
/// let deleted = Observer<RuntimeSystem<Shop>, Set<String>>(initial: []) { step, memory in
///   if case .didDelete(let id)? = step.action { memory.value.insert(id) }
///   if step.traits.contains(.relaunch) { memory.value = [] }
/// }
/// ```
public struct Observer<System: TransitionSystem, Memory: Hashable & Sendable>: Sendable {
  let erased: AnyObserver<System>
  private let initial: Memory
  private let observe: @Sendable (StepView<System>, Remembering<Memory>) -> Void

  /// Makes an observer.
  ///
  /// - Parameters:
  ///   - initial: what is remembered at launch.
  ///   - observe: told every step, and changes what is remembered; it decides by what the step and
  ///     the memory show, and by nothing else.
  public init(
    initial: Memory, _ observe: @escaping @Sendable (StepView<System>, Remembering<Memory>) -> Void
  ) {
    (self.initial, self.observe) = (initial, observe)
    erased = AnyObserver(initial: Output(initial)) { step, read in
      let memory = Remembering<Memory> { (read().value as? Memory) ?? initial }
      observe(step, memory)
      return memory.written.map { Output($0) }
    }
  }

  /// What two observers remember, for a clause that looks at both.
  func with<Other>(
    _ other: Observer<System, Other>
  ) -> Observer<System, RememberedPair<Memory, Other>> {
    let observers = (observe, other.observe)
    return Observer<System, RememberedPair<Memory, Other>>(
      initial: RememberedPair(first: initial, second: other.initial)
    ) { step, memory in
      let first = Remembering { memory.value.first }
      let second = Remembering { memory.value.second }
      observers.0(step, first)
      observers.1(step, second)
      if let written = first.written { memory.value.first = written }
      if let written = second.written { memory.value.second = written }
    }
  }

  func remembered(
    _ memory: @escaping Property<System>.Clause.Memory, at moment: Moment
  ) -> Remembered<Memory> {
    Remembered { [initial] in (memory(moment).value as? Memory) ?? initial }
  }
}

/// What two observers remember.
struct RememberedPair<First: Hashable & Sendable, Second: Hashable & Sendable>: Hashable, Sendable {
  var first: First
  var second: Second
}

/// What an observer remembers, as a clause looks at it.
public struct Remembered<Memory> {
  fileprivate let read: () -> Memory

  /// The value; that it was asked for is taken down.
  public var value: Memory { read() }
}

/// What an observer remembers, as it changes it.
public final class Remembering<Memory> {
  private let read: () -> Memory
  fileprivate var written: Memory?

  fileprivate init(_ read: @escaping () -> Memory) { self.read = read }

  /// The value; that it was asked for is taken down.
  public var value: Memory {
    get { written ?? read() }
    set { written = newValue }
  }
}

/// An observer without the type of its memory; two are the same when they are the same object.
final class AnyObserver<System: TransitionSystem>: Sendable {
  let initial: Output
  /// What a step makes of the memory; nil when it leaves it alone.
  let observe: @Sendable (StepView<System>, _ read: @escaping () -> Output) -> Output?

  init(
    initial: Output,
    observe: @escaping @Sendable (StepView<System>, @escaping () -> Output) -> Output?
  ) {
    self.initial = initial
    self.observe = observe
  }
}
