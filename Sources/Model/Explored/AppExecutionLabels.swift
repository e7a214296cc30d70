/// What can be done with a running app at rest.
extension AppExecution {
  /// Every step that can be taken, in the order of labels.
  ///
  /// - Throws: a `Crash` where a function that is asked about what can be done traps.
  func labels() throws -> [Label] {
    let waiting = gates.waiting
    let state = storeState
    let isFull = notes.isFull(waiting, in: scope)
    // What waits behind others may be asked for without end.
    let waitingNames = Set(notes.elements.compactMap { $0.effect.waitingName })
    let interactions: [Label] = try memory.sortedInteractions(in: state).filter { interaction in
      !isFull && notes.budgets.additionsLeft >= interaction.additionCount(in: scope)
        || memory.effects.isSilent(interaction.action, in: state, on: rows)
          && !(isFull && waitingNames.contains(interaction.caseName))
    }.map { .gesture($0, window: nil) }
    var labels: [Label] = []
    var (asked, ended): ([GateCall: Int], [GateCall: Int]) = ([:], [:])
    for one in waiting {
      let occurrence = (one.ending == nil ? asked : ended)[one.call, default: 0]
      if one.ending == nil {
        asked[one.call] = occurrence + 1
        labels += try self.labels(of: one, occurrence)
      } else {
        ended[one.call] = occurrence + 1
        labels.append(.complete(one.call, occurrence: occurrence))
      }
    }
    if scheduler.sleeperCount > 0 { labels.append(.occur(.timePasses)) }
    if notes.budgets.relaunchesLeft > 0 { labels.append(.relaunch) }
    // Interactions come first.
    return interactions + labels.sorted()
  }

  /// The request of a call that no dispatch leads to by itself: of what goes on, or of what that
  /// dispatched where nothing else is to come of it, last of all for what waits then.
  ///
  /// - Parameter numbers: the requests of what the step dispatched.
  func owner(
    _ cause: AppRequests.Cause, _ numbers: [AppRequests.Number?]
  ) -> AppRequests.Number? {
    var last = numbers.first ?? nil
    guard case .goesOn(let request?, _, _) = cause else { return last }
    guard effects.first?.isSilent ?? false else { return request }
    for case (let place, let number?) in numbers.enumerated()
    where effects[place].isSilent && notes.requests.isAwaited(number) {
      if notes.requests.isSilent(number) { return number }
      last = number
    }
    return last ?? request
  }

  /// How a call can be carried out, or fail; a reply that is lost of a call that changes nothing is
  /// that of one that was never carried out.
  private func labels(of waiting: AppGates<A>.Waiting, _ occurrence: Int) throws -> [Label] {
    let (call, words) = (waiting.call, waiting.body.answers?() ?? [])
    let answered =
      words.isEmpty ? [call] : words.indices.map { call.answered($0, words: words[$0]) }
    var labels: [Label] = []
    if call.isPush {
      return notes.budgets.occurrencesLeft == 0
        ? [] : answered.map { .perform($0, occurrence: occurrence, fault: nil) }
    }
    if notes.budgets.faultsLeft > 0 {
      labels += Fault.beforeWork.map { .perform(call, occurrence: occurrence, fault: $0) }
    }
    for call in answered {
      labels.append(.perform(call, occurrence: occurrence, fault: nil))
      if notes.budgets.faultsLeft == 0 { continue }
      var changed = rows
      do {
        _ = try memory.carryOut(call, waiting.body, on: &changed)
        if changed == rows { continue }
        labels += Fault.afterWork.map { .perform(call, occurrence: occurrence, fault: $0) }
      } catch {
        continue
      }
    }
    return labels
  }
}

extension Interaction {
  /// How many fresh rows it leads to.
  var additionCount: Int { if case .adds(let count) = kind { count } else { 0 } }

  /// How many of the rows it takes that a scope lets be added: all, where it leads to more.
  func additionCount(in scope: Scope<NoValues>) -> Int {
    scope.additionsMax == 0 ? additionCount : min(additionCount, scope.additionsMax)
  }
}
