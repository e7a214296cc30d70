/// What a dispatch does, by a person or by a thunk.
extension ProductCalls {
  func isCrashed(store: UInt32) -> Bool {
    if case .crashed = interned.stores[store] { true } else { false }
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
  func remembered(_ handle: UInt32, in state: P.State, _ store: UInt32) -> DispatchAnswer {
    let key = UInt64(handle) << 32 | UInt64(store)
    if let known = dispatches[key] { return known }
    var transition = Transition(kind: .window)
    reduce(handle, in: state, store, into: &transition)
    let answer = DispatchAnswer(
      store: transition.store, notice: transition.notice, traits: transition.traits)
    dispatches[key] = answer
    return answer
  }

  func reduce(
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

  func isAnswered(_ answer: P.State, by action: P.Action, in state: P.State) -> Bool {
    guard let again = try? product.reduce(state, action) else { return false }
    if again == answer { return true }
    likeness?.wonder(again, answer)
    return false
  }

  /// The handle of a notice; an action mostly leaves the same one, and comparing is quicker than
  /// hashing.
  func handle(of notice: P.Notice, ofAction action: UInt32) -> UInt32 {
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
  func handle(of answer: P.State, from input: UInt32) -> UInt32 {
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

  func fail(_ crash: Crash, into transition: inout Transition) {
    transition.traits.insert(.crash)
    transition.store = interned.stores.handle(of: .crashed(crash))
  }
}

extension TransitionCache {
  @inline(__always)
  mutating func isCrashed<P: Product>(_ row: Row, asking calls: ProductCalls<P>) -> Bool {
    let store = Int(row[Slot.store])
    crashed.extend(to: store + 1, with: absentHandle)
    if crashed[store] == absentHandle {
      crashed[store] = calls.isCrashed(store: row[Slot.store]) ? 1 : 0
    }
    return crashed[store] == 1
  }
}

/// What a dispatch did, wherever it came from.
struct DispatchAnswer {
  var store: UInt32
  var notice = absentHandle
  var traits: StepTraits = []
}
