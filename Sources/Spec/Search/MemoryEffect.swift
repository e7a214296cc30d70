/// What a transition does to memories, in one byte; in the order of how much it depends on, where
/// all that write the same whatever was remembered depend on nothing.
enum MemoryEffect {
  static let unknown: UInt8 = 0
  /// It leaves them alone.
  static let none: UInt8 = 1
  /// It writes something, whatever was remembered: from here on the handles of what.
  static let writing: UInt8 = 2
  /// What it writes depends on what was remembered, and on nothing else; or there is no byte for
  /// it.
  static let rewriting = UInt8.max - 1
  static let open = UInt8.max

  /// The effect of a transition that showed one effect before and another one now.
  static func joined(_ first: UInt8, _ second: UInt8) -> UInt8 {
    let isWriting = written(by: first) != nil && written(by: second) != nil
    return isWriting && first != second ? open : max(first, second)
  }

  static func writing(_ handle: UInt32) -> UInt8 {
    writing + UInt8(min(handle, UInt32(rewriting - writing)))
  }

  /// The handle of what it writes, nil when that is not known to be always the same.
  static func written(by effect: UInt8) -> UInt32? {
    effect >= writing && effect < rewriting ? UInt32(effect - writing) : nil
  }
}
