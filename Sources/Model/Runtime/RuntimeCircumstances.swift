/// What waits and what is under way, in words: under which circumstances a step is taken.
extension RuntimeExpansion {
  package func circumstance(of row: Row) -> UInt32 {
    let key = HandleTable.Key(
      words(.inMail, row[Slot.mail], knownWords.inMail),
      words(.underWay, row[Slot.underWay], knownWords.underWay),
      words(.waiting, facet(.statuses, of: row), knownWords.waiting))
    if let known = circumstances.find(key) { return known }
    let parts = (0..<3).map { circumstanceWords[key[$0]] }.filter { !$0.isEmpty }
    let words = circumstanceWords.handle(of: parts.joined(separator: "; "))
    circumstances.insert(key, words)
    return words
  }

  package func words(ofCircumstance handle: UInt32) -> String { circumstanceWords[handle] }

  /// The words for one part of what circumstances are, once for each value of a component.
  private func words(
    _ part: CircumstancePart, _ handle: UInt32, _ known: LargeArray<UInt32>
  ) -> UInt32 {
    known.extend(to: Int(handle) + 1, with: absentHandle)
    if known[Int(handle)] == absentHandle { known[Int(handle)] = freshWords(part, handle) }
    return known[Int(handle)]
  }

  @inline(never)  // Inlined, it would have every look for known words ask for the types that it needs.
  private func freshWords(_ part: CircumstancePart, _ handle: UInt32) -> UInt32 {
    let kinds: [String]
    switch part {
    case .inMail:
      kinds = mails[handle].map { kind(part, $0) { RuntimeLabel<P>.caseName(of: notices[$0]) } }
    case .underWay:
      kinds = underWays[handle].map { kind(part, $0) { RuntimeLabel<P>.caseName(of: thunks[$0].operation) } }
    case .waiting:
      var statuses: [P.Subject: Status] = [:]
      if case .statuses(let known?) = derived[handle] { statuses = known }
      kinds = statuses.filter { $0.value == .waiting }.map { product.kind(of: $0.key) }
    }
    let text = kinds.isEmpty ? "" : "\(part.title): \(Set(kinds).sorted().joined(separator: ", "))"
    return circumstanceWords.handle(of: text)
  }
}

extension RuntimeExpansion {
  /// The case of an element or operation, told by reflection once for each handle.
  private func kind(_ part: CircumstancePart, _ handle: UInt32, tell: (UInt32) -> String) -> String {
    let key = HandleTable.Key(UInt32(part.rawValue), handle)
    if let known = knownKinds.find(key) { return circumstanceWords[known] }
    let kind = tell(handle)
    knownKinds.insert(key, circumstanceWords.handle(of: kind))
    return kind
  }
}

/// What circumstances are told by.
private enum CircumstancePart: Int {
  case inMail, underWay, waiting

  var title: String {
    switch self {
    case .inMail: "in the mail"
    case .underWay: "under way"
    case .waiting: "waiting"
    }
  }
}
