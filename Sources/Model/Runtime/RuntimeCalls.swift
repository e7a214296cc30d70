/// The product's functions, asked for what the tables do not know yet.
extension RuntimeExpansion {
  func isCrashed(store: UInt32) -> Bool {
    if case .crashed = stores[store] { true } else { false }
  }

  // MARK: Dispatch

  func gestures(inStore store: UInt32) -> [Transition] {
    guard isOpen, case .running(let state) = stores[store] else { return [] }
    var transitions: [Transition] = []
    for entry in menu(of: product.gestures(in: state, values: values)) {
      var transition = Transition(
        kind: .gesture, traits: entry.traits, payload: entry.gesture)
      transition.complexity = entry.complexity
      dispatch(entry.action, in: state, store, into: &transition)
      if transition.notice != absentHandle, entry.additionCount != 0,
        product.isAcceptedRequest(notices[transition.notice])
      {
        transition.additionCount = entry.additionCount
      }
      transitions.append(transition)
    }
    return transitions
  }

  /// The gestures offered, in label order, with all that does not depend on the state; most states offer
  /// the same.
  private func menu(of offered: [P.Gesture]) -> [OfferedGesture] {
    if offered == latestOffer {
      if let likeness, likeness.isDue { likeness.compare(offered, latestOffer, "gestures") }
      return latestMenu
    }
    latestOffer = offered
    if Set(offered).count < offered.count { complaint = "a gesture is offered twice: \(offered)" }
    let ordered = offered.enumerated().sorted { contentPrecedes($0.element, $1.element) }
    latestMenu = ordered.map { complexity, gesture in
      var traits: StepTraits = .gesture
      if product.isAppearing(gesture) { traits.insert(.appearing) }
      if product.isDestructive(gesture) { traits.insert(.destructive) }
      return OfferedGesture(
        gesture: gestures.handle(of: gesture), action: actions.handle(of: product.action(of: gesture)),
        traits: traits, complexity: UInt16(clamping: complexity),
        additionCount: Int16(clamping: product.additionCount(of: gesture)))
    }
    return latestMenu
  }

  func completion(ofMove move: UInt32, store: UInt32) -> Transition {
    let named = namedThunks[move]
    var transition = Transition(kind: .complete, traits: .completion, payload: move)
    if named.overtakes { transition.traits.insert(.overtaking) }
    if case .running(let state) = stores[store], let action = completionAction(ofMove: move) {
      dispatch(action, in: state, store, into: &transition)
    }
    return transition
  }

  func completionAction(ofMove move: UInt32) -> UInt32? {
    completionActions.extend(to: Int(move) + 1, with: absentHandle)
    if completionActions[Int(move)] == absentHandle { learnCompletionAction(ofMove: move) }
    let handle = completionActions[Int(move)]
    return handle == absentHandle ? nil : handle
  }

  @inline(never)
  private func learnCompletionAction(ofMove move: UInt32) {
    let thunk = namedThunks[move].thunk
    guard let result = thunk.result, let action = product.completion(of: thunk.operation, result: result)
    else { return }
    completionActions[Int(move)] = actions.handle(of: action)
  }

  func dispatch(
    _ handle: UInt32, in state: P.State, _ store: UInt32, into transition: inout Transition
  ) {
    if isOpen {
      reduce(handle, in: state, store, into: &transition)
    } else {
      let answer = remembered(handle, in: state, store)
      transition.store = answer.store
      transition.notice = answer.notice
      transition.traits.formUnion(answer.traits)
    }
    if transition.store == store && transition.notice == absentHandle {
      transition.traits.insert(.loop)
    }
  }

  /// What a dispatch does, remembered: many windows dispatch the same.
  private func remembered(_ handle: UInt32, in state: P.State, _ store: UInt32) -> DispatchAnswer {
    let key = UInt64(handle) << 32 | UInt64(store)
    if let known = dispatches[key] { return known }
    var transition = Transition(kind: .window)
    reduce(handle, in: state, store, into: &transition)
    let answer = DispatchAnswer(store: transition.store, notice: transition.notice, traits: transition.traits)
    dispatches[key] = answer
    return answer
  }

  private func reduce(
    _ handle: UInt32, in state: P.State, _ store: UInt32, into transition: inout Transition
  ) {
    let action = actions[handle]
    do {
      let answer = try product.reduce(state, action)
      if answer == state {
        transition.store = store
        if let likeness, likeness.isDue { likeness.compare(answer, state, "states") }
      } else {
        transition.store = self.handle(of: answer, from: store)
      }
      if !isAnswered(answer, by: action, in: state) { transition.traits.insert(.impure) }
      if let notice = product.notice(old: state, action: action) {
        transition.notice = self.handle(of: notice, ofAction: handle)
        transition.traits.insert(.heard)
      }
    } catch let crash as Crash {
      fail(crash, into: &transition)
    } catch {
      transition.store = store
      transition.traits.insert(.throwing)
      if (try? product.reduce(state, action)) != nil { transition.traits.insert(.impure) }
    }
  }

