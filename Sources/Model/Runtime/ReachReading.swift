/// What a search came to, read off the tables that it filled.
struct ReachReading<P: Product> {
  private let expansion: RuntimeExpansion<P>
  private let interned: InternedRuntime<P>
  private let system: RuntimeSystem<P>
  private let product: P

  init(_ expansion: RuntimeExpansion<P>) {
    self.expansion = expansion
    interned = expansion.interned
    system = interned.system
    product = interned.product
  }

  /// How many answers of the reducer are asked for at most to learn what else it could do.
  private static var askedMax: Int { 50_000 }

  func reach(asksReducer: Bool, taken: (UInt32) -> Bool, shouldStop: () -> Bool) -> Reach? {
    // A step that changes another window has a transition of its own.
    let origins = expansion.windowTables?.origins(of: taken) ?? []
    let transitions = (0..<expansion.transitionCount).filter { taken($0) || origins.contains($0) }
    var reach = Reach()
    addLabels(to: &reach, transitions)
    addOutcomes(to: &reach, transitions)
    let stores = reachedStores(transitions)
    guard addStatuses(to: &reach, stores, shouldStop),
      addDispatches(to: &reach, Set(transitions), shouldStop)
    else { return nil }
    // What running code would answer is not asked for: it may trap.
    if !asksReducer || expansion.explored != nil { return reach }
    return addBranches(to: &reach, stores, shouldStop) ? reach : nil
  }

  private func word(for value: Any) -> String { RuntimeLabel<P>.caseName(of: value) }

  // MARK: Labels, controls and outcomes

  /// The kinds of steps, and of gestures in windows; the bounds of the scope say which to expect.
  private func addLabels(to reach: inout Reach, _ transitions: [UInt32]) {
    let scope = system.scope
    var names = [scope.windows == nil ? "gesture" : "windowGesture"]
    if P.Operation.self != Never.self {
      names += expansion.explored == nil ? ["deliver", "perform"] : ["perform"]
    }
    if P.Operation.self != Never.self && interned.isRemote && scope.relaunchesMax > 0 {
      names.append("arrive")
    }
    if scope.relaunchesMax > 0 { names.append("relaunch") }
    if scope.occurrencesMax > 0 { names.append("occur") }
    if scope.windows?.lagging?.isEmpty == false { names += ["drain", "render"] }
    if scope.windows?.opensAndCloses == true { names += ["openWindow", "closeWindow"] }
    reach.expected.formUnion(names.map { Reach.Point(.label, $0) })
    var known: Set<UInt32> = []
    for transition in transitions where known.insert(expansion.labelHandle(of: transition)).inserted
    {
      let label = expansion.label(of: transition)
      reach.fired.insert(Reach.Point(.label, casePath(of: label).first ?? ""))
      if case .windowGesture(let gesture, _) = label {
        reach.fired.insert(Reach.Point(.control, word(for: gesture)))
      }
    }
  }

  /// How operations that were carried out ended.
  private func addOutcomes(to reach: inout Reach, _ transitions: [UInt32]) {
    for transition in transitions where expansion.remembered(transition).kind == .perform {
      let remembered = expansion.remembered(transition)
      let operation = interned.namedThunks[remembered.payload].thunk.operation
      let name = word(for: P.request(operation))
      func point(_ end: String) -> Reach.Point { Reach.Point(.outcome, "\(name) \(end)") }
      // What is pushed may not come, but is not kept from being carried out.
      if system.scope.faultsMax > 0 && (operation as? any RequestPart)?.isPush != true {
        for fault in Fault.beforeWork { reach.expected.insert(point(fault.ending)) }
      }
      // Where the result is not told there is none to read.
      let result = remembered.thunk == absentHandle ? nil : interned.thunks[remembered.thunk].result
      if !remembered.traits.contains(.crash) {
        reach.expected.insert(point(result == nil ? "is carried out, unreported" : "succeeds"))
      }
      if result != nil { reach.expected.insert(Reach.Point(.label, "complete")) }
      let isRefused = if case .failure? = result { true } else { false }
      let end =
        switch remembered.fault {
        case let fault?: fault.ending
        case nil where remembered.traits.contains(.crash): "ends the app"
        case nil where result == nil: "is carried out, unreported"
        case nil: isRefused ? "is refused by the store" : "succeeds"
        }
      reach.fired.insert(point(end))
    }
  }

  // MARK: Statuses

  /// The stores of states that were reached.
  private func reachedStores(_ transitions: [UInt32]) -> [UInt32] {
    let initial = interned.stores.handle(of: .running(product.initialState))
    return Set(transitions.map { expansion.remembered($0).store } + [initial]).subtracting([
      absentHandle
    ])
    .sorted()
  }

  private func addStatuses(to reach: inout Reach, _ reached: [UInt32], _ shouldStop: () -> Bool)
    -> Bool
  {
    func word(for status: Status) -> String { status.isFailure ? "failure" : "\(status)" }
    var kinds = Set(product.collections.map(product.kind))
    for handle in reached {
      if shouldStop() { return false }
      guard case .running(let state) = interned.stores[handle] else { continue }
      for (subject, status) in product.statuses(of: state) {
        kinds.insert(product.kind(of: subject))
        reach.fired.insert(
          Reach.Point(.status, "\(product.kind(of: subject)) \(word(for: status))"))
      }
    }
    // Not every product has `empty`.
    for status in [Status.waiting, .success, .failure(text: "")] {
      reach.expected.formUnion(kinds.map { Reach.Point(.status, "\($0) \(word(for: status))") })
    }
    return true
  }

