import Model

/// What promises of apps find in a state by reflection.
extension RuntimeView {
  /// Whether a step of a running app is in the midst of what it dispatches, and not at rest.
  public var isBetweenDispatches: Bool {
    (mail.last as? any PendingDispatches)?.isBetweenDispatches ?? false
  }

  /// The state once all is dispatched that the step is in the midst of; nil after a crash.
  public var finalState: P.State? {
    (mail.last as? any PendingDispatches)?.finalState as? P.State ?? state
  }

  /// What the state holds once all is dispatched that the step is in the midst of; nil after a
  /// crash.
  func finalFacts(_ product: P) -> [String: String]? {
    finalContents(product)?.tree.facts(named: "")
  }

  /// The contents once all is dispatched that the step is in the midst of; nil after a crash.
  func finalContents(_ product: P) -> (any ReflectedContents)? {
    let final = (mail.last as? any PendingDispatches)?.finalState as? P.State
    return (final.map { product.contents(of: $0) } ?? contents) as? any ReflectedContents
  }

  /// The statuses once the step is over that is in the midst of what it dispatches; nil after a
  /// crash.
  func finalStatuses(_ product: P) -> [P.Subject: Status]? {
    let final = (mail.last as? any PendingDispatches)?.finalState as? P.State
    return final.map { product.statuses(of: $0) } ?? statuses
  }

  /// What the state holds of what is stored, place by place; nil after a crash.
  var storedFacts: [String: String]? {
    (contents as? any ReflectedContents)?.stored.facts(named: "")
  }

  /// Whether an action holds the state as a whole, as that of a view model without a reducer does.
  func isHeld(by action: Any) -> Bool {
    if let held = action as? P.State { return held == state }
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum || mirror.displayStyle == .tuple else { return false }
    return mirror.children.contains { isHeld(by: $0.value) }
  }

  /// The dictionaries of the state that have a key, and the lists that have an element of that
  /// name, by their places.
  func itemPlaces(_ name: String) -> [String] {
    (contents as? any ReflectedContents).map { ReflectedItems.places(name, in: $0.tree) } ?? []
  }

  /// The same, once all is dispatched that the step is in the midst of.
  func finalItemPlaces(_ name: String, _ product: P) -> [String] {
    finalContents(product).map { ReflectedItems.places(name, in: $0.tree) } ?? []
  }

  /// The same, of what is stored of the state.
  func storedItemPlaces(_ name: String) -> [String] {
    (contents as? any ReflectedContents).map { ReflectedItems.places(name, in: $0.stored) } ?? []
  }

  /// Whether the store holds a row of that name.
  func storesItem(_ name: String) -> Bool {
    !ReflectedItems.places(name, in: ContentTree(database)).isEmpty
  }

  /// Whether the store holds a text, or one of which it is a part.
  func storesText(_ text: String) -> Bool {
    ReflectedTexts.hold(text, in: ContentTree(database))
  }

  /// What the state holds beside statuses, place by place; nil after a crash.
  var facts: [String: String]? { (contents as? any ReflectedContents)?.tree.facts(named: "") }

  /// The lists of the state whose elements are rows; nil after a crash.
  var lists: [ReflectedList]? {
    (contents as? any ReflectedContents).map { ReflectedList.all(in: $0.tree, named: "") }
  }

  /// What the store holds, as the state would show it place by place; nil where the app does not
  /// say.
  var rowFacts: [String: String]? {
    guard case .rows(let contents) = rows else { return nil }
    return (contents as? any ReflectedContents)?.stored.facts(named: "")
  }

  /// The values that a list of the store holds, or that it keeps under a key.
  var storedElements: StoredElements { StoredElements(ContentTree(database)) }
}

extension StepView where System: ProductSystem {
  /// What failed replies have told and is still shown, by its place, of what was shown before.
  ///
  /// A message stands where nothing stood; neither the rows hold it nor what failed was to send it.
  /// A flag or a number is one where it was off from the first on, and nothing of it is stored.
  ///
  /// - Parameters:
  ///   - failing: what calls were to send that failed before, where the step is another reply to
  ///     the same request.
  ///   - usual: what successes have turned on as well.
  func messages(
    after old: [String: String], failing: Set<String>? = nil, usual: Set<String> = [], _ product: P
  ) -> [String: String] {
    let carried = carriedInVain.map { $0.union(failing ?? []) } ?? failing
    guard carried != nil || !old.isEmpty, let shown = new.finalFacts(product) else { return [:] }
    var messages = old.filter { shown[$0.key] == $0.value }
    guard let carried, let before = self.old.facts else { return messages }
    let (stored, kept) = (new.rowFacts ?? [:], new.rowFacts == nil ? [:] : new.storedFacts ?? [:])
    let first = (product.contents(of: product.initialState) as? any ReflectedContents)?.tree
      .facts(named: "")
    for (place, text) in shown {
      let isValue = Shown.isValue(text)
      guard !Shown.isOff(text), before[place] != text, stored[place] != text,
        isValue || !carried.contains(text),
        old[place] != nil
          || (isValue ? Shown.isOff(before[place]) : (before[place] ?? "").isEmpty)
      else { continue }
      if isValue {
        // A number that counts on from 0 says how often something was done.
        let isCount = before[place] != nil && Double(text) != nil
        if isCount || kept[place] == text || usual.contains(place) || !Shown.isOff(first?[place]) {
          continue
        }
      }
      messages[place] = text
    }
    return messages
  }

