/// What an app's listener can still learn from a stream element: what it may do for it.
public struct AppNotice: Hashable, Sendable {
  let calls: [GateCall]
  /// What it does in each state that tells elements of this kind apart, by the state's number.
  let told: [Int: AppDecision]
  /// The words of the traps that it may end in.
  let traps: [String]
  /// The subjects that began to wait with the action.
  let accepted: [AppSubject]
  /// Whether the reducer accepted the request: subjects wait, or never do with such an action.
  let isAccepted: Bool
}

extension AppMemory {
  /// What is known of stream elements and of the notices that stand for them.
  struct Notices {
    /// The notice that stands for each element; nil where the listener does nothing for it.
    var ofElements: [Element: AppNotice?] = [:]
    /// The elements that a notice stands for, and those that it stood for before notices were made anew: a
    /// search on another thread may still hold it.
    var members: [AppNotice: [Element]] = [:]
    var formerMembers: [AppNotice: [Element]] = [:]
    /// How often notices were made anew.
    var edition = 0
    var classes: [AppNotice] = []
    /// The elements for which the listener does nothing.
    var silent: [Element] = []
    /// The states of the moment in which notices were taken.
    var deliveries: [AppNotice: Set<A.State>] = [:]
    /// Cases of actions that were taken for cases with which no subject begins to wait, and those with which
    /// some did.
    var casesTakenWithout: Set<String> = []
    var casesWithSubjects: Set<String> = []
    /// How many elements of each case were asked about in other states than the one that they lead to, and
    /// the cases for which the listener looks at that state.
    var askedAround: [String: Int] = [:]
    var casesLookingAround: Set<String> = []
    /// For each action some states of the moment in which the listener did something for it.
    var reacting: [A.Action: [A.State]] = [:]
    /// States of the moment that tell elements apart, and for each case the numbers of those that tell its
    /// elements apart.
    var telling: [A.State] = []
    var tellingNumbers: [String: [Int]] = [:]
    /// What was asked for last for each element, and the cases for which the state of the moment decides what
    /// is asked for, not only whether.
    var calls: [Element: GateCall] = [:]
    var casesComputing: Set<String> = []
    /// Whether more is known than when the notices were made.
    var tellsMore = false

    mutating func learn(_ decision: Decision, on occasion: Occasion) {
      if decision != .nothing && reacting[occasion.action] == nil {
        reacting[occasion.action] = [occasion.current]
      }
      guard case .call(let call) = decision else { return }
      let element = Element(old: occasion.old, action: occasion.action)
      guard let last = calls.updateValue(call, forKey: element), last != call else { return }
      if casesComputing.insert(AppMemory.caseName(of: occasion.action)).inserted { tellsMore = true }
    }

    /// Takes a state for one that tells elements of some cases apart.
    mutating func tell(_ names: Set<String>, apartBy state: A.State) {
      let number = telling.firstIndex(of: state) ?? telling.count
      if number == telling.count { telling.append(state) }
      for name in names where tellingNumbers[name]?.contains(number) != true {
        tellingNumbers[name, default: []].append(number)
      }
      tellsMore = true
    }

    /// Notices are made anew from now on.
    mutating func forget() {
      formerMembers.merge(members) { $1 }
      edition += 1
      (ofElements, members, classes, silent, deliveries) = ([:], [:], [], [], [:])
      (casesTakenWithout, tellsMore) = ([], false)
    }
  }
}

/// Which elements are one notice, and whether they deserve it.
extension AppMemory {
  /// What the listener can still learn from an element; nil when it never reacts to it.
  func notice(old: A.State, action: A.Action) -> AppNotice? {
    let element = Element(old: old, action: action)
    let (known, edition) = content.withLock { ($0.notices.ofElements[element], $0.notices.edition) }
    if let known { return known }
    let notice = makeNotice(of: element)
    let kept: AppNotice?? = content.withLock {
      // Of two threads that make it at once, each by what was known then, the first is right for both.
      if let known = $0.notices.ofElements[element] { return known }
      // What was known when it was made is not true any more.
      if $0.notices.edition != edition { return nil }
      $0.notices.ofElements[element] = .some(notice)
      guard let notice else { return .some(nil) }
      if $0.notices.members[notice] == nil { $0.notices.classes.append(notice) }
      $0.notices.members[notice, default: []].append(element)
      return notice
    }
    return kept ?? self.notice(old: old, action: action)
  }

