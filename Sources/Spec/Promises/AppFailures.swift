import Model

/// What an app promises of calls that fail: somebody is told.
struct AppFailures<P: Product>: PropertyGroup {
  private typealias Requests = AppProperties<P>

  let system: RuntimeSystem<P>

  var failureShown: RuntimeProperty {
    let (product, requests) = (product, RequestProperties(system: system))
    let additions = AppAdditions.observer(product)
    let asked = asked.with(additions)
    return property(
      "failure.shown",
      "A failed reply leaves what waited for it at failure, unless the request goes on; only a "
        + "person, a new request or a relaunch ends that. No failure goes unreported.",
      witness: "an operation fails",
      consequence: "Something failed, and nobody is told.", unless: nil,
      .step(remembering: asked) { step, memory, _ in
        guard case .failure(let failure)? = step.completion?.result, !step.traits.contains(.crash),
          failure != .cancelled, let request = Requests.request(of: step),
          !Self.isDropped(request, step)
        else { return .idle }
        // Who left while it was on its way need not be told where no status waits.
        let isCancelled = (step.completion?.operation as? GateCall)?.isCancelled == true
        if isCancelled && request.subjects.isEmpty && !request.cancelsItself { return .idle }
        return Self.reports(step, failure, request, memory.value, product)
      },
      .step(remembering: additions.with(begun)) { step, memory, _ in
        guard step.traits.isDisjoint(with: [.relaunch, .crash, .gesture]), step.changes(.statuses)
        else { return .idle }
        return Self.keepsFailures(step, memory.value, requests, product)
      },
      .step(remembering: asked) { step, memory, _ in
        guard case .inState(let before) = memory.value.first,
          case .failure(.injected)? = step.completion?.result,
          let request = Requests.request(of: step), !Self.isDropped(request, step),
          (step.completion?.operation as? GateCall)?.isCancelled != true, !Self.goesOn(step.new)
        else { return .idle }
        if Self.hasArrived(request, step, memory.value.second, product) { return .holds }
        return Self.tellsMore(than: before, step, request, product)
      },
      .step(remembering: numbered) { step, numbered, _ in
        guard case .failure(.injected)? = step.completion?.result,
          let request = Requests.request(of: step), !Self.isDropped(request, step),
          !step.traits.contains(.crash)
        else { return .idle }
        return Self.keepsEntries(of: numbered.value, step, request, product)
      })
  }

  /// Whether no failure goes by itself: it may go with its item, or as that is there after all.
  private static func keepsFailures(
    _ step: View, _ memory: RememberedPair<AppAdditions<P>, Set<P.Subject>>,
    _ requests: RequestProperties<P>, _ product: P
  ) -> Judgement {
    guard let old = step.old.statuses, let new = step.new.statuses else { return .idle }
    let ended = old.keys.filter { old[$0]?.isFailure == true && new[$0]?.isFailure != true }
    let own = Requests.subjects(Requests.request(of: step)?.began ?? [])
    let (isReset, final) = (step.changesScreen(product), step.new.finalStatuses(product))
    return .judge(
      ended.contentSorted().filter { subject in
        if new[subject] == .waiting || own.contains(subject) { return false }
        if final?[subject]?.isFailure == true { return false }
        if new[subject] == nil && product.name(of: subject).isEmpty { return !isReset }
        let isRemoved = requests.removesItem(
          of: subject, step, wasHeld: memory.second.contains(subject),
          leaving: step.new.finalState)
        return !isRemoved && !bringsItem(of: subject, step, product)
          && !LoadingWatch<P>.isThere(subject, step, product)
          && !memory.first.holdsArrived(subject, step.new, product)
      }.map {
        Violation(
          culprit: "\(product.kind(of: $0)) failure ended by \(step.kind)",
          detail: "\(product.title(of: $0)) left failure without a new request")
      })
  }

  /// Whether a failure need not be told: its request was given up, stopped or asked for anew.
  private static func isDropped(_ request: AppRequest, _ step: View) -> Bool {
    let isCancelled = (step.completion?.operation as? GateCall)?.isCancelled == true
    return request.isStale || request.isRenewed || request.isStopped && isCancelled
  }