  // MARK: Reducer and filters

  /// What the reducer makes of a kind of action.
  private enum Branch: String {
    case changes = "changes the state"
    case idles = "changes nothing"
    case throwing = "throws"
  }

  private static func point(_ kind: String, _ branch: Branch) -> Reach.Point {
    Reach.Point(.branch, "\(kind) \(branch.rawValue)")
  }

  /// What the reducer makes of the actions that the scope's values make, in states that were
  /// reached.
  ///
  /// Each is expected to change some state. That a completion changes nothing takes no branch of
  /// its own.
  private func addBranches(to reach: inout Reach, _ reached: [UInt32], _ shouldStop: () -> Bool)
    -> Bool
  {
    let tapped = Set(
      (0..<UInt32(interned.gestures.count)).map {
        actionKind(of: product.action(of: interned.gestures[$0]))
      })
    let vocabulary = product.vocabulary(values: system.scope.values).map {
      (actionKind(of: $0), $0)
    }
    reach.expected.formUnion(vocabulary.map { Self.point($0.0, .changes) })
    let stride = reached.count * vocabulary.count / Self.askedMax + 1
    for place in Swift.stride(from: 0, to: reached.count, by: stride) {
      if shouldStop() { return false }
      guard case .running(let state) = interned.stores[reached[place]] else { continue }
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

  /// What reducer and filters made of all that was dispatched: each action once in each state.
  private func addDispatches(
    to reach: inout Reach, _ taken: Set<UInt32>, _ shouldStop: () -> Bool
  ) -> Bool {
    var known: Set<UInt64> = []
    var dispatches: [(transition: UInt32, store: UInt32, action: UInt32)] = []
    func note(_ transition: UInt32, _ store: UInt32) {
      guard taken.contains(transition), let action = expansion.actionHandleIfAny(of: transition),
        known.insert(UInt64(action) << 32 | UInt64(store)).inserted
      else { return }
      dispatches.append((transition, store, action))
    }
    expansion.tables.forEachDispatch(note)
    expansion.windowTables?.forEachGesture(note)
    let subscriptions = subscriptionsMet
    var uses = FilterUses(of: subscriptions)
    let answers = subscriptions.map(expansion.outputs.known)
    var kinds: [UInt32: String] = [:]
    for (transition, store, action) in dispatches {
      if shouldStop() { return false }
      let remembered = expansion.remembered(transition)
      guard !remembered.traits.contains(.crash), case .running(let state) = interned.stores[store]
      else {
        continue
      }
      let kind = kinds[action] ?? actionKind(of: interned.actions[action])
      kinds[action] = kind
      let isThrown = remembered.traits.contains(.throwing)
      let isChanged = remembered.store != absentHandle && remembered.store != store
      reach.fired.insert(Self.point(kind, isThrown ? .throwing : isChanged ? .changes : .idles))
      if isThrown { continue }
      let (old, new) = (looks(atStore: store), looks(atStore: isChanged ? remembered.store : store))
      uses.count(kind, interned.actions[action], in: state) { number in
        let subscription = subscriptions[number]
        let (before, after) =
          subscription.looksAtContents ? (old.contents, new.contents) : (old.store, new.store)
        return before != after
          && expansion.outputs.handle(of: subscription, at: before, answers[number])
            != expansion.outputs.handle(of: subscription, at: after, answers[number])
      }
    }
    reach.filters = uses.byName
    return true
  }

  /// The subscriptions that the values offer, and those of every window that was met.
  private var subscriptionsMet: [Subscription<P>] {
    let mounted = (0..<UInt32(interned.windows.components.count)).flatMap {
      product.mounts(in: interned.windows.components[$0]).map(\.subscription)
    }
    var known: Set<[String]> = []
    return (system.subscriptions + mounted).filter {
      known.insert([$0.name, $0.parameter]).inserted
    }
  }

  /// What subscriptions can look at.
  private func looks(atStore store: UInt32) -> (store: UInt32, contents: UInt32) {
    var row = Row()
    row[Slot.store] = store
    return (store, expansion.facet(.contents, of: row))
  }
}

/// The uses of filters while they are counted.
private struct FilterUses<P: Product> {
  private let subscriptions: [Subscription<P>]
  private var kinds: [String: Int] = [:]
  /// By kind of action, and then by subscription.
  private var counts: [[FilterUse.Count]] = []

  init(of subscriptions: [Subscription<P>]) { self.subscriptions = subscriptions }

  /// Counts a dispatch, once for each subscription; `changes` is given the number of one.
  mutating func count(
    _ kind: String, _ action: P.Action, in state: P.State, changes: (Int) -> Bool
  ) {
    let place = kinds[kind] ?? counts.count
    if place == counts.count {
      kinds[kind] = place
      counts.append(Array(repeating: FilterUse.Count(), count: subscriptions.count))
    }
    for number in subscriptions.indices {
      if subscriptions[number].filter?(state, action) ?? true { counts[place][number].passed += 1 }
      if changes(number) { counts[place][number].needed += 1 }
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
