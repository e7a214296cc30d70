import Model

/// What becomes of elements, thunks and operations on their way, whatever the product does with
/// them.
struct ListenerProperties<P: Product>: PropertyGroup {
  let system: RuntimeSystem<P>

  var all: [RuntimeProperty] { [listenerOrder, thunkWhole, requestOnce, operationAtomic] }

  // MARK: Elements

  private var listenerOrder: RuntimeProperty {
    let product = product
    return property(
      "listener.order",
      "The listener handles elements in the order of dispatch, each once, by its own old state and "
        + "the current one.",
      witness: "an element is handled",
      consequence: "What people did is done in another order, or for another item.",
      unless: hasNoOperation, .step(Self.keepsOrder),
      .step {
        $0.traits.contains(.delivery) ? Self.isDecided($0, product) : Self.isHeard($0, product)
      })
  }

  /// Whether a dispatch streams what the listener can learn from its own old state and action.
  private static func isHeard(_ step: View, _ product: P) -> Judgement {
    guard step.traits.isDisjoint(with: [.throwing, .crash]), let action = step.action,
      let old = step.old.state
    else { return .idle }
    let (heard, right) = (step.heard, product.notice(old: old, action: action))
    if heard == right { return .idle }
    let (kind, told) = (step.kind, ToldAnswers(heard, right))
    return .violated(
      culprit: "\(kind) heard otherwise",
      detail: "of \(kind) the listener hears \(told.first), and by its own old state and action "
        + "it should hear \(told.second)")
  }

  /// Whether elements are put at the end, and taken from the front.
  private static func keepsOrder(_ step: View) -> Judgement {
    guard step.traits.isDisjoint(with: [.relaunch, .crash]) else { return .idle }
    let isTaken = step.traits.contains(.delivery)
    let isPut = !isTaken && step.traits.contains(.heard)
    if !isTaken && !isPut && !step.changes(.mail) { return .idle }
    let (old, new) = (step.old.mail, step.new.mail)
    let isKept = isTaken ? new == Array(old.dropFirst()) : isPut && Array(new.dropLast()) == old
    if isKept { return isTaken ? .holds : .idle }
    return .violated(
      culprit: "order at \(step.kind)",
      detail:
        "\(old.count.counted("element")) waited, and \(new.count.counted("element")) wait in "
        + "another order")
  }

  /// Whether the listener asks for what follows from the element and the current state.
  private static func isDecided(_ step: View, _ product: P) -> Judgement {
    guard !step.traits.contains(.crash), let delivery = step.delivery, let current = step.old.state
    else {
      return .idle
    }
    let decided = (try? product.react(to: delivery.notice, current: current)) ?? nil
    return .require(
      delivery.asked == decided, culprit: "decided otherwise",
      "the listener asks for something else than follows from the element and the current state")
  }

  // MARK: Thunks

  private var thunkWhole: RuntimeProperty {
    let (product, values) = (product, system.scope.values)
    return property(
      "thunk.whole", "A completion comes once, after its operation, with the result of that.",
      witness: "a thunk goes on",
      consequence: "A reply is taken for another one, or comes twice or never.",
      unless: hasNoOperation,
      .step { step in
        guard step.traits.isDisjoint(with: [.relaunch, .crash]) else { return .idle }
        let isIdle = step.traits.isDisjoint(with: [.delivery, .performance, .completion])
        if isIdle && !step.changes(.underWay) { return .idle }
        let (old, new) = (step.old.underWay, step.new.underWay)
        if let delivery = step.delivery {
          return .require(
            new == old + (delivery.asked.map { [Thunk(operation: $0)] } ?? []),
            culprit: "thunks at \(step.kind)",
            "the listener asked for one thing, and another is under way")
        }
        guard let (isFrom, to) = Self.progress(of: step, product, values) else {
          let kind = step.kind
          return .violated(
            culprit: "thunks at \(kind)", detail: "\(kind) changes what is under way")
        }
        let isWhole = old.indices.contains { place in
          var thunks = old
          thunks.replaceSubrange(place...place, with: to.map { [$0] } ?? [])
          return isFrom(old[place]) && thunks == new
        }
        if isWhole, let (operation, result) = step.completion {
          return .require(
            step.action == product.completion(of: operation, result: result),
            culprit: "other completion",
            "what is dispatched is not the completion of the operation")
        }
        return .require(
          isWhole, culprit: "thunks at \(step.kind)", "a thunk did not go on as its operation went")
      })
  }

  /// Which thunk a step goes on with, and what it is then; nil for a step of no thunk.
  private static func progress(
    of step: View, _ product: P, _ values: P.Values
  ) -> (isFrom: (Thunk<P>) -> Bool, to: Thunk<P>?)? {
    if let (operation, result) = step.completion {
      return ({ $0 == Thunk(operation: operation, result: result) }, nil)
    }
    guard let (operation, fault) = step.performance else { return nil }
    var database = step.old.database
    guard let result = try? product.result(of: operation, fault: fault, on: &database) else {
      return nil
    }
    let isReported = product.completion(of: operation, result: result) != nil
    return (
      { thunk in
        // The world outside may have decided meanwhile what it answers.
        thunk.result == nil
          && (thunk.operation == operation
            || product.answers(to: thunk.operation, values: values).contains(operation))
      }, isReported ? Thunk(operation: operation, result: result) : nil
    )
  }

  // MARK: Requests that outlive the app

  private var requestOnce: RuntimeProperty {
    let isRemote = system.scope.store == .remote
    return property(
      "request.once",
      "What was asked of a remote store before a kill arrives there once at most, and nothing else "
        + "does.",
      witness: "a request outlives the app",
      consequence: "What was asked for once is done twice, long after the app was closed.",
      unless: hasNoRelaunch ?? (isRemote ? nil : "what was asked for ends with the app"),
      .step { step in
        // A trap ends the app as a kill does; what it was doing is the business of others.
        if step.traits.contains(.crash) { return .idle }
        let isKill = step.traits.contains(.relaunch)
        let isOutside = step.traits.contains(.outside)
        if !isKill && !isOutside && !step.changesFacet(.outliving) { return .idle }
        let arrived: P.Operation? =
          if isOutside, case .arrive(let operation) = step.label { operation } else { nil }
        var told = step.old.outliving
        if isKill { told += step.old.underWay.filter { $0.result == nil }.map(\.operation) }
        if let arrived {
          let place = told.firstIndex { P.request($0) == P.request(arrived) }
          if let place { told.remove(at: place) }
        }
        let left = step.new.outliving
        if told.isEmpty && left.isEmpty && arrived == nil { return .idle }
        let (count, toldCount) = (left.count, told.count)
        return .require(
          told.contentSorted() == left.contentSorted(), culprit: step.kind,
          "\(count.counted("request")) may still arrive, not \(toldCount)")
      })
  }

  // MARK: Operations

  private var operationAtomic: RuntimeProperty {
    let product = product
    return property(
      "operation.atomic",
      "An operation that fails leaves nothing of its change; one that succeeds, or whose "
        + "reply is lost, all of it.",
      witness: "an operation is carried out",
      consequence: "Half of a change is stored, and nobody knows which half.",
      unless: hasNoOperation,
      .step { step in
        guard !step.traits.contains(.crash), let (operation, fault) = step.performance else {
          return .idle
        }
        let before = step.old.database
        var after = before
        let isDone =
          fault?.preventsWork != true && (try? product.perform(operation, on: &after)) != nil
        return .require(
          step.new.database == (isDone ? after : before), culprit: "\(step.kind) half done",
          "the operation \(isDone ? "is done" : "fails"), and the database holds something else")
      })
  }
}
