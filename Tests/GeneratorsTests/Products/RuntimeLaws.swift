import Foundation
import Model

@testable import Spec

/// What the laws say of one system: the breaches, and how much was compared.
struct LawOutcome: Hashable {
  var breaches: Set<String> = []
  var count = 0

  mutating func require(_ condition: Bool, _ breach: @autoclosure () -> String) {
    count += 1
    if !condition { breaches.insert(breach()) }
  }
}

/// The laws that a product has to keep, asked without naming the product.
protocol RuntimeLaws {
  /// Whether the JSON stands for the system's scope and is what the scope is written as.
  func isScope(_ written: JSONValue) throws -> Bool
  /// A view shows what a subscription gives, and equal handles stand for equal outputs.
  func subscriptionLaw() throws -> LawOutcome
  /// A notice says what the statuses say of a dispatch.
  func noticeLaw() throws -> LawOutcome
  /// The listener asks for what an accepted request is about, once its subjects wait and not
  /// before.
  func listenerLaw() throws -> LawOutcome
  /// The event of a step tells what became of the state.
  func eventLaw() throws -> LawOutcome
  /// What fires, and what filters let through and have to, step by step.
  func naiveReach() throws -> NaiveReach
}

extension Checkable {
  /// The laws of the product, if the system is one on the runtime.
  var laws: (any RuntimeLaws)? { specification.system as? any RuntimeLaws }
}

extension RuntimeSystem: RuntimeLaws {
  func isScope(_ written: JSONValue) throws -> Bool {
    try written.decode(as: Scope<P.Values>.self) == scope && JSONValue(encoding: scope) == written
  }

  /// The first reachable state of each distinct store that runs, as it is and as a property looks
  /// at it.
  private func stores(_ graph: ReachedGraph<Self>) -> [(state: P.State, view: RuntimeView<P>)] {
    var known: Set<StoreState<P>> = []
    return graph.rows.compactMap { row in
      let view = graph.expander.view(of: row, at: .before, recording: nil)
      guard known.insert(view.store).inserted else { return nil }
      return graph.expander.state(of: row).state.map { ($0, view) }
    }
  }

  // MARK: Subscriptions

  func subscriptionLaw() throws -> LawOutcome {
    let subscriptions = product.subscriptions(values: scope.values)
    let orders = EntryOrder.telling(entryCount: 3)
    var outputs: [[UInt32: Output]] = subscriptions.map { _ in [:] }
    var outcome = LawOutcome()
    for (state, view) in stores(try ReachedGraph(self)) {
      for (place, subscription) in subscriptions.enumerated() {
        let output = subscription.output(state, .ascending)
        let answers = orders.map { subscription.output(state, $0) }
        if subscription.entryCount(state).map({ $0 < 2 }) ?? true {
          outcome.require(
            Set(answers).count == 1, "\(subscription.title) depends on an order of entries")
        }
        outcome.require(
          view.output(of: subscription) == output
            && orders.map { view.output(of: subscription, $0) } == answers
            && view.dependencyOutputs(of: subscription) == subscription.dependencyOutputs(state),
          "a view shows another output of \(subscription.title)")
        let handle = view.outputHandle(of: subscription)
        outcome.require(
          outputs[place].updateValue(output, forKey: handle) ?? output == output,
          "two outputs of \(subscription.title) share a handle")
      }
    }
    for (subscription, known) in zip(subscriptions, outputs) {
      outcome.require(
        Set(known.values).count == known.count,
        "equal outputs of \(subscription.title) have two handles")
    }
    return outcome
  }

  // MARK: The listener

  private func waiting(_ state: P.State) -> Set<P.Subject> {
    Set(product.statuses(of: state).filter { $0.value == .waiting }.keys)
  }

  func noticeLaw() throws -> LawOutcome {
    var outcome = LawOutcome()
    for (old, _) in stores(try ReachedGraph(self)) {
      for action in product.vocabulary(values: scope.values) {
        guard let new = try? product.reduce(old, action) else { continue }
        let asked = waiting(new).subtracting(waiting(old))
        guard let notice = product.notice(old: old, action: action) else {
          outcome.require(asked.isEmpty, "no notice of \(action), which asks for \(asked)")
          continue
        }
        let told =
          product.isAcceptedRequest(notice) ? Set(product.subjects(askedForBy: notice)) : []
        outcome.require(
          told == asked, "the notice of \(action) asks for \(told), the statuses for \(asked)")
        outcome.require(
          told.count == product.subjects(askedForBy: notice).count,
          "\(action) names subjects in vain")
      }
    }
    return outcome
  }

  func listenerLaw() throws -> LawOutcome {
    var outcome = LawOutcome()
    let graph = try ReachedGraph(self)
    let states = stores(graph).map(\.state)
    let notices = Set(graph.rows.flatMap { graph.expander.state(of: $0).mail })
    for notice in notices where !product.subjects(askedForBy: notice).isEmpty {
      let subjects = product.subjects(askedForBy: notice)
      for state in states {
        let isWaiting = waiting(state).isSuperset(of: subjects)
        let operation = try? product.react(to: notice, current: state)
        outcome.require(
          operation.map { product.subjects(of: $0) } == (isWaiting ? subjects : nil),
          "\(notice) is answered with \(String(describing: operation)) while its subjects "
            + (isWaiting ? "wait" : "do not all wait"))
      }
    }
    return outcome
  }

  // MARK: Events

  func eventLaw() throws -> LawOutcome {
    var outcome = LawOutcome()
    let graph = try ReachedGraph(self)
    for source in graph.rows.indices {
      let old = graph.expander.state(of: graph.rows[source])
      for edge in graph.edges[source] where !edge.step.traits.contains(.crash) {
        let new = graph.expander.state(of: edge.step.row)
        let label = graph.expander.label(of: edge.step.transition)
        switch event(of: label, in: old) {
        case .dispatched(let action, let from, let to):
          outcome.require(
            from == old.state && (to ?? from) == new.state
              && action == self.action(of: label, in: old)
              && (to == nil) == edge.step.traits.contains(.throwing),
            "the event of \(label.kind) is another")
        case .performed(let operation, let result, let fault):
          let thunk = Thunk<P>(operation: operation, result: result)
          let isReported = product.completion(of: operation, result: result) != nil
          outcome.require(
            new.state == old.state && (fault != nil) == edge.step.traits.contains(.fault)
              && isReported == new.underWay.contains(thunk), "the event of \(label.kind) is another"
          )
        case .relaunched:
          outcome.require(
            new.state == product.initialState && new.mail.isEmpty && new.underWay.isEmpty
              && new.database == old.database, "the event of \(label.kind) is another")
        case nil:
          let (state, database) = outside(label, old)
          outcome.require(
            new.state == state && new.database == database, "\(label.kind) has no event")
        }
      }
    }
    return outcome
  }

  /// Store and database after what happens around the app; as they were after any other label.
  private func outside(_ label: RuntimeLabel<P>, _ old: RuntimeState<P>) -> (P.State?, P.Database) {
    var (state, database) = (old.state, old.database)
    if case .arrive(let operation) = label {
      database = product.database(database, after: operation)
    }
    if case .occur(let occurrence) = label, var running = state {
      product.take(occurrence, in: &running, &database)
      state = running
    }
    return (state, database)
  }
}
