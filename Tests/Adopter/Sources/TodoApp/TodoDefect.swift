/// A defect that can be planted in the app, to see what a check makes of it; the app as it ships
/// has none.
public enum TodoDefect: String, CaseIterable, Sendable {
  /// The listener starts a thunk and does not wait for it.
  case thunkNotAwaited
  /// The store's stream keeps the newest element alone.
  case streamDrops
  /// The listener has no case for an action.
  case actionForgotten
  /// The store streams the new state as the old one.
  case newStateAsOld
  /// The reducer forgets a status.
  case statusForgotten
  /// The reducer merges what was fetched into what it has.
  case mergeForReplace
  /// The session swallows a failure.
  case failureSwallowed
  /// The reducer accepts a request while another one is under way.
  case guardMissing
  /// The session takes it for granted that a request succeeds.
  case trap
  /// The session reports on another item.
  case wrongId
  /// The session reports success twice.
  case completionTwice
  /// The listener holds itself.
  case retainCycle
  /// The session goes through a dispatch queue.
  case queueHop
  /// The session reports before it asks.
  case wrongOrder
}
