/// A selector subscription of a component, for one value of its parameter.
public struct Subscription<P: StoringProduct>: Sendable {
  /// A selector; the order in which it meets the entries of dictionaries is an argument.
  public typealias Selector = @Sendable (P.State, EntryOrder) -> any Hashable & Sendable
  /// A selector of what the state holds, whatever its statuses.
  public typealias ContentsSelector = @Sendable (P.Contents, EntryOrder) -> any Hashable & Sendable

  /// Whether a dispatch is let through, by the state before and the action.
  public typealias Filter = @Sendable (P.State, P.Action) -> Bool

  /// What the selectors of a subscription are given, so that they can look at nothing else.
  enum Input: Sendable {
    case state(
      output: @Sendable (P.State, EntryOrder) -> Output,
      dependencies: [@Sendable (P.State, EntryOrder) -> Output],
      entryCount: (@Sendable (P.State) -> Int)?)
    case contents(
      @Sendable (P.State) -> P.Contents, output: @Sendable (P.Contents, EntryOrder) -> Output,
      dependencies: [@Sendable (P.Contents, EntryOrder) -> Output],
      entryCount: (@Sendable (P.Contents) -> Int)?)
  }

  /// What a subscription is made of: in one place, as subscriptions are handed about all the time.
  private final class Parts: Sendable {
    let name, parameter: String
    let id: String?
    let filter: Filter?
    let input: Input
    let looksAtContents: Bool

    init(name: String, parameter: String, id: String?, filter: Filter?, input: Input) {
      (self.name, self.parameter, self.id, self.filter, self.input) = (
        name, parameter, id, filter, input
      )
      looksAtContents = if case .contents = input { true } else { false }
    }
  }

  private let parts: Parts

  /// The family: the same for all parameter values.
  public var name: String { parts.name }
  /// The parameter in words; empty when there is none.
  ///
  /// A component that shows something else without an id goes on with the filter and selectors of
  /// before.
  public var parameter: String { parts.parameter }
  /// What the subscription is told apart by; nil when it has no id.
  public var id: String? { parts.id }
  /// Lets steps through by old state and action; nil lets all through.
  public var filter: Filter? { parts.filter }
  var input: Input { parts.input }
  /// Whether the selectors are given the contents of a state alone.
  @usableFromInline package var looksAtContents: Bool { parts.looksAtContents }
  /// Tells it apart from every other: what its selectors answer is remembered under it.
  var identity: any AnyObject & Sendable { parts }

  /// Makes a subscription.
  ///
  /// - Parameters:
  ///   - name: the family: the same for all parameter values.
  ///   - parameter: in words; empty for none.
  ///   - id: what it is told apart by; nil when it has no id.
  ///   - filter: lets steps through by old state and action; nil lets all through.
  ///   - countsEntries: how many entries of a dictionary the output is worked out from, one after
  ///     the other; nil when it meets none.
  ///   - dependencies: selectors that have to change before the output is computed.
  ///   - output: what it shows.
  public init(
    name: String, parameter: String = "", id: String? = nil,
    filter: (@Sendable (P.State, P.Action) -> Bool)? = nil,
    countsEntries: (@Sendable (P.State) -> Int)? = nil,
    dependencies: [Selector] = [], output: @escaping Selector
  ) {
    self.init(
      name: name, parameter: parameter, id: id, filter: filter,
      input: .state(
        output: { Output(output($0, $1)) },
        dependencies: dependencies.map { selector in { Output(selector($0, $1)) } },
        entryCount: countsEntries))
  }