  private func isAnswered(_ answer: P.State, by action: P.Action, in state: P.State) -> Bool {
    guard let again = try? product.reduce(state, action) else { return false }
    if again == answer { return true }
    likeness?.wonder(again, answer)
    return false
  }

  /// The handle of a notice; an action mostly leaves the same one, and comparing is quicker than hashing.
  private func handle(of notice: P.Notice, ofAction action: UInt32) -> UInt32 {
    latestNotices.extend(to: Int(action) + 1, with: absentHandle)
    let latest = latestNotices[Int(action)]
    if latest != absentHandle && notices[latest] == notice {
      notices.confirm(notice, is: latest)
      return latest
    }
    let handle = notices.handle(of: notice)
    latestNotices[Int(action)] = handle
    return handle
  }

  /// The handle of a state that the reducer answered; actions on one state often have one answer, as all
  /// requests about one item do, and comparing is quicker than hashing.
  private func handle(of answer: P.State, from input: UInt32) -> UInt32 {
    if latestInput != input {
      latestInput = input
      latestHandles.removeAll()
    }
    var place = latestHandles.count - 1
    while place >= 0 {
      if latestAnswers[place] == answer {
        if let likeness, likeness.isDue { likeness.compare(answer, latestAnswers[place], "states") }
        return latestHandles[place]
      }
      place -= 1
    }
    let handle = stores.handle(of: .running(answer))
    // What stands beyond the handles is left over from another state, and written over.
    let count = latestHandles.count
    if count < latestAnswers.count { latestAnswers[count] = answer } else { latestAnswers.append(answer) }
    latestHandles.append(handle)
    return handle
  }

  private func fail(_ crash: Crash, into transition: inout Transition) {
    transition.traits.insert(.crash)
    transition.store = stores.handle(of: .crashed(crash))
  }

  // MARK: Listener and database

  func delivery(ofNotice notice: UInt32, store: UInt32) -> Transition {
    var transition = Transition(kind: .deliver, traits: .delivery, payload: notice)
    guard case .running(let state) = stores[store] else { return transition }
    do {
      if let operation = try product.react(to: notices[notice], current: state) {
        transition.thunk = thunks.handle(of: Thunk(operation: operation))
      }
    } catch let crash as Crash {
      fail(crash, into: &transition)
    } catch {
      // A listener's decision has no other way to fail; what it threw is printed and the element dropped.
    }
    return transition
  }

  func performances(ofMove move: UInt32, database: UInt32) -> [Transition] {
    let role = namedThunks[move].role
    if role == .unanswered { return [performance(ofMove: move, database: database, fault: .before)] }
    var changes = false
    let faults: [Fault?] = role == .answered ? [nil, .after] : [nil, .before, .after]
    return faults.compactMap { fault in
      if fault == .after && !changes { return nil }
      let transition = performance(ofMove: move, database: database, fault: fault)
      if fault == nil { changes = transition.database != absentHandle && transition.database != database }
      return transition
    }
  }

  private func performance(ofMove move: UInt32, database: UInt32, fault: Fault?) -> Transition {
    let named = namedThunks[move]
    let operation = named.thunk.operation
    var transition = Transition(
      kind: .perform, fault: fault, traits: .performance, payload: move)
    if named.overtakes { transition.traits.insert(.overtaking) }
    if fault != nil { transition.traits.insert(.fault) }
    var changed = databases[database]
    do {
      let result = try product.result(of: operation, fault: fault, on: &changed)
      transition.database = databases.handle(of: changed)
      if case .failure = result, transition.database == database {
        transition.additionCount = -Int16(clamping: max(0, product.additionCount(of: operation)))
      }
      if product.completion(of: operation, result: result) != nil {
        transition.thunk = thunks.handle(of: Thunk(operation: operation, result: result))
      }
    } catch {
      fail(error, into: &transition)
    }
    return transition
  }

  func relaunch(database: UInt32) -> Transition {
    var transition = Transition(kind: .relaunch, traits: .relaunch)
    transition.store = stores.handle(of: .running(product.initialState))
    return transition
  }

  // MARK: Mail and thunks under way

  func shape(ofMail mail: UInt32) -> MailShape {
    let elements = mails[mail]
    guard let head = elements.first else { return MailShape(count: 0, head: absentHandle, tail: mail) }
    return MailShape(
      count: elements.count, head: head, tail: mails.handle(of: Array(elements.dropFirst())))
  }

  func mail(_ mail: UInt32, appending notice: UInt32) -> UInt32 {
    mails.handle(of: mails[mail] + [notice])
  }

