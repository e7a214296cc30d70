import Foundation
import Generators
import Model
import Spec
import Synchronization

/// What ends a command whose code traps where no app was asked anything: a line that says where,
/// and what is known by then.
enum CodeTrap {
  /// What a thread looks at.
  private struct Place {
    let title: String
    /// Takes what traps for a finding, where it is one, and says how to repeat it.
    let takeIn: @Sendable () -> String?
  }

  private static let places = Mutex<[UInt: Place]>([:])

  /// Takes note of what this thread looks at until the body has come to its end.
  ///
  /// - Parameter takeIn: called on another thread after a trap: takes it for a finding where it is
  ///   one, and says how to repeat it.
  static func noting<Result>(
    _ identity: Identity, takeIn: @escaping @Sendable () -> String? = { nil },
    _ body: () throws -> Result
  ) rethrows -> Result {
    let thread = ThreadNumber.current
    places.withLock { $0[thread] = Place(title: identity.title, takeIn: takeIn) }
    defer { places.withLock { $0[thread] = nil } }
    return try body()
  }

  /// Begins to watch for traps, unless Swift is asked to tell them itself, with the place in the
  /// code.
  static func begin(_ watchdog: Watchdog) {
    // Every command asks; a dictionary of the whole environment would cost more than all else here.
    if getenv(backtrace) != nil { return }
    SignalStack.prepareThread()
    TrapWatch.begin { end(on: $0, watchdog) }
  }

  private static let backtrace = "SWIFT_BACKTRACE"

  /// Says what trapped, tells what is known, and ends the process.
  static func end(on thread: UInt, _ watchdog: Watchdog) -> Never {
    let all = places.withLock(\.self)
    // Random runs have threads of their own.
    let place = all[thread] ?? all.values.min { $0.title < $1.title }
    let title = place.map { " in \($0.title)" } ?? ""
    let advice =
      place?.takeIn() ?? "for the place in the code, repeat it with \(backtrace)=enable=yes"
    watchdog.tellWhatIsKnown(
      "code of the product or its promises traps\(title), so that what is left is not looked at; "
        + "\(advice)"
    )
  }
}
