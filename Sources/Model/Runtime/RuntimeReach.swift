/// What a search came to, read off the tables that it filled.
extension RuntimeExpansion {
  /// How many answers of the reducer, and of the persistent store, are asked for at most to learn what else
  /// could fire.
  private static var askedMax: Int { 50_000 }

  package func reach(taken: (UInt32) -> Bool, shouldStop: () -> Bool) -> Reach? {
    // A step that changes another window has a transition of its own.
    let origins = windowTables?.origins(of: taken) ?? []
    func wasTaken(_ transition: UInt32) -> Bool { taken(transition) || origins.contains(transition) }
    var reach = Reach()
    addLabels(to: &reach, wasTaken)
    addStatuses(to: &reach)
    let isWhole =
      addBranches(to: &reach, shouldStop) && addDispatches(to: &reach, wasTaken, shouldStop)
      && addRefusals(to: &reach, shouldStop)
    addOutcomes(to: &reach, wasTaken)
    return isWhole ? reach : nil
  }

  // MARK: Labels and controls

  /// The kinds of steps, and of gestures in windows; the bounds of the scope say which to expect.
  private func addLabels(to reach: inout Reach, _ taken: (UInt32) -> Bool) {
    let scope = system.scope
    var names = [scope.windows == nil ? "gesture" : "windowGesture"]
    if P.Operation.self != Never.self { names += ["deliver", "perform", "complete"] }
    if scope.relaunchesMax > 0 { names += isRemote ? ["relaunch", "arrive"] : ["relaunch"] }
    if scope.occurrencesMax > 0 { names.append("occur") }
    if scope.windows?.lagging != nil { names += ["drain", "render"] }
    if scope.windows?.opensAndCloses == true { names += ["openWindow", "closeWindow"] }
    reach.expected.formUnion(names.map { Reach.Point(.label, $0) })
    var known: Set<UInt32> = []
    for transition in 0..<transitionCount
    where taken(transition) && known.insert(labelHandle(of: transition)).inserted {
      let label = label(of: transition)
      reach.fired.insert(Reach.Point(.label, casePath(of: label).first ?? ""))
      if case .windowGesture(let gesture, _) = label {
        reach.fired.insert(Reach.Point(.control, innermostCaseName(of: gesture) ?? ""))
      }
    }
  }

  // MARK: Outcomes

  private static func refusal(of operation: P.Operation) -> Reach.Point {
    Reach.Point(.outcome, "\(innermostCaseName(of: P.request(operation)) ?? "") is refused by the store")
  }

  private func addOutcomes(to reach: inout Reach, _ taken: (UInt32) -> Bool) {
    tables.forEachPerformance { transition, database in
      guard taken(transition) else { return }
      let remembered = remembered(transition)
      let operation = namedThunks[remembered.payload].thunk.operation
      let name = innermostCaseName(of: P.request(operation)) ?? ""
      let (succeeds, refused) = (Reach.Point(.outcome, "\(name) succeeds"), Self.refusal(of: operation))
      reach.expected.insert(succeeds)
      if system.scope.faultsMax > 0 {
        reach.expected.insert(Reach.Point(.outcome, "\(name) fails before it is carried out"))
      }
      if let fault = remembered.fault {
        let end = fault == .before ? "before it is carried out" : "after it was carried out"
        reach.fired.insert(Reach.Point(.outcome, "\(name) fails \(end)"))
        return
      }
      if remembered.traits.contains(.crash) {
        reach.fired.insert(Reach.Point(.outcome, "\(name) ends the app"))
        return
      }
      let isOpen =
        !reach.fired.contains(succeeds) || reach.expected.contains(refused) && !reach.fired.contains(refused)
      if isOpen, let isRefused = isRefused(operation, database) {
        reach.fired.insert(isRefused ? refused : succeeds)
      }
    }
  }

  /// Whether the persistent store refuses an operation on rows that were reached; nil when it ends the app.
  private func isRefused(_ operation: P.Operation, _ handle: UInt32) -> Bool? {
    var database = databases[handle]
    return (try? product.result(of: operation, fault: nil, on: &database)).map { result in
      if case .failure = result { true } else { false }
    }
  }

  /// Operations that the persistent store refuses on some rows that were reached.
  private func addRefusals(to reach: inout Reach, _ shouldStop: () -> Bool) -> Bool {
    let operations = (0..<UInt32(thunks.count)).map { thunks[$0].operation }
    var (known, leftCount) = (Set<P.Operation>(), Self.askedMax)
    for operation in operations
    where known.insert(operation).inserted && product.answers(to: operation, values: values).isEmpty {
      let point = Self.refusal(of: operation)
      for handle in 0..<UInt32(databases.count) where !reach.expected.contains(point) {
        if shouldStop() { return false }
        if leftCount == 0 { return true }
        leftCount -= 1
        if isRefused(operation, handle) == true { reach.expected.insert(point) }
      }
    }
    return true
  }

  // MARK: Statuses

