/// What a step did to a window.
public struct WindowChange<P: Product>: Hashable, Sendable {
  /// The window before; nil when it opens.
  public let old: WindowState<P>?
  /// The window afterwards; nil when it closes.
  public let new: WindowState<P>?
  /// Whether a person acted in it: a gesture, or its opening or closing.
  public var isActing = false
}

extension WindowChange {
  /// By content: windows before, then who acted, then windows afterwards; what opens comes last.
  static func precedes(_ first: WindowChange, _ second: WindowChange) -> Bool {
    if first.old?.window != second.old?.window { return isLess(first.old, second.old) }
    if first.isActing != second.isActing { return first.isActing }
    return isLess(first.new, second.new)
  }

  private static func isLess(_ first: WindowState<P>?, _ second: WindowState<P>?) -> Bool {
    guard let first else { return false }
    return second.map { contentPrecedes(first.window, $0.window) } ?? true
  }
}
