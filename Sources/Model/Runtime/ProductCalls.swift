/// A product's functions, asked for what the tables do not know yet.
final class ProductCalls<P: Product> {
  let interned: InternedRuntime<P>
  let product: P
  /// The scope's, kept apart: to read them through the system would copy all of it.
  let values: P.Values
  let isOpen: Bool
  let isLagging: Bool
  private let likeness: LikenessWatch?

  /// The action of each completion, by the move's handle.
  private let completionActions = LargeArray<UInt32>()
  private let actionsOfGestures = LargeArray<UInt32>()
  /// The states that the reducer answered last, out of one state, and their handles.
  private var latestInput = absentHandle
  private var latestAnswers: ContiguousArray<P.State> = []
  private let latestHandles = LargeArray<UInt32>()
  /// The notice of each action that was dispatched last, by the action's handle.
  private let latestNotices = LargeArray<UInt32>()
  /// The derived facets that were learned last, by the facet's number.
  let latestDerived = LargeArray<UInt32>()
  private var latestOffer: [P.Gesture] = []
  private var latestMenu: [OfferedGesture] = []
  /// What dispatches in windows did, by action and store.
  private(set) var dispatches: [UInt64: DispatchAnswer] = [:]

  init(_ interned: InternedRuntime<P>) {
    self.interned = interned
    product = interned.product
    values = interned.system.scope.values
    isOpen = interned.system.scope.environment == .open
    isLagging = interned.system.scope.windows?.lagging != nil
    likeness = interned.likeness
  }

  var memory: MemoryUse {
    completionActions.memory
      + MemoryUse(
        dispatches.capacity * (MemoryLayout<UInt64>.stride + MemoryLayout<DispatchAnswer>.stride))
  }

  func isCrashed(store: UInt32) -> Bool {
    if case .crashed = interned.stores[store] { true } else { false }
  }

  // MARK: Dispatch

  func gestures(inStore store: UInt32) -> [Transition] {
    guard isOpen, case .running(let state) = interned.stores[store] else { return [] }
    var transitions: [Transition] = []
    for entry in menu(of: product.gestures(in: state, values: values)) {
      var transition = Transition(
        kind: .gesture, traits: entry.traits, payload: entry.gesture)
      transition.complexity = entry.complexity
      dispatch(entry.action, in: state, store, into: &transition)
      if transition.notice != absentHandle, entry.additionCount != 0,
        product.isAcceptedRequest(interned.notices[transition.notice])
      {
        transition.additionCount = entry.additionCount
      }
      transitions.append(transition)
    }
    return transitions
  }

  /// The gestures offered, in label order, with all that does not depend on the state; most states
  /// offer the same.
  private func menu(of offered: [P.Gesture]) -> [OfferedGesture] {
    if offered == latestOffer {
      if let likeness, likeness.isDue { likeness.compare(offered, latestOffer, "gestures") }
      return latestMenu
    }
    latestOffer = offered
    if Set(offered).count < offered.count {
      interned.complaint = "a gesture is offered twice: \(offered)"
    }
    let ordered = offered.enumerated().sorted { contentPrecedes($0.element, $1.element) }
    latestMenu = ordered.map { complexity, gesture in
      var traits: StepTraits = .gesture
      if product.isAppearing(gesture) { traits.insert(.appearing) }
      if product.isDestructive(gesture) { traits.insert(.destructive) }
      return OfferedGesture(
        gesture: interned.gestures.handle(of: gesture),
        action: interned.actions.handle(of: product.action(of: gesture)),
        traits: traits, complexity: UInt16(clamping: complexity),
        additionCount: Int16(clamping: product.additionCount(of: gesture)))
    }
    return latestMenu
  }

