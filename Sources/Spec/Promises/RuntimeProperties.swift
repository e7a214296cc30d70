import Model

/// The properties of every product on the runtime; an adopter gets these without writing one.
public struct RuntimeProperties<P: Product>: Sendable {
  /// A property of the product's runtime.
  public typealias RuntimeProperty = Property<RuntimeSystem<P>>

  let system: RuntimeSystem<P>
  /// What is known of the windows apart from the product; nothing by default.
  private var facts: WindowFacts<P>?
  private var reducer: ReducerProperties<P> { ReducerProperties(system: system) }
  private var subscriptions: SubscriptionProperties<P> { SubscriptionProperties(system: system) }

  /// Makes the properties of a system.
  public init(system: RuntimeSystem<P>) { self.system = system }

  /// Makes the properties of a system whose windows are known apart from the product.
  public init(system: RuntimeSystem<P>, facts: WindowFacts<P>) {
    self.init(system: system)
    self.facts = facts
  }

  /// All of them, in the order in which reports list them.
  public var all: [RuntimeProperty] {
    let memory = MemoryProperties(system: system).all
    if system.isExplored {
      return reducer.all + AppProperties(system: system).all + memory
        + (system.subscriptions.isEmpty ? [] : subscriptions.all)
    }
    return reducer.all + subscriptions.all + RequestProperties(system: system).all
      + ListenerProperties(system: system).all + memory
      + WindowProperties(system: system, facts: facts).all
  }

  /// All properties, with those whose counterexamples are values that can be written down.
  public var allWithValues: [RuntimeProperty] {
    (all + [reducer.total]).judging(valuesClauses, of: system.product)
  }

  /// All clauses that are asked about drawn values, in the order in which reports list them.
  public var valuesClauses: [ValuesClause<P>] {
    [reducer.totalClause] + subscriptions.valuesClauses
  }

  /// The name of the property that a trap of the app breaks.
  package static var crashName: String { ReducerProperties<P>.crashName }
}
