import Model
import Spec

typealias DrawnSystem = RuntimeSystem<DrawnProduct>

/// A state as a drawn clause sees it.
struct SeenState<P: Product> {
  let view: RuntimeView<P>
  let memory: () -> Int
}

/// A step as a drawn clause sees it.
struct SeenStep<P: Product> {
  let step: StepView<RuntimeSystem<P>>
  let before: () -> Int
  let after: () -> Int
}

/// One thing that can be looked at, and a digest of what it shows.
struct Look<Seen>: Sendable {
  let name: String
  let read: @Sendable (Seen) -> UInt64
}

/// Everything that clauses can look at.
struct Looks<P: Product>: Sendable {
  typealias ViewLook = Look<RuntimeView<P>>
  typealias StepLook = Look<SeenStep<P>>

  let ofStates: [Look<SeenState<P>>]
  let ofSteps: [StepLook]
  /// What observers can look at: all but what they will remember.
  let ofObservers: [StepLook]

  /// - Parameters:
  ///   - views: what can be looked at of a state.
  ///   - steps: what can be looked at of a step, besides the states before and after it.
  init(views: [ViewLook], steps: [StepLook]) {
    let steps =
      views.map { view in StepLook(name: "old.\(view.name)") { view.read($0.step.old) } }
      + views.map { view in StepLook(name: "new.\(view.name)") { view.read($0.step.new) } } + steps
    ofObservers = steps + [StepLook(name: "before") { Words.of($0.before()) }]
    ofSteps = ofObservers + [StepLook(name: "after") { Words.of($0.after()) }]
    ofStates =
      views.map { view in Look(name: view.name) { view.read($0.view) } }
      + [Look(name: "memory") { Words.of($0.memory()) }]
  }

  /// Looks at which parts change.
  static var changes: [StepLook] {
    [RuntimePart.store, .statuses, .contents, .database, .rows, .mail, .underWay, .pending].map {
      part in
      StepLook(name: "changes(\(part))") { Words.of($0.step.changes(part)) }
    }
  }
}

extension Looks<DrawnProduct> {
  init(_ product: DrawnProduct, hasWindows: Bool, mayLookAtPlaces: Bool) {
    let subscriptions = product.subscriptions(values: 0)
    self.init(
      views: Self.components + Self.derived + subscriptions.map(Self.output)
        + (hasWindows ? Self.windows : []) + (hasWindows && mayLookAtPlaces ? Self.places : []),
      steps: Self.dispatches + Self.operations + Self.changes
        + subscriptions.map { subscription in
          StepLook(name: "changesOutput") { Words.of($0.step.changesOutput(of: subscription)) }
        } + (hasWindows ? Self.windowSteps : [])
        + (mayLookAtPlaces || !hasWindows ? [Self.label] : []))
  }

  // MARK: States

  private static var components: [ViewLook] {
    [
      ViewLook(name: "store") { view in
        switch view.store {
        case .running(let state): state.word
        case .crashed(let crash): ContentDigest.text(crash.reason)
        }
      },
      ViewLook(name: "state") { Words.some($0.state, \.word) },
      ViewLook(name: "mail") { Words.list($0.mail, \.word) },
      ViewLook(name: "underWay") { view in
        Words.list(view.underWay) {
          Words.of($0.operation.word, Words.some($0.result, Words.result))
        }
      },
      ViewLook(name: "database") { $0.database.word },
      ViewLook(name: "budgets") { Words.budgets($0.budgets) },
    ]
  }

  private static var derived: [ViewLook] {
    [
      ViewLook(name: "isSettled") { Words.of($0.isSettled) },
      ViewLook(name: "statuses") { Words.some($0.statuses) { Words.map($0, \.word) } },
      ViewLook(name: "contents") { Words.some($0.contents) { Words.map($0, Words.of) } },
      ViewLook(name: "isLoaded") { Words.of($0.isLoaded) },
      ViewLook(name: "showsFailure") { Words.of($0.showsFailure) },
      ViewLook(name: "rows") { Words.rows($0.rows) },
      ViewLook(name: "pendingCounts") { Words.map($0.pendingCounts, Words.of) },
    ]
  }

  private static var windows: [ViewLook] {
    [
      ViewLook(name: "unorderedWindows") { Words.list($0.unorderedWindows, \.word) },
      ViewLook(name: "windowCount") { Words.of($0.unorderedWindows.count) },
    ]
  }

  private static var places: [ViewLook] {
    [
      ViewLook(name: "windows[0]") { Words.some($0.windows.first, \.word) },
      ViewLook(name: "windows[1]") { Words.some($0.windows.dropFirst().first, \.word) },
      ViewLook(name: "whole") { Words.list($0.whole.windows, \.word) },
    ]
  }

  private static func output(of subscription: Subscription<DrawnProduct>) -> ViewLook {
    ViewLook(name: "output") { Words.some($0.output(of: subscription), \.word) }
  }

  // MARK: Steps

  private static var label: StepLook { StepLook(name: "label") { $0.step.label.word } }

  private static var dispatches: [StepLook] {
    [
      Look(name: "kind") { ContentDigest.text($0.step.kind) },
      Look(name: "traits") { Words.of(Int($0.step.traits.rawValue)) },
      Look(name: "isGesture") { Words.of($0.step.traits.contains(.gesture)) },
      Look(name: "action") { Words.some($0.step.action, \.word) },
      Look(name: "gesture") { Words.some($0.step.gesture, \.word) },
    ]
  }

  private static var operations: [StepLook] {
    [
      Look(name: "delivery") { seen in
        Words.some(seen.step.delivery) { Words.of($0.notice.word, Words.some($0.asked, \.word)) }
      },
      Look(name: "performance") { seen in
        Words.some(seen.step.performance) {
          Words.of($0.operation.word, Words.some($0.fault) { ContentDigest.text($0.rawValue) })
        }
      },
      Look(name: "completion") { seen in
        Words.some(seen.step.completion) { Words.of($0.operation.word, Words.result($0.result)) }
      },
    ]
  }

  private static var windowSteps: [StepLook] {
    [
      Look(name: "windowGesture") { Words.some($0.step.windowGesture, \.word) },
      Look(name: "windowChanges") { seen in
        Words.list(seen.step.windowChanges) {
          Words.of(Words.some($0.old, \.word), Words.some($0.new, \.word), Words.of($0.isActing))
        }
      },
    ]
  }
}