  /// Makes a subscription whose selectors are given the contents of the state alone: judgements
  /// about it are then remembered for all states of the same contents.
  ///
  /// - Parameters:
  ///   - product: says what the contents of a state are.
  ///   - name: the family: the same for all parameter values.
  ///   - parameter: in words; empty for none.
  ///   - id: what it is told apart by; nil when it has no id.
  ///   - filter: lets steps through by old state and action; nil lets all through.
  ///   - countsEntries: how many entries of a dictionary the output is worked out from, one after
  ///     the other; nil when it meets none.
  ///   - dependencies: selectors that have to change before the output is computed.
  ///   - output: what it shows.
  public init(
    ofContentsIn product: P, name: String, parameter: String = "", id: String? = nil,
    filter: (@Sendable (P.State, P.Action) -> Bool)? = nil,
    countsEntries: (@Sendable (P.Contents) -> Int)? = nil,
    dependencies: [ContentsSelector] = [], output: @escaping ContentsSelector
  ) {
    self.init(
      name: name, parameter: parameter, id: id, filter: filter,
      input: .contents(
        { product.contents(of: $0) }, output: { Output(output($0, $1)) },
        dependencies: dependencies.map { selector in { Output(selector($0, $1)) } },
        entryCount: countsEntries))
  }

  private init(
    name: String, parameter: String, id: String?, filter: Filter?,
    input: Input
  ) {
    parts = Parts(name: name, parameter: parameter, id: id, filter: filter, input: input)
  }
}

extension Subscription {
  /// What it gives in a state.
  public func output(_ state: P.State, _ order: EntryOrder) -> Output {
    switch input {
    case .state(let output, _, _): output(state, order)
    case .contents(let contents, let output, _, _): output(contents(state), order)
    }
  }

  /// What the dependencies say of a state, one after the other; none when none is declared.
  @usableFromInline package func dependencyOutputs(
    _ state: P.State, _ order: EntryOrder = .ascending
  )
    -> [Output]
  {
    switch input {
    case .state(_, let dependencies, _): return dependencies.map { $0(state, order) }
    case .contents(let contents, _, let dependencies, _):
      if dependencies.isEmpty { return [] }
      let contents = contents(state)
      return dependencies.map { $0(contents, order) }
    }
  }

  /// How many entries of a dictionary the output is worked out from; nil when it meets none.
  @usableFromInline package func entryCount(_ state: P.State) -> Int? {
    switch input {
    case .state(_, _, let count): count?(state)
    case .contents(let contents, _, _, let count): count?(contents(state))
    }
  }

  /// Whether the output is worked out from the entries of a dictionary.
  @usableFromInline package var meetsEntries: Bool {
    switch input {
    case .state(_, _, let count): count != nil
    case .contents(_, _, _, let count): count != nil
    }
  }

  /// Whether some selector has to change before the output is computed.
  @usableFromInline package var hasDependencies: Bool { dependencyCount > 0 }

  private var dependencyCount: Int {
    switch input {
    case .state(_, let dependencies, _): dependencies.count
    case .contents(_, _, let dependencies, _): dependencies.count
    }
  }

  /// The same, told apart by another id.
  public func with(id: String?) -> Subscription {
    Subscription(name: name, parameter: parameter, id: id, filter: filter, input: input)
  }

  /// The same, behind another filter.
  public func with(filter: Filter?) -> Subscription {
    Subscription(name: name, parameter: parameter, id: id, filter: filter, input: input)
  }

  /// Changes what the filter says, if there is one.
  public func filtering(
    _ change: @escaping @Sendable (_ passes: Bool, P.State, P.Action) -> Bool
  ) -> Subscription {
    guard let filter else { return self }
    return with(filter: { change(filter($0, $1), $0, $1) })
  }

  /// The same, giving something else.
  public func with(output: @escaping Selector) -> Subscription {
    let count: @Sendable (P.State) -> Int = { entryCount($0) ?? 0 }
    let dependencies = (0..<dependencyCount).map { place in
      { @Sendable (state: P.State, order: EntryOrder) in dependencyOutputs(state, order)[place] }
    }
    return Subscription(
      name: name, parameter: parameter, id: id, filter: filter,
      input: .state(
        output: { Output(output($0, $1)) }, dependencies: dependencies,
        entryCount: meetsEntries ? count : nil
      ))
  }

  /// The same, computed when something else changes.
  public func with(dependencies: [Selector]) -> Subscription {
    let count: @Sendable (P.State) -> Int = { entryCount($0) ?? 0 }
    return Subscription(
      name: name, parameter: parameter, id: id, filter: filter,
      input: .state(
        output: { output($0, $1) },
        dependencies: dependencies.map { selector in { Output(selector($0, $1)) } },
        entryCount: meetsEntries ? count : nil))
  }
}
