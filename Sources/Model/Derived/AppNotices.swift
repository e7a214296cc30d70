/// What an app's listener can still learn from a stream element: what it may do for it.
public struct AppNotice: Hashable, Sendable {
  let calls: [GateCall]
  /// What it does in each state that tells elements of this kind apart.
  let told: [GateCall?]
  /// The words of the traps that it may end in.
  let traps: [String]
  /// The subjects that began to wait with the action.
  let accepted: [AppSubject]
  /// Whether the reducer accepted the request: subjects wait, or never do with such an action.
  let isAccepted: Bool
}

/// Which elements are one notice, and whether they deserve it.
extension AppMemory {
  /// What the listener can still learn from an element; nil when it never reacts to it.
  func notice(old: A.State, action: A.Action) -> AppNotice? {
    let element = Element(old: old, action: action)
    if let known = content.withLock({ $0.notices[element] }) { return known }
    let notice = makeNotice(of: element)
    content.withLock {
      $0.notices[element] = .some(notice)
      guard let notice else { return }
      if $0.members[notice] == nil { $0.classes.append(notice) }
      $0.members[notice, default: []].append(element)
    }
    return notice
  }

  /// Elements for which the listener does the same in the states that can follow at once are one notice.
  private func makeNotice(of element: Element) -> AppNotice? {
    guard let new = try? reduce(element.old, element.action) else { return nil }
    func decision(in current: A.State) -> Decision {
      self.decision(on: Occasion(old: element.old, action: element.action, current: current))
    }
    var decisions: Set = [decision(in: new)]
    let name = innermostCaseName(of: element.action)
    if asksAround(name) {
      for deed in deeds(in: new) {
        if let next = try? reduce(new, deed.action) { decisions.insert(decision(in: next)) }
      }
      if decisions.count > 1 { content.withLock { _ = $0.casesLookingAround.insert(name) } }
    }
    if decisions == [.nothing] {
      let currents = content.withLock { $0.reacting[element.action] ?? [] }
      for current in currents { decisions.insert(decision(in: current)) }
    }
    let told = content.withLock { $0.telling[name] ?? [] }.map(decision)
    decisions.formUnion(told)
    var calls: Set<GateCall> = []
    var traps: Set<String> = []
    for decision in decisions {
      switch decision {
      case .nothing: break
      case .call(let call): calls.insert(call)
      case .trap(let cause): traps.insert(cause)
      }
    }
    if calls.isEmpty && traps.isEmpty {
      content.withLock { $0.silent.append(element) }
      return nil
    }
    let accepted = accepted(from: element.old, to: new)
    return AppNotice(
      calls: calls.sorted(), told: told.map(\.call), traps: traps.sorted(),
      accepted: accepted, isAccepted: isAccepted(accepted, name))
  }

  /// Whether the listener is asked what it does for an action in other states than the one that the action
  /// leads to: for the first elements of each case, and where these showed that it looks at the state.
  ///
  /// Where it turns out to look at it after all, it is asked when it takes the notice, and the elements of
  /// the notice do not agree.
  private func asksAround(_ caseName: String) -> Bool {
    content.withLock { content in
      content.askedAround[caseName, default: 0] += 1
      return content.askedAround[caseName, default: 0] <= 16
        || content.casesLookingAround.contains(caseName)
    }
  }

  /// How many elements of a notice are asked when it is taken, the first times; then it is one.
  private static var memberCountMax: Int { 3 }

  /// What the listener does when it takes a notice.
  ///
  /// Some of the elements that it stands for are asked; when they do not agree, nothing holds.
  ///
  /// - Throws: a `Crash` when the app traps.
  func call(for notice: AppNotice, in current: A.State) throws(Crash) -> GateCall? {
    let members = content.withLock { content in
      content.takenCounts[notice, default: 0] += 1
      content.deliveries[notice, default: []].insert(current)
      let countMax = content.takenCounts[notice, default: 0] <= 16 ? Self.memberCountMax : 1
      return Array((content.members[notice] ?? []).prefix(countMax))
    }
    let decisions = members.map {
      decision(on: Occasion(old: $0.old, action: $0.action, current: current))
    }
    requireAgreement(decisions, of: members, in: current)
    switch decisions.first {
    case .call(let call): return call
    case .trap(let cause): throw Crash(cause)
    case .nothing, nil: return nil
    }
  }

  /// Elements that were taken for one and are not are told apart by the state of the moment from then on.
  private func requireAgreement(_ decisions: [Decision], of members: [Element], in current: A.State) {
    guard let first = decisions.first, decisions.contains(where: { $0 != first }) else { return }
    let names = Set(members.map { innermostCaseName(of: $0.action) })
    let isHidden = content.withLock { content in
      content.tellsMore = true
      var isHidden = false
      for name in names {
        let known = content.telling[name] ?? []
        isHidden = isHidden || known.count == Self.tellingCountMax
        if !known.contains(current) { content.telling[name] = known + [current] }
      }
      return isHidden
    }
    if isHidden { complain("elements that were taken for one make the listener do different things") }
  }