  func moves(ofUnderWay underWay: UInt32) -> [Move] {
    let handles = underWays[underWay]
    let named = handles.enumerated().flatMap { position, handle -> [(NamedThunk, Int)] in
      let thunk = thunks[handle]
      let request = P.request(thunk.operation)
      let alike = handles.prefix(position).count {
        P.request(thunks[$0].operation) == request && (thunks[$0].result == nil) == (thunk.result == nil)
      }
      var named = NamedThunk(thunk: thunk, occurrence: alike, overtakes: position > 0)
      let answers =
        thunk.result == nil ? product.answers(to: thunk.operation, values: system.scope.values) : []
      if answers.isEmpty { return [(named, position)] }
      named.role = .unanswered
      return [(named, position)]
        + answers.map { answer in
          named.thunk = Thunk(operation: answer)
          named.role = .answered
          return (named, position)
        }
    }
    let ordered = named.sorted { first, second in
      let (one, other) = (first.0, second.0)
      if (one.thunk.result == nil) != (other.thunk.result == nil) { return one.thunk.result == nil }
      let requests = (P.request(one.thunk.operation), P.request(other.thunk.operation))
      if requests.0 != requests.1 { return contentPrecedes(requests.0, requests.1) }
      return one.occurrence < other.occurrence
    }
    complainOfSharedLabels(among: named.map { $0.0 })
    return ordered.map { named, position in
      Move(
        handle: namedThunks.handle(of: named), position: UInt32(position), isAsked: named.thunk.result == nil)
    }
  }

  /// A label has to decide its step: two thunks that can be given the same answer, or an answer that another
  /// thunk asked for, would be carried out under one label.
  ///
  /// Without its answer an operation can only fail before anything is done, as no answer does; those labels
  /// are its own. Completions are told apart by their occurrences.
  private func complainOfSharedLabels(among moves: [NamedThunk]) {
    var labels: Set<RuntimeLabel<P>> = []
    for move in moves where move.thunk.result == nil && move.role != .unanswered {
      let operation = P.request(move.thunk.operation)
      if labels.insert(.perform(operation, occurrence: move.occurrence, fault: nil)).inserted { continue }
      complaint =
        "two steps of one state have the label perform(\(operation), occurrence: \(move.occurrence)): "
        + "give each operation answers of its own"
    }
  }

  func underWay(_ underWay: UInt32, replacing position: UInt32, with thunk: UInt32) -> UInt32 {
    var handles = underWays[underWay]
    if position != absentHandle { handles.remove(at: Int(position)) }
    if thunk != absentHandle {
      handles.insert(thunk, at: position == absentHandle ? handles.count : Int(position))
    }
    return underWays.handle(of: handles)
  }

  // MARK: Facets

  func derivedFacet(_ number: Int, ofHandle handle: UInt32) -> UInt32 {
    let value = derivedValue(number, ofHandle: handle)
    latestDerived.extend(to: number + 1, with: absentHandle)
    let latest = latestDerived[number]
    if latest != absentHandle && derived[latest] == value { return latest }
    latestDerived[number] = derived.handle(of: value)
    return latestDerived[number]
  }

  private func derivedValue(_ number: Int, ofHandle handle: UInt32) -> DerivedValue<P> {
    switch number {
    case 0:
      guard case .running(let state) = stores[handle] else { return .statuses(nil) }
      return .statuses(product.statuses(of: state))
    case 1:
      guard case .running(let state) = stores[handle] else {
        return .contents(nil, isLoaded: false, showsFailure: false)
      }
      return .contents(
        product.contents(of: state), isLoaded: product.isLoaded(state),
        showsFailure: product.showsFailure(state))
    default: return .rows(product.rows(of: databases[handle]))
    }
  }

  func pending(mail: UInt32, underWay: UInt32) -> UInt32 {
    let asked = mails[mail].flatMap { product.subjects(askedForBy: notices[$0]) }
    let operating = underWays[underWay].flatMap { product.subjects(of: thunks[$0].operation) }
    return derived.handle(of: .subjects(count(asked + operating)))
  }

  private func count(_ subjects: [P.Subject]) -> [P.Subject: Int] {
    subjects.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

extension Product {
  /// Whether every collection's status is success.
  package func isLoaded(_ state: State) -> Bool {
    let statuses = statuses(of: state)
    return collections.allSatisfy { statuses[$0] == .success }
  }

  package func showsFailure(_ state: State) -> Bool {
    statuses(of: state).values.contains { $0.isFailure }
  }

  /// How often each subject is pending: asked for in the mail, or under way until its completion is over.
  package func pendingCounts(of state: RuntimeState<Self>) -> [Subject: Int] {
    let asked = state.mail.flatMap { subjects(askedForBy: $0) }
    let operating = state.underWay.flatMap { subjects(of: $0.operation) }
    return (asked + operating).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
