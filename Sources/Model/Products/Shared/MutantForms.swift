import Model

/// Defects of one function each.
extension Mutant where P: DesignedProduct {
  /// Of the reducer: changes the state that it has answered with.
  static func reducing(
    _ name: String,
    _ change: @escaping @Sendable (_ old: P.State, P.Action, _ new: inout P.State) throws -> Void
  ) -> Mutant {
    Mutant(name, reducing: change)
  }

  /// Of the listener: changes what it asks for.
  static func listening(
    _ name: String, _ change: @escaping @Sendable (_ asked: P.Operation?, P.Notice) -> P.Operation?
  ) -> Mutant {
    Mutant(name) { design, _ in
      let listener = design.listener
      design.listener = { notice, current in change(try listener(notice, current), notice) }
    }
  }

  /// Of the store, which it is handed.
  static func storing(
    _ name: String,
    _ change: @escaping @Sendable (P.Operation, inout P.Database, Design<P>.Store) throws -> P.Reply
  ) -> Mutant {
    Mutant(name) { design, _ in design.aroundStore(change) }
  }

  /// Of what a window enables.
  static func enabling(_ name: String, _ change: @escaping WindowDesign<P>.Enabling) -> Mutant {
    Mutant(name) { design, _ in design.windows.changeEnabling(change) }
  }

  /// Of what a gesture does.
  static func handling(_ name: String, _ change: @escaping WindowDesign<P>.Handling) -> Mutant {
    Mutant(name) { design, _ in design.windows.changeHandling(change) }
  }

  /// Of what a render does.
  static func refreshing(_ name: String, _ change: @escaping WindowDesign<P>.Refreshing) -> Mutant {
    Mutant(name) { design, _ in design.windows.changeRefreshing(change) }
  }

  /// Of the subscriptions of some families.
  static func subscribing(
    _ name: String, to families: String...,
    change: @escaping @Sendable (Subscription<P>) -> Subscription<P>
  ) -> Mutant {
    Mutant(name) { design, _ in
      for family in families { design.aroundSubscriptions(named: family, change) }
    }
  }

  /// Of what a subscription shows.
  static func showing<Value: Sendable>(
    _ name: String, of family: String,
    change: @escaping @Sendable (Value, Subscription<P>, P.State) -> any Hashable & Sendable
  ) -> Mutant {
    subscribing(name, to: family) { subscription in
      subscription.with(output: { state, order in
        let shown = subscription.output(state, order).value
        return (shown as? Value).map { change($0, subscription, state) } ?? shown
      })
    }
  }

  /// A window that closes takes with it what is like it.
  static var closingClosesWhatIsAlike: Mutant {
    Mutant("closing-closes-what-is-alike") { design, _ in
      design.windows.closing = { other, closed in other != closed }
    }
  }
}
