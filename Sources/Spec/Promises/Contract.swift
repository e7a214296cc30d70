import Model

/// What the functions of a product have to answer: definitions that share no code with the
/// functions.
///
/// Properties compare both in all that a run reaches, and in drawn values.
public struct Contract<P: Product>: Sendable {
  /// Whether the reducer ends the app.
  public var traps: @Sendable (P.State, P.Action) -> Bool = { _, _ in false }
  /// Whether the reducer throws, where it does not end the app.
  public var refuses: @Sendable (P.State, P.Action) -> Bool = { _, _ in false }
  /// What each part of the state holds after an action; together they are the whole state.
  ///
  /// None where only refusals are defined.
  public var parts: [StatePart<P>] = []
  /// A definition for each subscription of a scope's values.
  public var subscriptions: [SubscriptionDefinition<P>] = []
  /// What the listener can still learn from an element.
  public var notice: @Sendable (P.State, P.Action) -> P.Notice? = { _, _ in nil }
  /// What the listener asks for when it takes an element, by the state of that moment.
  public var asks: @Sendable (P.Notice, P.State) -> P.Operation? = { _, _ in nil }
  /// Whether an operation does nothing and reports nothing, so that nothing shows whether it was
  /// asked for.
  public var isIdle: @Sendable (P.Operation) -> Bool = { _ in false }
  /// Other states, close to a drawn one, in which the listener may take an element.
  public var drawnCurrents: @Sendable (P.State) -> [P.State] = { _ in [] }
  /// Which action reports a result.
  public var completes: @Sendable (P.Operation, Result<P.Reply, OperationFailure>) -> P.Action? = {
    _, _ in
    nil
  }
  /// Whether carrying an operation out ends the app.
  public var trapsPerforming: @Sendable (P.Operation, P.Database) -> Bool = { _, _ in false }
  /// What is wrong with what an operation did; nil for nothing.
  public var performs: @Sendable (P.Operation, _ before: P.Database, Performed<P>) -> String? = {
    _, _, _ in
    nil
  }
  /// Operations, and databases that hold what a drawn case holds.
  public var drawnOperations: @Sendable (P.State, P.Action) -> [(P.Operation, P.Database)] = {
    _, _ in []
  }

  /// Makes a contract that asks for nothing yet.
  public init() {}
}

/// What an operation did: what it answered, and the database afterwards.
public struct Performed<P: Product> {
  /// What it answered.
  public let result: Result<P.Reply, OperationFailure>
  /// The database afterwards.
  public let database: P.Database

  /// Makes what an operation did.
  public init(result: Result<P.Reply, OperationFailure>, database: P.Database) {
    self.result = result
    self.database = database
  }
}

/// What a part of the state holds after an action.
public struct StatePart<P: Product>: Sendable {
  /// The part in words, as stories name it.
  @usableFromInline let name: String
  /// What is wrong with it; nil for nothing.
  @usableFromInline let fault: @Sendable (_ old: P.State, P.Action, _ new: P.State) -> String?

  /// Makes the definition of a value.
  @inlinable public init<Value: Equatable & Sendable>(
    _ name: String, _ value: @escaping @Sendable (P.State) -> Value,
    after definition: @escaping @Sendable (P.State, P.Action) -> Value
  ) {
    self.name = name
    fault = { old, action, new in
      let (told, found) = (definition(old, action), value(new))
      return found == told ? nil : "\(name) should be \(told), not \(found)"
    }
  }

  /// Makes the definition of a dictionary, entry by entry.
  ///
  /// - Parameters:
  ///   - name: what it defines, in words.
  ///   - entries: the dictionary of a state.
  ///   - mentioned: the keys that an action may add.
  ///   - definition: what stands under a key afterwards; nil for nothing.
  @inlinable public init<Value: Equatable & Sendable>(
    _ name: String, entries: @escaping @Sendable (P.State) -> [String: Value],
    mentioned: @escaping @Sendable (P.Action) -> [String],
    after definition: @escaping @Sendable (_ key: String, P.State, P.Action) -> Value?
  ) {
    self.name = name
    fault = { old, action, new in
      let (before, after) = (entries(old), entries(new))
      func isRight(_ key: String) -> Bool { definition(key, old, action) == after[key] }
      let isWhole =
        after.keys.allSatisfy(isRight) && before.keys.allSatisfy { after[$0] != nil || isRight($0) }
        && mentioned(action).allSatisfy { after[$0] != nil || isRight($0) }
      if isWhole { return nil }
      let keys = Set(before.keys).union(after.keys).union(mentioned(action)).sorted()
      return keys.first { !isRight($0) }.map { key in
        "\(name)[\(key)] should be \(words(definition(key, old, action))), not \(words(after[key]))"
      }
    }
  }
}

/// What a subscription is and gives.
public struct SubscriptionDefinition<P: Product>: Sendable {
  let name: String
  let parameter: String
  let hasId: Bool
  let dependencies: [@Sendable (P.State) -> Output]
  let filter: (@Sendable (P.State, P.Action) -> Bool)?
  let output: @Sendable (P.State) -> Output
  /// Whether an answer is right where several are; nil where only the output is.
  public var isRight: (@Sendable (P.State, Output) -> Bool)?

  /// Defines a subscription.
  ///
  /// - Parameters:
  ///   - name: its name, as the product has it.
  ///   - parameter: in words, as the product has it; empty for none.
  ///   - hasId: whether a component makes another one for each id.
  ///   - dependencies: what its dependencies give, one after the other.
  ///   - filter: which dispatches it lets through; nil where it has no filter.
  ///   - output: what it gives.
  ///   - isRight: whether an answer is right where several are; nil where only the output is.
  public init(
    name: String, parameter: String, hasId: Bool = false,
    dependencies: [@Sendable (P.State) -> Output] = [],
    filter: (@Sendable (P.State, P.Action) -> Bool)? = nil,
    output: @escaping @Sendable (P.State) -> Output,
    isRight: (@Sendable (P.State, Output) -> Bool)? = nil
  ) {
    self.name = name
    self.parameter = parameter
    self.hasId = hasId
    self.dependencies = dependencies
    self.filter = filter
    self.output = output
    self.isRight = isRight
  }

  func allows(_ answer: Output?, in state: P.State) -> Bool {
    guard let answer, let isRight else { return answer == output(state) }
    return isRight(state, answer)
  }

  var title: String { parameter.isEmpty ? name : "\(name)(\(parameter))" }
}

@inlinable func words(_ value: (some Any)?) -> String { value.map { "\($0)" } ?? "nothing" }