  private func addStatuses(to reach: inout Reach) {
    func word(for status: Status) -> String { status.isFailure ? "failure" : "\(status)" }
    var kinds = Set(product.collections.map(product.kind))
    for handle in 0..<UInt32(stores.count) {
      guard case .running(let state) = stores[handle] else { continue }
      for (subject, status) in product.statuses(of: state) {
        kinds.insert(product.kind(of: subject))
        reach.fired.insert(Reach.Point(.status, "\(product.kind(of: subject)) \(word(for: status))"))
      }
    }
    // Not every product has `empty`.
    for status in [Status.waiting, .success, .failure(text: "")] {
      reach.expected.formUnion(kinds.map { Reach.Point(.status, "\($0) \(word(for: status))") })
    }
  }

  // MARK: Reducer

  /// What the reducer makes of a kind of action.
  private enum Branch: String {
    case changes = "changes the state", idles = "changes nothing", throwing = "throws"
  }

  private static func point(_ kind: String, _ branch: Branch) -> Reach.Point {
    Reach.Point(.branch, "\(kind) \(branch.rawValue)")
  }

  /// What the reducer makes of the actions that the scope's values make, in states that were reached.
  ///
  /// That a completion changes nothing takes no branch of its own.
  private func addBranches(to reach: inout Reach, _ shouldStop: () -> Bool) -> Bool {
    let tapped = Set((0..<UInt32(gestures.count)).map { actionKind(of: product.action(of: gestures[$0])) })
    let vocabulary = product.vocabulary(values: values).map { (actionKind(of: $0), $0) }
    reach.expected.formUnion(vocabulary.map { Self.point($0.0, .changes) })
    let stride = max(1, stores.count * vocabulary.count / Self.askedMax)
    for handle in Swift.stride(from: 0, to: UInt32(stores.count), by: stride) {
      if shouldStop() { return false }
      guard case .running(let state) = stores[handle] else { continue }
      for (kind, action) in vocabulary {
        do {
          if try product.reduce(state, action) == state && tapped.contains(kind) {
            reach.expected.insert(Self.point(kind, .idles))
          }
        } catch {
          if !(error is Crash) { reach.expected.insert(Self.point(kind, .throwing)) }
        }
      }
    }
    return true
  }

  /// What reducer and filters made of all that was dispatched.
  private func addDispatches(
    to reach: inout Reach, _ taken: (UInt32) -> Bool, _ shouldStop: () -> Bool
  ) -> Bool {
    var uses = FilterUses(of: product.subscriptions(values: values))
    var kinds: [UInt32: String] = [:]
    var isStopped = false
    func count(_ transition: UInt32, _ store: UInt32) {
      isStopped = isStopped || shouldStop()
      guard !isStopped, taken(transition), let action = actionHandleIfAny(of: transition),
        case .running(let state) = stores[store]
      else { return }
      let remembered = remembered(transition)
      let kind = kinds[action] ?? actionKind(of: actions[action])
      kinds[action] = kind
      let isThrown = remembered.traits.contains(.throwing)
      let isChanged = remembered.store != absentHandle && remembered.store != store
      if remembered.traits.contains(.crash) { return }
      reach.fired.insert(Self.point(kind, isThrown ? .throwing : isChanged ? .changes : .idles))
      if isThrown { return }
      uses.count(kind, actions[action], in: state) { subscription in
        isChanged
          && output(of: subscription, inStore: store) != output(of: subscription, inStore: remembered.store)
      }
    }
    tables.forEachDispatch(count)
    windowTables?.forEachGesture(count)
    reach.filters = uses.byName
    return !isStopped
  }

  private func output(of subscription: Subscription<P>, inStore store: UInt32) -> UInt32 {
    var row = Row()
    row[Slot.store] = store
    return output(
      of: subscription, at: facet(subscription.looksAtContents ? .contents : .store, of: row))
  }
}

/// The uses of filters while they are counted.
private struct FilterUses<P: Product> {
  private let subscriptions: [Subscription<P>]
  private var kinds: [String: Int] = [:]
  /// By kind of action, and then by subscription.
  private var counts: [[FilterUse.Count]] = []

  init(of subscriptions: [Subscription<P>]) { self.subscriptions = subscriptions }

  /// Counts a dispatch, once for each subscription.
  mutating func count(
    _ kind: String, _ action: P.Action, in state: P.State, changes: (Subscription<P>) -> Bool
  ) {
    let place = kinds[kind] ?? counts.count
    if place == counts.count {
      kinds[kind] = place
      counts.append(Array(repeating: FilterUse.Count(), count: subscriptions.count))
    }
    for (number, subscription) in subscriptions.enumerated() {
      counts[place][number].total += 1
      if subscription.filter?(state, action) ?? true { counts[place][number].passed += 1 }
      if changes(subscription) { counts[place][number].needed += 1 }
    }
  }

  var byName: [String: FilterUse] {
    var uses: [String: FilterUse] = [:]
    for (number, subscription) in subscriptions.enumerated() {
      var use = FilterUse(hasFilter: subscription.filter != nil)
      for (kind, place) in kinds { use.counts[kind] = counts[place][number] }
      uses[subscription.name] = uses[subscription.name]?.adding(use) ?? use
    }
    return uses
  }
}