  /// Whether an entry that never was about an item, such as a request by its number, does not go
  /// without a word as its request fails.
  private static func keepsEntries(
    of numbered: Set<P.Subject>, _ step: View, _ request: AppRequest, _ product: P
  ) -> Judgement {
    let own = Requests.subjects(request.subjects).intersection(numbered)
    guard !own.isEmpty, !step.changesScreen(product), !goesOn(step.new),
      let old = step.old.statuses, let new = step.new.finalStatuses(product),
      !new.contains(where: { $1.isFailure && old[$0] != $1 })
    else { return .idle }
    return .judge(
      own.contentSorted().filter { subject in
        old[subject] == .waiting && new[subject] == nil
          && Requests.isGone(subject, step.old, product)
      }.map { untold($0, new, step, product) })
  }

  /// Whether all that a request was to add has come by itself, or with another reply: that its own
  /// reply is lost tells nothing.
  private static func hasArrived(
    _ request: AppRequest, _ step: View, _ additions: AppAdditions<P>, _ product: P
  ) -> Bool {
    let waiting = Requests.subjects(request.subjects)
    return !waiting.isEmpty
      && waiting.allSatisfy {
        step.old.statuses?[$0] == .success && step.new.statuses?[$0] == .success
          && additions.holdsArrived($0, step.new, product)
      }
  }

  /// Whether a failed reply is reported to those that waited for it.
  private static func reports(
    _ step: View, _ failure: OperationFailure, _ request: AppRequest,
    _ memory: RememberedPair<Asked, AppAdditions<P>>, _ product: P
  ) -> Judgement {
    if hasArrived(request, step, memory.second, product) { return .holds }
    var state: P.State?
    if case .inState(let before) = memory.first { state = before }
    // What is dispatched and changes nothing says no more than silence.
    let isSilent =
      step.action == nil
      || step.new.finalState == step.old.state && !step.changesScreen(product)
        && !request.began.isEmpty
    if isSilent && request.subjects.isEmpty {
      // Who was told of it, as when its time was over, may have closed that by now.
      if request.hasFailed { return .holds }
      let told = Requests.subjects(request.began)
      if !told.isEmpty, told.allSatisfy({ step.new.statuses?[$0]?.isFailure == true }) {
        return .holds
      }
      // It may be tried again.
      let goesOn = step.new.underWay.contains {
        ($0.operation as? any RequestPart)?.request?.began == request.began
      }
      return .require(
        goesOn, culprit: "\(step.kind) unreported", "\(failure.text) is never reported")
    }
    let pending = step.new.pendingCounts
    // Others may have waited for the same reply, and hear of it next.
    guard let statuses = step.new.finalStatuses(product) else { return .idle }
    // Without a status it cannot be told whether a message is shown.
    if request.subjects.isEmpty && !step.changes(.statuses) { return .idle }
    let isReset = step.changesScreen(product)
    // A server's own refusal may say that the item is gone.
    let isTold = !isReset || failure != .injected || tells(step, failure, askedIn: state, product)
    func isShown(_ subject: P.Subject) -> Bool {
      step.new.statuses?[subject]?.isFailure == true || statuses[subject]?.isFailure == true
    }
    // What waited before may go on without the rest.
    let early =
      Requests.subjects(request.subjects).contains(where: isShown)
      ? Requests.subjects(request.early) : []
    let hasMessage = showsMessage(step, askedIn: state, product)
    // What a server refuses may wait for what another request renews, or for its timer; if it waits
    // for nothing, that shows once all is over.
    let mayWait = failure != .injected && !(pending.isEmpty && step.new.calls.isEmpty)
    let left = Requests.subjects(request.subjects).filter { subject in
      if isShown(subject) || pending[subject] != nil || early.contains(subject) { return false }
      if mayWait && statuses[subject] == .waiting { return false }
      if let status = statuses[subject] { return status != .success || !hasMessage }
      if !Requests.isGone(subject, step.new, product) { return !isTold || !isReset }
      // The item of the request is taken away by its failure, and that is all.
      return !isTold && !Requests.isGone(subject, step.old, product)
    }
    return .judge(
      left.contentSorted().map { Self.untold($0, statuses, step, product) })
  }