  private static var tellingCountMax: Int { 64 }

  /// Where the state of the moment decides what is asked for, every element of a notice is asked in every
  /// state in which the notice was taken.
  private func requireAgreementOfComputing(_ shouldStop: () -> Bool) {
    let known = content.withLock { $0 }
    for notice in known.classes {
      let members = known.members[notice] ?? []
      guard members.count > 1, let first = members.first,
        known.casesComputing.contains(innermostCaseName(of: first.action))
      else { continue }
      for current in known.deliveries[notice] ?? [] {
        if shouldStop() { return }
        let decisions = members.map {
          decision(on: Occasion(old: $0.old, action: $0.action, current: current))
        }
        if Set(decisions).count == 1 { continue }
        requireAgreement(decisions, of: members, in: current)
        // One state is enough to take the notice apart.
        break
      }
    }
  }

  /// Asks some questions again, the last first, and elements that no question was about.
  ///
  /// An app without hidden state answers as it did; where it does not, there is a complaint.
  ///
  /// - Parameter countMax: how many questions of each kind are asked at most.
  /// - Returns: whether some notices are others from now on.
  func askAgain(countMax: Int, shouldStop: () -> Bool) -> Bool {
    let known = content.withLock { $0 }
    for occasion in Self.some(countMax, of: known.occasions).reversed()
    where ask(occasion).0 != known.decisions[occasion] {
      complain("the listener was asked twice about \(ContentTree(occasion.action).words) and did two things")
    }
    for ending in Self.some(countMax, of: known.endings).reversed()
    where ask(ending, isLatest: true) != known.actions[ending] {
      complain("\(ending.call.phrase) ended twice in the same way, and two things were dispatched")
    }
    var met: Set<A.State> = []
    let currents = Self.some(20, of: known.occasions.map(\.current).filter { met.insert($0).inserted })
    for members in known.classes.compactMap({ known.members[$0] }) where members.count > Self.memberCountMax {
      let asked = Self.some(max(1, countMax / (known.classes.count * currents.count)), of: members)
      for current in currents {
        let asked = members.prefix(1) + asked
        let decisions = asked.map { ask(Occasion(old: $0.old, action: $0.action, current: current)).0 }
        requireAgreement(decisions, of: Array(asked), in: current)
      }
    }
    requireAgreementOfComputing(shouldStop)
    let silent = Self.some(countMax, of: known.silent)
    for (element, current) in zip(silent, (0...).lazy.map { currents[$0 % max(1, currents.count)] })
    where ask(Occasion(old: element.old, action: element.action, current: current)).0 != .nothing {
      content.withLock { $0.reacting[element.action, default: []].append(current) }
    }
    return forgetsNotices()
  }

  /// Looks whether more is known now than when notices were made: of elements for which the listener seemed
  /// to do nothing, in states in which it does something for the same action; and of cases without subjects.
  ///
  /// - Returns: whether it is so; notices are made anew then.
  private func forgetsNotices() -> Bool {
    let known = content.withLock { $0 }
    let isHeard = known.silent.contains { element in
      (known.reacting[element.action] ?? []).contains { current in
        decision(on: Occasion(old: element.old, action: element.action, current: current)) != .nothing
      }
    }
    if !isHeard && !known.tellsMore && known.casesTakenWithout.isDisjoint(with: known.casesWithSubjects) {
      return false
    }
    content.withLock { content in
      (content.notices, content.members, content.classes, content.silent) = ([:], [:], [], [])
      (content.deliveries, content.takenCounts) = ([:], [:])
      (content.casesTakenWithout, content.tellsMore) = ([], false)
    }
    return true
  }

  /// Whether an element for which subjects began to wait, or none did, is an accepted request.
  private func isAccepted(_ subjects: [AppSubject], _ caseName: String) -> Bool {
    content.withLock { content in
      if !subjects.isEmpty {
        content.casesWithSubjects.insert(caseName)
        return true
      }
      if content.casesWithSubjects.contains(caseName) { return false }
      content.casesTakenWithout.insert(caseName)
      return true
    }
  }

  /// So many elements at most, spread evenly.
  private static func some<Element>(_ count: Int, of elements: [Element]) -> [Element] {
    let stride = max(1, (elements.count + count - 1) / max(1, count))
    return elements.indices.filter { $0 % stride == 0 }.map { elements[$0] }
  }
}