  func completion(ofMove move: UInt32, store: UInt32) -> Transition {
    let named = interned.namedThunks[move]
    var transition = Transition(kind: .complete, traits: .completion, payload: move)
    if named.overtakes { transition.traits.insert(.overtaking) }
    if case .running(let state) = interned.stores[store],
      let action = completionAction(ofMove: move)
    {
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

  func action(ofGesture gesture: UInt32) -> UInt32 {
    actionsOfGestures.extend(to: Int(gesture) + 1, with: absentHandle)
    if actionsOfGestures[Int(gesture)] == absentHandle {
      actionsOfGestures[Int(gesture)] = interned.actions.handle(
        of: product.action(of: interned.gestures[gesture]))
    }
    return actionsOfGestures[Int(gesture)]
  }

  @inline(never)
  private func learnCompletionAction(ofMove move: UInt32) {
    let thunk = interned.namedThunks[move].thunk
    guard let result = thunk.result,
      let action = product.completion(of: thunk.operation, result: result)
    else { return }
    completionActions[Int(move)] = interned.actions.handle(of: action)
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
    let answer = DispatchAnswer(
      store: transition.store, notice: transition.notice, traits: transition.traits)
    dispatches[key] = answer
    return answer
  }

  private func reduce(
    _ handle: UInt32, in state: P.State, _ store: UInt32, into transition: inout Transition
  ) {
    let action = interned.actions[handle]
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

  /// The handle of a notice; an action mostly leaves the same one, and comparing is quicker than
  /// hashing.
  private func handle(of notice: P.Notice, ofAction action: UInt32) -> UInt32 {
    latestNotices.extend(to: Int(action) + 1, with: absentHandle)
    let latest = latestNotices[Int(action)]
    if latest != absentHandle && interned.notices[latest] == notice {
      interned.notices.confirm(notice, is: latest)
      return latest
    }
    let handle = interned.notices.handle(of: notice)
    latestNotices[Int(action)] = handle
    return handle
  }

  /// The handle of a state that the reducer answered; actions on one state often have one answer,
  /// as all requests about one item do, and comparing is quicker than hashing.
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
    let handle = interned.stores.handle(of: .running(answer))
    // What stands beyond the handles is left over from another state, and written over.
    let count = latestHandles.count
    if count < latestAnswers.count {
      latestAnswers[count] = answer
    } else {
      latestAnswers.append(answer)
    }
    latestHandles.append(handle)
    return handle
  }

  private func fail(_ crash: Crash, into transition: inout Transition) {
    transition.traits.insert(.crash)
    transition.store = interned.stores.handle(of: .crashed(crash))
  }

  // MARK: Listener and database

  func delivery(ofNotice notice: UInt32, store: UInt32) -> Transition {
    var transition = Transition(kind: .deliver, traits: .delivery, payload: notice)
    guard case .running(let state) = interned.stores[store] else { return transition }
    do {
      if let operation = try product.react(to: interned.notices[notice], current: state) {
        transition.thunk = interned.thunks.handle(of: Thunk(operation: operation))
      }
    } catch let crash as Crash {
      fail(crash, into: &transition)
    } catch {
      // A listener's decision has no other way to fail; what it threw is printed and the element
      // dropped.
    }
    return transition
  }

  func performances(ofMove move: UInt32, database: UInt32) -> [Transition] {
    let role = interned.namedThunks[move].role
    if role == .unanswered {
      return [performance(ofMove: move, database: database, fault: .before)]
    }
    var changes = false
    let faults: [Fault?] = role == .answered ? [nil, .after] : [nil, .before, .after]
    return faults.compactMap { fault in
      if fault == .after && !changes { return nil }
      let transition = performance(ofMove: move, database: database, fault: fault)
      if fault == nil {
        changes = transition.database != absentHandle && transition.database != database
      }
      return transition
    }
  }

  private func performance(ofMove move: UInt32, database: UInt32, fault: Fault?) -> Transition {
    let named = interned.namedThunks[move]
    let operation = named.thunk.operation
    var transition = Transition(
      kind: .perform, fault: fault, traits: .performance, payload: move)
    if named.overtakes { transition.traits.insert(.overtaking) }
    if fault != nil { transition.traits.insert(.fault) }
    var changed = interned.databases[database]
    do {
      let result = try product.result(of: operation, fault: fault, on: &changed)
      transition.database = interned.databases.handle(of: changed)
      if case .failure = result, transition.database == database {
        transition.additionCount = -Int16(clamping: max(0, product.additionCount(of: operation)))
      }
      if product.completion(of: operation, result: result) != nil {
        transition.thunk = interned.thunks.handle(of: Thunk(operation: operation, result: result))
      }
    } catch {
      fail(error, into: &transition)
    }
    return transition
  }

  func relaunch(database: UInt32) -> Transition {
    var transition = Transition(kind: .relaunch, traits: .relaunch)
    transition.store = interned.stores.handle(of: .running(product.initialState))
    return transition
  }

  // MARK: Mail and thunks under way

  func shape(ofMail mail: UInt32) -> MailShape {
    let elements = interned.mails[mail]
    guard let head = elements.first else {
      return MailShape(count: 0, head: absentHandle, tail: mail)
    }
    return MailShape(
      count: elements.count, head: head,
      tail: interned.mails.handle(of: Array(elements.dropFirst())))
  }

  func mail(_ mail: UInt32, appending notice: UInt32) -> UInt32 {
    interned.mails.handle(of: interned.mails[mail] + [notice])
  }

  func moves(ofUnderWay underWay: UInt32) -> [Move] {
    let handles = interned.underWays[underWay]
    let named = handles.enumerated().flatMap { position, handle -> [(NamedThunk<P>, Int)] in
      let thunk = interned.thunks[handle]
      let request = P.request(thunk.operation)
      let alike = handles.prefix(position).count {
        P.request(interned.thunks[$0].operation) == request
          && (interned.thunks[$0].result == nil) == (thunk.result == nil)
      }
      var named = NamedThunk(thunk: thunk, occurrence: alike, overtakes: position > 0)
      let answers =
        thunk.result == nil ? product.answers(to: thunk.operation, values: values) : []
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
        handle: interned.namedThunks.handle(of: named), position: UInt32(position),
        isAsked: named.thunk.result == nil)
    }
  }

  /// A label has to decide its step: two thunks that can be given the same answer, or an answer
  /// that another thunk asked for, would be carried out under one label.
  ///
  /// Without its answer an operation can only fail before anything is done, as no answer does;
  /// those labels are its own. Completions are told apart by their occurrences.
  private func complainOfSharedLabels(among moves: [NamedThunk<P>]) {
    var labels: Set<RuntimeLabel<P>> = []
    for move in moves where move.thunk.result == nil && move.role != .unanswered {
      let operation = P.request(move.thunk.operation)
      if labels.insert(.perform(operation, occurrence: move.occurrence, fault: nil)).inserted {
        continue
      }
      interned.complaint =
        "two steps of one state have the label perform(\(operation), occurrence: "
        + "\(move.occurrence)): give each operation answers of its own"
    }
  }

  func underWay(_ underWay: UInt32, replacing position: UInt32, with thunk: UInt32) -> UInt32 {
    var handles = interned.underWays[underWay]
    if position != absentHandle { handles.remove(at: Int(position)) }
    if thunk != absentHandle {
      handles.insert(thunk, at: position == absentHandle ? handles.count : Int(position))
    }
    return interned.underWays.handle(of: handles)
  }
}