  /// Whether a step shows what was not shown before, nor at first, nor when a person asked for what
  /// failed, as a message, or the failure's own text.
  private static func tells(
    _ step: View, _ failure: OperationFailure, askedIn state: P.State?, _ product: P
  ) -> Bool {
    func facts(of state: P.State) -> [String: String]? {
      (product.contents(of: state) as? any ReflectedContents)?.tree.facts(named: "")
    }
    let (first, asked) = (facts(of: product.initialState), state.flatMap(facts))
    guard let old = step.old.facts, let new = step.new.finalFacts(product),
      let (before, after) = step.old.statuses.flatMap({ old in
        step.new.finalStatuses(product).map { (old, $0) }
      })
    else { return true }
    let stored = step.new.rowFacts
    return after.contains { $1.isFailure && before[$0] != $1 } || tellsAgain(step, product)
      || new.contains { place, value in
        // What is left of a list is nothing new, nor is what is stored: a change is taken back.
        let parts = value.split(separator: ", ")
        return value.contains(failure.text)
          || value != first?[place] && value != stored?[place] && value != asked?[place]
            && !["waiting", "loading"].contains(value)
            && !parts.allSatisfy { old[place]?.contains($0) ?? false }
      }
  }

  /// Whether a failed reply shows once more a message of before, which was taken away as a person
  /// asked again.
  private static func tellsAgain(_ step: View, _ product: P) -> Bool {
    let messages = step.messages(after: [:], product)
    if messages.isEmpty { return false }
    let kept = step.new.rowFacts == nil ? [:] : step.new.storedFacts ?? [:]
    let first = (product.contents(of: product.initialState) as? any ReflectedContents)?.tree
      .facts(named: "")
    return messages.contains { place, text in
      kept[place] != text && first?[place] != text && step.new.isMessage(text)
    }
  }

  /// Whether a step shows an item elsewhere than before, where it may have stood beside its status
  /// alone, or nowhere: what was taken for lost was carried out.
  private static func bringsItem(of subject: P.Subject, _ step: View, _ product: P) -> Bool {
    let (name, path) = (product.name(of: subject), ".\(product.kind(of: subject))")
    func places(_ state: RuntimeView<P>) -> Set<String> {
      Set(state.itemPlaces(name).filter { path != $0 && !path.hasPrefix("\($0).") })
    }
    return !places(step.new).isSubset(of: places(step.old))
  }

  /// Whether a failed reply shows a message that was not there, and that is no row: what was loaded
  /// before may stay so.
  private static func showsMessage(_ step: View, askedIn state: P.State?, _ product: P) -> Bool {
    let stored = step.new.rowFacts.flatMap { _ in step.new.storedFacts } ?? [:]
    let asked = state.flatMap {
      (product.contents(of: $0) as? any ReflectedContents)?.tree.facts(named: "")
    }
    return step.messages(after: [:], product).contains { place, text in
      stored[place] != text && (!Shown.isValue(text) || Shown.isOff(asked?[place]))
    }
  }

  private static func untold(
    _ subject: P.Subject, _ statuses: [P.Subject: Status], _ step: View, _ product: P
  ) -> Violation {
    let word = statuses[subject]?.word ?? "none"
    return Violation(
      culprit: "\(product.kind(of: subject)) \(word) after failed \(step.kind)",
      detail: "\(product.title(of: subject)) is at \(word) although its operation failed")
  }

  /// The entries that wait and were about nothing that state or store held as a person asked for
  /// it: a request by its number.
  private var numbered: Observer<RuntimeSystem<P>, Set<P.Subject>> {
    let product = product
    return Observer(initial: []) { step, memory in
      if !step.traits.isDisjoint(with: [.relaunch, .crash]) { return memory.value = [] }
      guard step.changes(.statuses), let new = step.new.statuses else { return }
      let begun =
        !step.traits.contains(.gesture)
        ? []
        : new.keys.filter {
          new[$0] == .waiting && step.old.statuses?[$0] != .waiting
            && Requests.isGone($0, step.new, product)
            && !step.new.storesItem(product.name(of: $0))
        }
      let value = memory.value.filter { new[$0] == .waiting }.union(begun)
      if value != memory.value { memory.value = value }
    }
  }

  // MARK: As it was before

