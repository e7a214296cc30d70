import Foundation
import Model
import Spec

/// Steps that a test writes down one after the other, and what they break: a story as code.
///
/// ```swift
/// var app = try Scenario(TodoApp())
/// app.dispatch(.ui(.didTapDelete(id: "1")))
/// app.perform("delete 1", fault: .before)
/// app.complete("delete 1")
/// let breach = try await app.breach(of: "failure.shown")
/// #expect(breach == nil)
/// ```
///
/// Nothing runs before `breach(of:)`: then the app is launched under a scheduler, and takes the
/// steps. What a person does has to be possible in its turn. What moves inside the app comes as
/// soon as the app lets it, so that an app that was mended by taking turns passes. Where something
/// that a person does changes nothing, calls need not come, if no other ones do: so does an app
/// that was mended by turning it down.
public struct Scenario<System: TransitionSystem>: Sendable {
  private let specification: Specification<System>
  private var steps: [WantedStep<System>] = []

  /// Makes a scenario of a specification, without steps; it begins in the first initial state.
  public init(_ specification: Specification<System>) { self.specification = specification }

  /// A step that is named by its label.
  ///
  /// Where several calls are alike, and where windows lag, this says which one is meant.
  public mutating func take(_ label: System.Label) {
    steps.append(WantedStep(.strict) { $0 == label })
  }

  /// A step that is named as in a trace, for labels that no code can write.
  public mutating func take(json: String) { steps.append(WantedStep(written: json)) }

  /// Takes the steps.
  ///
  /// - Parameter promise: the name of a property.
  /// - Returns: how the promise is broken at their end, in words; nil where it is kept.
  /// - Throws: a `TraceError` where a step cannot be taken, or where the promise says nothing about
  ///   the app.
  public func breach(of promise: String) async throws -> String? {
    try await onOwnThread { [specification, steps] in
      let breach = try specification.breach(of: promise, after: steps)
      if let complaint = (specification as? any LiveCheckable)?.complaintOfProduct {
        throw TraceError("\(whole: complaint)")
      }
      return breach
    }
  }
}

extension Checkable {
  /// How a promise is broken by values; nil where it is kept.
  ///
  /// - Parameters:
  ///   - promise: the name of a property of values.
  ///   - json: what stands under `values` in a trace: a state, an action where the promise is about
  ///     one.
  /// - Throws: a `TraceError` where the values cannot be read.
  public func breach(of promise: String, inValuesAsJSON json: String) async throws -> String? {
    try await onOwnThread { [specification] in
      let written: JSONValue
      do {
        written = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
      } catch {
        throw TraceError("the values are no JSON: \(Trace.words(of: error))")
      }
      return try specification.breach(of: promise, in: written)
    }
  }
}

extension LiveCheckable {
  /// Why nothing can be said of the product after it ran.
  fileprivate var complaintOfProduct: String? { specification.system.product.complaint }
}

// MARK: Apps and products

extension Scenario {
  /// Makes a scenario of a running app.
  ///
  /// - Parameters:
  ///   - app: what takes the steps.
  ///   - scope: how many faults and kills there may be; those of a check by default.
  ///   - properties: what is promised; what every product promises by default.
  /// - Throws: a `ScopeError` when a bound makes no sense.
  public init<A: App>(
    _ app: A, scope: @autoclosure () throws -> Scope<NoValues> = try .app(),
    properties: (System) -> [Property<System>] = { RuntimeProperties(system: $0).all }
  ) throws where System == AppSystem<A> {
    let system = RuntimeSystem(product: DerivedProduct(app, AppQuestions()), scope: try scope())
    self.init(system, properties(system), name: A.defaultName)
  }

  /// Makes a scenario of a pure product that chooses from no values.
  ///
  /// - Parameters:
  ///   - product: what takes the steps.
  ///   - scope: how many faults and kills there may be; those of a check of an app by default.
  ///   - properties: what is promised; what every product promises by default.
  /// - Throws: a `ScopeError` when a bound makes no sense.
  public init<P: Product>(
    _ product: P, scope: @autoclosure () throws -> Scope<NoValues> = try .app(),
    properties: (System) -> [Property<System>] = { RuntimeProperties(system: $0).allWithValues }
  ) throws where System == RuntimeSystem<P>, P.Values == NoValues {
    let system = RuntimeSystem(product: product, scope: try scope())
    self.init(system, properties(system), name: "\(P.self)")
  }

  private init<P: Product>(
    _ system: System, _ properties: [Property<System>], name: String
  ) where System == RuntimeSystem<P> {
    self.init(
      Specification(
        identity: Identity(product: name, scope: system.scope.name), system: system,
        properties: properties, teller: .runtime(system)))
  }
}

extension Scenario where System: ProductSystem {
  /// A person does something.
  public mutating func gesture(_ gesture: System.P.Gesture) { take(.gesture(gesture, window: nil)) }

  /// The listener takes the oldest element.
  public mutating func deliver() {
    steps.append(WantedStep(.orLater) { $0 == .deliver })
  }

  /// An operation is carried out, or fails.
  ///
  /// - Parameters:
  ///   - operation: which one.
  ///   - fault: how it fails; it is carried out by default.
  ///   - number: which of several that are alike, from 1.
  public mutating func perform(
    _ operation: System.P.Operation, fault: Fault? = nil, number: Int = 1
  ) {
    let meant = System.Label.perform(operation, occurrence: number - 1, fault: fault)
    steps.append(WantedStep(.orLater) { $0 == meant })
  }

  /// The reply of an operation reaches the app.
  ///
  /// - Parameters:
  ///   - operation: which one.
  ///   - number: which of several that are alike, from 1.
  public mutating func complete(_ operation: System.P.Operation, number: Int = 1) {
    let meant = System.Label.complete(operation, occurrence: number - 1)
    steps.append(WantedStep(.orLater) { $0 == meant })
  }
}

extension Scenario where System: ProductSystem {
  /// A person dispatches an action: one of the interactions that the app lists then.
  public mutating func dispatch<Action>(_ action: Action)
  where System.P.Gesture == Interaction<Action> {
    steps.append(
      WantedStep(.strict) { label in
        if case .gesture(let interaction, _) = label { interaction.action == action } else { false }
      })
  }
}

extension Scenario where System: ProductSystem, System.P.Operation == GateCall {
  /// A step that dispatches more than once goes on to its next dispatch, where it does.
  public mutating func goOn() where System.P.Occurrence == AppOccurrence {
    steps.append(WantedStep(.orNever) { $0 == .occur(.goesOn) })
  }

  /// A call of the app's server is carried out, or fails.
  ///
  /// - Parameters:
  ///   - call: its words, such as "delete 1".
  ///   - fault: how it fails; it is carried out by default.
  ///   - number: which of several that are alike, from 1.
  public mutating func perform(_ call: String, fault: Fault? = nil, number: Int = 1) {
    steps.append(
      WantedStep(.orLater) { label in
        guard case .perform(let asked, number - 1, fault) = label else { return false }
        return asked.phrase == call
      })
  }

  /// The reply of a call reaches the app.
  ///
  /// - Parameters:
  ///   - call: its words, such as "delete 1".
  ///   - number: which of several that are alike, from 1.
  public mutating func complete(_ call: String, number: Int = 1) {
    steps.append(
      WantedStep(.orLater) { label in
        guard case .complete(let asked, number - 1) = label else { return false }
        return asked.phrase == call
      })
  }
}