  /// The flags and numbers that a successful reply turns on, without those that are stored.
  func turnedOn(_ product: P) -> Set<String> {
    guard case .success? = completion?.result, changes(.contents), let old = old.facts,
      let shown = new.finalFacts(product)
    else { return [] }
    let turnedOn = shown.filter {
      Shown.isValue($1) && !Shown.isOff($1) && Shown.isOff(old[$0])
    }
    if turnedOn.isEmpty { return [] }
    let kept = new.rowFacts == nil ? [:] : new.storedFacts ?? [:]
    return Set(turnedOn.keys.filter { kept[$0] != turnedOn[$0] })
  }

  /// What the call was to send whose failure a step reports.
  var carriedInVain: Set<String>? {
    guard traits.contains(.completion), let (call, result) = completion,
      case .failure = result
    else { return nil }
    return Set((call as? GateCall)?.carried ?? [])
  }

  /// Whether what is no status changes with a step, or with what it goes on to dispatch, or tells
  /// of the failure already.
  func changesScreen(_ product: P) -> Bool {
    if changes(.contents) || new.finalState.map({ product.contents(of: $0) }) != old.contents {
      return true
    }
    guard traits.contains(.completion), case .failure(let failure)? = completion?.result else {
      return false
    }
    return new.finalFacts(product)?.values.contains { $0.contains(failure.text) } ?? false
  }

  /// Whether a failed reply has shown words before, by what the same step dispatched, or lets a
  /// status come to failure that something was asked for before.
  func hasToldFailure(_ final: [P.Subject: Status]) -> Bool {
    if (old.mail.last as? any PendingDispatches)?.hasToldFailure == true { return true }
    guard case .failure? = completion?.result, let old = old.statuses else { return false }
    return final.contains { $1.isFailure && old[$0] != nil && $1 != old[$0] }
  }

  /// Whether a text is what a person gave: the interaction's action, or its words, have it.
  func isGiven(_ text: String?) -> Bool {
    guard let text, Double(text) == nil, let gesture else { return false }
    return ReflectedTexts.tell(text, in: ContentTree(gesture))
      || action.map { ReflectedTexts.tell(text, in: ContentTree($0)) } ?? false
  }
}

/// What failed replies have told.
struct ToldFailures: Hashable, Sendable {
  /// What is still shown of it, by its place.
  private(set) var messages: [String: String] = [:]
  /// What failed calls of requests that go on were to send: how they failed may be told with the
  /// last reply.
  private var failing: [Origin: Set<String>] = [:]
  /// The flags and numbers that successful replies turned on.
  private var usual: Set<String> = []

  /// What a request began with.
  private struct Origin: Hashable {
    let subjects: [AppSubject]
    let call: String?

    /// - Returns: nil where no status waits for the request any more.
    init?(_ operation: any Sendable) {
      guard let request = (operation as? any RequestPart)?.request, !request.isStale else {
        return nil
      }
      (subjects, call) = (request.began, request.firstCall)
    }
  }

  /// Whether a call belongs to a request of which another call has failed.
  func isToBeTold(_ operation: any Sendable) -> Bool {
    Origin(operation).map { failing[$0] != nil } ?? false
  }

  /// Takes note of a step.
  mutating func note<P>(_ step: StepView<RuntimeSystem<P>>, _ product: P) {
    let origin = step.completion.flatMap { Origin($0.operation) }
    usual.formUnion(step.turnedOn(product))
    messages = step.messages(
      after: messages, failing: origin.flatMap { failing[$0] }, usual: usual, product)
    if failing.isEmpty && step.carriedInVain == nil { return }
    let ongoing = Set(step.new.underWay.compactMap { Origin($0.operation) })
    failing = failing.filter { ongoing.contains($0.key) }
    if case .failure(.cancelled)? = step.completion?.result { return }
    if let origin, ongoing.contains(origin), let carried = step.carriedInVain {
      failing[origin, default: []].formUnion(carried)
    }
  }
}

/// The items of a state, by their names.
private enum ReflectedItems {
  static func places(_ name: String, in tree: ContentTree, at path: String = "") -> [String] {
    switch tree {
    case .record(let fields):
      fields.flatMap { places(name, in: $0.value, at: "\(path).\($0.label ?? "")") }
    case .choice(_, let payload?): places(name, in: payload, at: path)
    case .entries(let entries):
      entries.flatMap {
        $0.key.words == name ? [path] : places(name, in: $0.value, at: "\(path)[\($0.key.words)]")
      }
    case .list(let elements, _):
      elements.flatMap { ($0.id ?? $0).words == name ? [path] : places(name, in: $0, at: path) }
    default: []
    }
  }
}

/// The texts of a state, and of what people do.
private enum ReflectedTexts {
  /// Whether some text has another one in it.
  static func hold(_ words: String, in tree: ContentTree) -> Bool {
    switch tree {
    case .text(let text): text.contains(words)
    case .record(let fields): fields.contains { hold(words, in: $0.value) }
    case .choice(_, let payload): payload.map { hold(words, in: $0) } ?? false
    case .list(let elements, _): elements.contains { hold(words, in: $0) }
    case .entries(let entries):
      entries.contains { hold(words, in: $0.key) || hold(words, in: $0.value) }
    case .nothing, .truth, .integer, .number, .date: false
    }
  }

  /// Whether some text has these words.
  static func tell(_ words: String, in tree: ContentTree) -> Bool {
    switch tree {
    case .text(let text): " \(text) ".contains(" \(words) ") || text.contains("'\(words)'")
    case .record(let fields): fields.contains { tell(words, in: $0.value) }
    case .choice(_, let payload): payload.map { tell(words, in: $0) } ?? false
    case .list(let elements, _): elements.contains { tell(words, in: $0) }
    case .entries(let entries): entries.contains { tell(words, in: $0.value) }
    case .nothing, .truth, .integer, .number, .date: false
    }
  }
}
