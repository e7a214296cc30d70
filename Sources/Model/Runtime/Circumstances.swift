/// What waits and what is under way, in words: under which circumstances a step is taken.
final class Circumstances<P: Product> {
  private let interned: InternedRuntime<P>
  private let known = HandleTable()
  private let knownKinds = HandleTable()
  /// The words for parts of circumstances, by what each part is told by.
  private let knownWords = (
    inMail: LargeArray<UInt32>(), underWay: LargeArray<UInt32>(), waiting: LargeArray<UInt32>()
  )

  init(_ interned: InternedRuntime<P>) { self.interned = interned }

  var memory: MemoryUse {
    known.memory + knownKinds.memory + knownWords.inMail.memory + knownWords.underWay.memory
      + knownWords.waiting.memory
  }

  /// - Parameter statuses: the handle of the state's statuses.
  func handle(of row: Row, statuses: UInt32) -> UInt32 {
    let key = HandleTable.Key(
      words(.inMail, row[Slot.mail], knownWords.inMail),
      words(.underWay, row[Slot.underWay], knownWords.underWay),
      words(.waiting, statuses, knownWords.waiting))
    if let found = known.find(key) { return found }
    let parts = (0..<3).map { interned.circumstances[key[$0]] }.filter { !$0.isEmpty }
    let words = interned.circumstances.handle(of: parts.joined(separator: "; "))
    known.insert(key, words)
    return words
  }

  /// The words for one part of what circumstances are, once for each value of a component.
  private func words(
    _ part: CircumstancePart, _ handle: UInt32, _ known: LargeArray<UInt32>
  ) -> UInt32 {
    known.extend(to: Int(handle) + 1, with: absentHandle)
    if known[Int(handle)] == absentHandle { known[Int(handle)] = freshWords(part, handle) }
    return known[Int(handle)]
  }

  // Inlined, it would have every look for known words ask for the types that it needs.
  @inline(never)
  private func freshWords(_ part: CircumstancePart, _ handle: UInt32) -> UInt32 {
    let kinds: [String]
    switch part {
    case .inMail:
      kinds = interned.mails[handle].map {
        kind(part, $0) { RuntimeLabel<P>.caseName(of: interned.notices[$0]) }
      }
    case .underWay:
      kinds = interned.underWays[handle].map {
        kind(part, $0) { RuntimeLabel<P>.caseName(of: interned.thunks[$0].operation) }
      }
    case .waiting:
      var statuses: [P.Subject: Status] = [:]
      if case .statuses(let known?) = interned.derived[handle] { statuses = known }
      kinds = statuses.filter { $0.value == .waiting }.map { interned.product.kind(of: $0.key) }
    }
    let text = kinds.isEmpty ? "" : "\(part.title): \(Set(kinds).sorted().joined(separator: ", "))"
    return interned.circumstances.handle(of: text)
  }

  /// The case of an element or operation, told by reflection once for each handle.
  private func kind(_ part: CircumstancePart, _ handle: UInt32, tell: (UInt32) -> String) -> String
  {
    let key = HandleTable.Key(UInt32(part.rawValue), handle)
    if let known = knownKinds.find(key) { return interned.circumstances[known] }
    let kind = tell(handle)
    knownKinds.insert(key, interned.circumstances.handle(of: kind))
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
