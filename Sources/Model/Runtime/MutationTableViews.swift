/// Defects of subscriptions and windows.
extension MutationTable {
  // MARK: Subscriptions

  private func subscribing(
    _ name: String, _ family: Family,
    _ change: @escaping @Sendable (Subscription<P>, P) -> Subscription<P>
  ) -> Mutant<P> {
    Mutant("\(family.name)-\(name)") { design, published in
      design.aroundSubscriptions(named: family.name) { change($0, published) }
    }
  }

  func mutants(of family: Family) -> [Mutant<P>] {
    var mutants = [
      subscribing("shows-what-was-at-launch", family) { subscription, product in
        subscription.with(output: { subscription.output(product.initialState, $1) })
      }
    ]
    if family.hasId {
      mutants += [
        subscribing("has-no-id", family) { subscription, _ in subscription.with(id: nil) },
        subscribing("shares-its-id", family) { subscription, _ in subscription.with(id: "same") },
      ]
    }
    if family.hasDependencies {
      mutants += [
        subscribing("has-no-dependency", family) { subscription, _ in
          subscription.with(dependencies: [])
        },
        subscribing("depends-on-nothing-that-changes", family) { subscription, _ in
          subscription.with(dependencies: [{ _, _ in 0 }])
        },
      ]
    }
    return family.hasFilter ? mutants + filterMutants(of: family) : mutants
  }

  private func filterMutants(of family: Family) -> [Mutant<P>] {
    func filtering(
      _ name: String, _ change: @escaping @Sendable (Bool, P.Action) -> Bool
    ) -> Mutant<P> {
      subscribing(name, family) { subscription, _ in
        subscription.filtering { passes, _, action in change(passes, action) }
      }
    }
    var mutants = [
      subscribing("has-no-filter", family) { subscription, _ in subscription.with(filter: nil) },
      filtering("lets-all-through") { _, _ in true },
      filtering("lets-nothing-through") { _, _ in false },
      filtering("lets-the-others-through") { passes, _ in !passes },
    ]
    for action in actions {
      let kind = action.kind
      if family.passes.contains(kind) || family.passesSome.contains(kind) {
        mutants.append(
          filtering("drops-\(kind)") { passes, action in passes && actionKind(of: action) != kind })
      }
      if !family.passes.contains(kind) {
        mutants.append(
          filtering("lets-through-\(kind)") { passes, action in
            passes || actionKind(of: action) == kind
          })
      }
    }
    return mutants
  }

  // MARK: Windows

  func mutants(ofGesture kind: String, dispatches: Bool, changes: Bool) -> [Mutant<P>] {
    let isMeant = { @Sendable (gesture: P.WindowGesture) in innermostCaseName(of: gesture) == kind }
    func handling(
      _ name: String,
      _ change: @escaping @Sendable (P.Window, inout P.Window, inout P.Gesture?) -> Void
    ) -> Mutant<P> {
      Mutant("\(kind)-\(name)") { design, _ in
        let handling = design.windows.handling
        design.windows.handling = { gesture, before, window, dispatched, display in
          handling(gesture, before, &window, &dispatched, display)
          if isMeant(gesture) { change(before, &window, &dispatched) }
        }
      }
    }
    return [
      Mutant("\(kind)-is-disabled") { design, _ in
        let enabling = design.windows.enabling
        design.windows.enabling = { enabling($0, $1, $2).filter { !isMeant($0) } }
      }
    ]
      + (dispatches
        ? [handling("dispatches-nothing") { _, _, dispatched in dispatched = nil }] : [])
      + (changes ? [handling("leaves-its-window") { before, window, _ in window = before }] : [])
  }
}