  /// Elements for which the listener does the same in the states that can follow at once are one notice.
  private func makeNotice(of element: Element) -> AppNotice? {
    guard let new = try? reduce(element.old, element.action) else { return nil }
    func decision(in current: A.State) -> Decision {
      self.decision(on: Occasion(old: element.old, action: element.action, current: current))
    }
    var decisions: Set = [decision(in: new)]
    let name = AppMemory.caseName(of: element.action)
    if asksAround(name) {
      for deed in deeds(in: new) {
        if let next = try? reduce(new, deed.action) { decisions.insert(decision(in: next)) }
      }
      if decisions.count > 1 { content.withLock { _ = $0.notices.casesLookingAround.insert(name) } }
    }
    if decisions == [.nothing] {
      let currents = content.withLock { $0.notices.reacting[element.action] ?? [] }
      for current in currents { decisions.insert(decision(in: current)) }
    }
    let telling = content.withLock { ($0.notices.tellingNumbers[name] ?? [], $0.notices.telling) }
    let told = Dictionary(uniqueKeysWithValues: telling.0.map { ($0, decision(in: telling.1[$0])) })
    decisions.formUnion(told.values)
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
      content.withLock { $0.notices.silent.append(element) }
      return nil
    }
    let accepted = accepted(from: element.old, to: new)
    return AppNotice(
      calls: calls.sorted(), told: told, traps: traps.sorted(),
      accepted: accepted, isAccepted: isAccepted(accepted, name))
  }

  /// Whether the listener is asked what it does for an action in other states than the one that the action
  /// leads to: for the first elements of each case, and where these showed that it looks at the state.
  ///
  /// Where it turns out to look at it after all, it is asked when it takes the notice, and the elements of
  /// the notice do not agree.
  private func asksAround(_ caseName: String) -> Bool {
    content.withLock { content in
      content.notices.askedAround[caseName, default: 0] += 1
      return content.notices.askedAround[caseName, default: 0] <= 16
        || content.notices.casesLookingAround.contains(caseName)
    }
  }

  /// How many elements of a notice are asked when it is taken, in the first states; then it is one.
  private static var memberCountMax: Int { 3 }

  /// What the listener does when it takes a notice.
  ///
  /// Some of the elements that it stands for are asked; when they do not agree, the state of the moment tells
  /// them apart in the search that follows.
  ///
  /// - Throws: a `Crash` when the app traps.
  func call(for notice: AppNotice, in current: A.State) throws(Crash) -> GateCall? {
    let members = content.withLock { content in
      content.notices.deliveries[notice, default: []].insert(current)
      let isKnown = content.notices.deliveries[notice, default: []].count > 16
      let members = content.notices.members[notice] ?? content.notices.formerMembers[notice] ?? []
      return members.prefix(isKnown ? 1 : Self.memberCountMax)
    }
    let decisions = members.map { decision(of: $0, in: current) }
    requireAgreement(decisions, of: Array(members), in: current, by: notice)
    switch decisions.first {
    case .call(let call): return call
    case .trap(let cause): throw Crash(cause)
    case .nothing, nil: return nil
    }
  }

  private func decision(of element: Element, in current: A.State) -> Decision {
    decision(on: Occasion(old: element.old, action: element.action, current: current))
  }

  /// Elements that were taken for one and are not are told apart by the state of the moment from then on.
  ///
  /// Those that did the same in that very state when the notice was made have no place in any state.
  private func requireAgreement(
    _ decisions: [Decision], of members: [Element], in current: A.State, by notice: AppNotice
  ) {
    guard let first = decisions.first, decisions.contains(where: { $0 != first }) else { return }
    let complaint: String? = content.withLock { content in
      let number = content.notices.telling.firstIndex(of: current)
      if let number, notice.told[number] != nil {
        return "elements that were taken for one make the listener do different things"
      }
      if number == nil && content.notices.telling.count == Self.tellingCountMax {
        return "what the listener does for \(ContentTree(members[0].action).words) depends on the state of "
          + "the moment in more than \(Self.tellingCountMax) ways"
      }
      content.notices.tell(Set(members.map { AppMemory.caseName(of: $0.action) }), apartBy: current)
      return nil
    }
    if let complaint { complain(complaint) }
  }

  private static var tellingCountMax: Int { 64 }

  /// Where the state of the moment decides what is asked for, every element of a notice is asked in every
  /// state in which the notice was taken.
  private func requireAgreementOfComputing(_ shouldStop: () -> Bool) {
    let known = content.withLock { $0.notices }
    for notice in known.classes {
      let members = known.members[notice] ?? []
      guard members.count > 1, let first = members.first,
        known.casesComputing.contains(AppMemory.caseName(of: first.action))
      else { continue }
      for current in known.deliveries[notice] ?? [] {
        if shouldStop() { return }
        let decisions = members.map { decision(of: $0, in: current) }
        if Set(decisions).count == 1 { continue }
        requireAgreement(decisions, of: members, in: current, by: notice)
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
    for occasion in Self.some(countMax, of: known.occasions).reversed() {
      if shouldStop() { return false }
      if ask(occasion).0 == known.decisions[occasion] { continue }
      complain("the listener was asked twice about \(ContentTree(occasion.action).words) and did two things")
    }
    for ending in Self.some(countMax, of: known.endings).reversed() {
      if shouldStop() { return false }
      if ask(ending, isLatest: true) == known.actions[ending] { continue }
      complain("\(ending.call.phrase) ended twice in the same way, and two things were dispatched")
    }
    var met: Set<A.State> = []
    let currents = Self.some(20, of: known.occasions.map(\.current).filter { met.insert($0).inserted })
    askMembersAgain(known.notices, in: currents, countMax: countMax, shouldStop)
    requireAgreementOfComputing(shouldStop)
    let silent = Self.some(countMax, of: known.notices.silent)
    for (element, current) in zip(silent, (0...).lazy.map { currents[$0 % max(1, currents.count)] }) {
      if shouldStop() { return false }
      let occasion = Occasion(old: element.old, action: element.action, current: current)
      let decision = ask(occasion).0
      if let first = known.decisions[occasion], first != decision {
        complain("the listener was asked twice about \(ContentTree(element.action).words) and did two things")
      }
      if decision == .nothing { continue }
      content.withLock { $0.notices.reacting[element.action, default: []].append(current) }
    }
    return forgetsNotices(shouldStop)
  }

  /// Asks elements of notices that stand for more than are asked when they are taken.
  private func askMembersAgain(
    _ known: Notices, in currents: [A.State], countMax: Int, _ shouldStop: () -> Bool
  ) {
    for notice in known.classes {
      guard let members = known.members[notice], members.count > Self.memberCountMax else { continue }
      let asked =
        members.prefix(1) + Self.some(max(1, countMax / (known.classes.count * currents.count)), of: members)
      for current in currents {
        if shouldStop() { return }
        let decisions = asked.map {
          ask(Occasion(old: $0.old, action: $0.action, current: current)).0
        }
        requireAgreement(decisions, of: Array(asked), in: current, by: notice)
      }
    }
  }

  /// Looks whether more is known now than when notices were made: of elements for which the listener seemed
  /// to do nothing, in states in which it does something for the same action; and of cases without subjects.
  ///
  /// - Returns: whether it is so; notices are made anew then.
  private func forgetsNotices(_ shouldStop: () -> Bool) -> Bool {
    let known = content.withLock { $0.notices }
    let isHeard = known.silent.contains { element in
      (known.reacting[element.action] ?? []).contains { current in
        !shouldStop() && decision(of: element, in: current) != .nothing
      }
    }
    if shouldStop() { return false }
    if !isHeard && !known.tellsMore && known.casesTakenWithout.isDisjoint(with: known.casesWithSubjects) {
      return false
    }
    content.withLock { $0.notices.forget() }
    return true
  }

  /// Whether an element for which subjects began to wait, or none did, is an accepted request.
  private func isAccepted(_ subjects: [AppSubject], _ caseName: String) -> Bool {
    content.withLock { content in
      if !subjects.isEmpty {
        content.notices.casesWithSubjects.insert(caseName)
        return true
      }
      if content.notices.casesWithSubjects.contains(caseName) { return false }
      content.notices.casesTakenWithout.insert(caseName)
      return true
    }
  }

  /// What kind of action it is: the way to its innermost case.
  fileprivate static func caseName(of action: A.Action) -> String {
    let path = casePath(of: action)
    return path.isEmpty ? "\(A.Action.self)" : path.joined(separator: ".")
  }

  /// So many elements at most, spread evenly.
  private static func some<Element>(_ count: Int, of elements: [Element]) -> [Element] {
    let stride = max(1, (elements.count + count - 1) / max(1, count))
    return elements.indices.filter { $0 % stride == 0 }.map { elements[$0] }
  }
}
