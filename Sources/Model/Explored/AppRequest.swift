/// A request of an app, as it is open in one state: what a dispatch set going, through all of its
/// calls.
package struct AppRequest: Hashable, Sendable {
  /// Tells it from the others that are open, in the order in which they are met in the state.
  package let number: Int
  /// The statuses that it is about: those that it began with, or that change when it fails.
  package let began: [AppSubject]
  /// Those that still wait for it; for one that was given up, those that did.
  package let subjects: [AppSubject]
  /// Whether it was given up, or another one took its place.
  package let isStale: Bool
  /// Whether it was asked for anew by the same call, so that an older answer is as good as a newer
  /// one.
  package let isRenewed: Bool
  /// The call that it asked for first, and whether it cancelled calls itself: what follows depends
  /// on both.
  package let firstCall: String?
  package let cancelsItself: Bool
  /// Whether all that waited for it came to failure by what it did itself.
  package let hasFailed: Bool
  /// What comes back when that call fails.
  let additionCount: Int
  /// Whether it is still to ask for something, once a timer is due.
  let isDelayed: Bool
  /// Whether it begins nothing, as the same is under way.
  let follows: Bool
  /// Whether nothing has ever waited for it.
  let isUnawaited: Bool
  /// Whether a screen is to ask for it, and may ask for the same once more.
  let mayRepeat: Bool
  /// What it began with where more began to wait as it went on: what then fails is about that, or
  /// about what waited before.
  package let early: [AppSubject]
  /// Whether it counts here: of all that belongs to one request, the first does.
  let counts: Bool

  /// The statuses that still wait for it, in one place of all that belong to it.
  var pending: [AppSubject] { counts && !isStale ? subjects : [] }
}

/// Something that belongs to a request of an app.
package protocol RequestPart {
  var request: AppRequest? { get }
  /// Whether it comes without a request.
  var isPush: Bool { get }
  /// Whether the world outside had a part in how it was carried out.
  var isAnsweredOutside: Bool { get }
  /// The calls that it is still to lead to.
  var callsAhead: [GateCall] { get }
}

extension RequestPart {
  /// Whether it is still to lead to a call.
  package func leads(to call: GateCall) -> Bool { callsAhead.contains(call.unanswered) }
}

extension AppRequests {
  /// What sets something going.
  enum Cause {
    case launch
    /// A person does something, or comes to a screen.
    case interaction(isAppearing: Bool)
    /// Something comes without being asked for.
    case push
    /// A call of a request ends, or a timer that it set.
    case goesOn(Number?, byTimer: Bool)

    /// What goes on.
    var request: Number? { if case .goesOn(let number, _) = self { number } else { nil } }
  }
}

extension AppRequests {
  /// What waits already and is asked for anew with what begins to wait: by one of several
  /// functions, of no other item, and it changes where those fail.
  func renewed(
    by calls: [GateCall], with began: Set<AppSubject>, _ cause: Cause,
    _ statuses: [AppSubject: Status], _ changed: (_ isFailure: Bool) -> Set<AppSubject>
  ) -> Set<AppSubject> {
    guard case .interaction = cause, Set(calls.map(\.function)).count > 1 else { return [] }
    let names = Set(began.map(\.name)).union([""])
    let asked = subjects(askedForBy: calls).filter {
      statuses[$0] == .waiting && names.contains($0.name)
    }
    return asked.isEmpty ? [] : asked.intersection(changed(true))
  }
}
