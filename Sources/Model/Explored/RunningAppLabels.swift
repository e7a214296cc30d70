/// What can be done with a running app at rest.
extension RunningApp {
  /// Every step that can be taken, in the order of labels.
  ///
  /// - Throws: a `Crash` where a function that is asked about what can be done traps.
  func labels() throws -> [Label] {
    var labels: [Label] = []
    let waiting = gates.waiting
    let state = storeState
    let callCount = waiting.count { !$0.call.isPush }
    if notes.elements.count < scope.mailMax, notes.elements.count + callCount <= scope.mailMax {
      labels += try memory.deeds(in: state).filter { deed in
        notes.budgets.additionsLeft >= deed.additionCount
          || memory.effects.effect(of: AppElement(old: state, action: deed.action)).isSilent
      }.map { .gesture($0, window: nil) }
    }
    var (asked, ended): ([GateCall: Int], [GateCall: Int]) = ([:], [:])
    for one in waiting {
      let occurrence = (one.ending == nil ? asked : ended)[one.call, default: 0]
      if one.ending == nil { asked[one.call] = occurrence + 1 } else { ended[one.call] = occurrence + 1 }
      if one.ending != nil {
        labels.append(.complete(one.call, occurrence: occurrence))
      } else {
        labels += try self.labels(of: one, occurrence)
      }
    }
    if scheduler.sleeperCount > 0 { labels.append(.occur(.timePasses)) }
    if notes.budgets.relaunchesLeft > 0 { labels.append(.relaunch) }
    return labels.sorted()
  }

  /// How a call can be carried out, or fail; a reply that is lost of a call that changes nothing is that of
  /// one that was never carried out.
  private func labels(of waiting: AppGates<A>.Waiting, _ occurrence: Int) throws -> [Label] {
    let (call, words) = (waiting.call, waiting.body.answers)
    let answered = words.isEmpty ? [call] : words.indices.map { call.answered($0, words: words[$0]) }
    var labels: [Label] = []
    if call.isPush {
      return notes.budgets.additionsLeft == 0
        ? [] : answered.map { .perform($0, occurrence: occurrence, fault: nil) }
    }
    if notes.budgets.faultsLeft > 0 { labels.append(.perform(call, occurrence: occurrence, fault: .before)) }
    for call in answered {
      labels.append(.perform(call, occurrence: occurrence, fault: nil))
      if notes.budgets.faultsLeft == 0 { continue }
      var changed = rows
      do {
        _ = try memory.carryOut(call, waiting.body, on: &changed)
        if changed != rows { labels.append(.perform(call, occurrence: occurrence, fault: .after)) }
      } catch {
        continue
      }
    }
    return labels
  }
}
