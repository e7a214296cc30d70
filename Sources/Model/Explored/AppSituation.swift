/// What can be seen of a running app at rest: the state of a search that has the app itself take every step.
///
/// Two ways that lead to one situation may have left the app with something hidden that differs. What was
/// dispatched and may not have been taken yet is such a thing, and is kept here; `AppWays` compares the rest.
package struct AppSituation<A: App>: Hashable, Sendable {
  package let state: A.State
  package let rows: A.Rows
  /// The calls that wait at gates, in the order in which they came.
  package let calls: [AppCall]
  /// What was dispatched since the app was last idle and may still lead to something, in order: each as the
  /// calls that it leads to by itself.
  package let elements: [[GateCall]]
  /// How many timers wait.
  package let sleeperCount: Int
  package let budgets: Budgets

  /// Whether nothing is under way.
  package var isIdle: Bool { calls.isEmpty && sleeperCount == 0 }
}

/// An action that reached the reducer, and the state that it met.
package struct AppElement<A: App>: Hashable, Sendable {
  let old: A.State
  let action: A.Action
}

/// A call that waits at a gate.
package struct AppCall: Hashable, Sendable {
  package let name: AppCallName
  let call: GateCall
  /// How many answers may be given; 1 where the world outside has no part.
  let answerCount: Int
  /// How it ended, when its reply has not left yet.
  package var ending: Result<GateReply, OperationFailure>?
}

/// A call in a label: its words, and which one it is of those with the same words that wait.
package struct AppCallName: Hashable, Comparable, Codable, Sendable {
  package let phrase: String
  package let number: Int

  package static func < (first: AppCallName, second: AppCallName) -> Bool {
    (first.phrase, first.number) < (second.phrase, second.number)
  }
}

/// What leads a running app from one rest to the next.
package enum AppLabel: Hashable, Comparable, Codable, Sendable {
  /// A person does something; with the words of the deed.
  case deed(String)
  /// The database or server does what a call asks for.
  ///
  /// Of the answers that the world outside may give it is the one at a place.
  case carryOut(AppCallName, answer: Int)
  /// The same, but the reply is lost, or nothing is done at all.
  case fail(AppCallName, Fault, answer: Int)
  /// The reply of a call reaches the app.
  case reply(AppCallName)
  /// Time passes until the first timer is due.
  case wake
  /// The app is killed, and launched on the rows.
  case kill
}