  /// Whether any place is not as it was when a person asked for what failed, nor as it was right
  /// before that was reported, or a message is shown again: otherwise it goes untold.
  private static func tellsMore(
    than before: P.State, _ step: View, _ request: AppRequest, _ product: P
  ) -> Judgement {
    guard let after = step.new.finalState, let statuses = step.new.finalStatuses(product),
      !statuses.values.contains(where: \.isFailure)
    else { return .idle }
    if changesMore(after, than: before, step, product) { return .holds }
    if tellsAgain(step, product) { return .holds }
    let detail =
      after == before
      ? "all is as it was when the user asked for what failed"
      : after == step.old.state
        ? "nothing changes as it fails"
        : "all that changes as it fails is as it was when the user asked for it"
    let waited = Requests.subjects(request.subjects).contentSorted()
    if waited.isEmpty {
      return .violated([Violation(culprit: "\(step.kind) unreported", detail: detail)])
    }
    return .violated(waited.map { untold($0, statuses, step, product) })
  }

  /// Whether a step changes something to what it was not when a person asked.
  private static func changesMore(
    _ after: P.State, than before: P.State, _ step: View, _ product: P
  ) -> Bool {
    if after == before || after == step.old.state { return false }
    func facts(of state: P.State) -> [String: String]? {
      (product.contents(of: state) as? any ReflectedContents)?.tree.facts(named: "")
    }
    guard let asked = facts(of: before), let old = step.old.facts, let new = facts(of: after) else {
      return true
    }
    let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    // What no place shows is not told apart by places.
    return changed.isEmpty || changed.contains { new[$0] != asked[$0] }
  }

  /// Whether something is still to come once a step is over.
  private static func goesOn(_ state: RuntimeView<P>) -> Bool {
    !state.calls.isEmpty
      || state.mail.contains {
        ($0 as? any BrokenPromise)?.isPending == true
          && ($0 as? any PendingDispatches)?.isBetweenDispatches != true
      }
  }

  /// The entries at failure whose items were there before the step that is in the midst of what it
  /// dispatches.
  private var begun: Observer<RuntimeSystem<P>, Set<P.Subject>> {
    let product = product
    return Observer(initial: []) { step, memory in
      if !step.new.isBetweenDispatches {
        memory.value = []
      } else if !step.old.isBetweenDispatches {
        guard let holds = product.holdsItem, let state = step.old.state else { return }
        let failed = (step.old.statuses ?? [:]).filter { $1.isFailure }.keys
        memory.value = Set(failed.filter { !product.name(of: $0).isEmpty && holds($0, state) })
      }
    }
  }

  /// The state in which a person asked for what alone is under way; a message of an earlier failure
  /// may be there already.
  private enum Asked: Hashable, Sendable { case nothing, inState(P.State), hasFailed }

  /// Where a status begins to wait, and all else stays as it is, the status alone tells how it
  /// went.
  private var asked: Observer<RuntimeSystem<P>, Asked> {
    let product = product
    return Observer(initial: .nothing) { step, memory in
      guard Self.mayFail(step.new), step.traits.isDisjoint(with: [.relaunch, .crash]) else {
        return memory.value = .nothing
      }
      if memory.value == .hasFailed { return }
      if let result = step.completion?.result {
        memory.value = .nothing
        if case .failure(let failure) = result, failure != .cancelled { memory.value = .hasFailed }
        return
      }
      if step.traits.contains(.gesture), !step.old.isBetweenDispatches {
        memory.value =
          Self.goesOn(step.old) ? .nothing : step.old.state.map { .inState($0) } ?? .nothing
      }
      guard case .inState(let before) = memory.value, !step.new.isBetweenDispatches else { return }
      let waits = step.new.statuses?.values.contains(.waiting) ?? false
      if !Self.goesOn(step.new) || waits && step.new.contents == product.contents(of: before) {
        memory.value = .nothing
      }
    }
  }

  /// Whether a call may still fail that is all right, or the reply of one that has failed is on its
  /// way.
  private static func mayFail(_ state: RuntimeView<P>) -> Bool {
    state.budgets.faultsLeft > 0
      || state.underWay.contains {
        if case .failure(.injected)? = $0.result { true } else { false }
      }
  }
}
