import Model

/// A step that somebody wants to be taken.
package struct WantedStep<System: TransitionSystem>: Sendable {
  /// What becomes of it where it cannot be taken in its turn.
  package enum Turn: Sendable {
    /// Nothing goes on.
    case strict
    /// It is taken as soon as it can be: what moves inside an app comes when the app lets it.
    case orLater
    /// It is left out.
    case orNever
  }

  let turn: Turn
  let isMeant: @Sendable (System.Label) -> Bool

  /// A step that is known by its label.
  package init(_ turn: Turn, _ isMeant: @escaping @Sendable (System.Label) -> Bool) {
    (self.turn, self.isMeant) = (turn, isMeant)
  }

  /// A step that is known by what stands in a trace.
  package init(written text: String) { self.init(.strict) { JSONValue(label: $0).text == text } }
}

extension Specification {
  /// How a promise is broken at the end of some steps, in words; nil where it is kept.
  ///
  /// - Throws: a `TraceError` where a step cannot be taken, or the promise says nothing about the
  ///   system.
  package func breach(of promise: String, after steps: [WantedStep<System>]) throws(TraceError)
    -> String?
  {
    guard let property = properties.first(where: { $0.name == promise }) else {
      throw TraceError("there is no promise '\(promise)' among those of \(whole: identity.title)")
    }
    if let reason = property.inapplicability {
      throw TraceError("\(promise) does not apply to \(whole: identity.title): \(whole: reason)")
    }
    var walk = try WantedWalk(self)
    try walk.take(steps)
    guard let culprits = Replayer(system: system).culprits(of: property, at: walk.run) else {
      throw TraceError("undecided: not all states ahead of the last step were looked at")
    }
    if culprits.isEmpty { return nil }
    let details = walk.run.ending(of: property).map { [$0] } ?? []
    return (culprits + details).joined(separator: ": ")
  }
}

extension Specification {
  /// How a promise is broken by values, in words; nil where it is kept.
  ///
  /// - Throws: a `TraceError` where the values cannot be read, or the promise is not about values.
  package func breach(of promise: String, in values: JSONValue) throws -> String? {
    guard let regrade = properties.first(where: { $0.name == promise })?.regrade else {
      throw TraceError("there is no promise '\(promise)' about values in \(whole: identity.title)")
    }
    do {
      let violations = try regrade(values.decodeWhole(as: ValuesCase.self)).violations
      return violations.isEmpty
        ? nil : violations.map { "\($0.culprit): \($0.detail)" }.joined(separator: "; ")
    } catch let error as TraceError {
      throw error
    } catch {
      throw TraceError("malformed values: \(Trace.words(of: error))")
    }
  }
}

/// A run that takes wanted steps.
private struct WantedWalk<System: TransitionSystem> {
  private let specification: Specification<System>
  private let replayer: Replayer<System>
  private(set) var run: Replayer<System>.Run
  /// The steps whose turn has come and that could not be taken yet, and what was possible then.
  private var late: [(step: WantedStep<System>, divergence: TraceError)] = []
  /// What the steps that were wanted are about, and what all are that were taken.
  private var (wanted, taken): (Set<String>, Set<String>) = ([], [])
  /// How many steps were taken that are none of those wanted.
  private var ownCount = 0
  /// Whether a person did something that came to nothing: what it led to before need not come.
  private var hasTurnedDown = false

  init(_ specification: Specification<System>) throws(TraceError) {
    self.specification = specification
    replayer = Replayer(system: specification.system)
    do {
      run = try replayer.replay(Path(labels: []))
    } catch {
      throw TraceError("\(whole: specification.identity.title) has no initial state")
    }
  }

  /// Takes steps in their order; one that may come later is taken as soon as it can be.
  ///
  /// An app that was mended by turning an interaction down makes no call for it, so that such steps
  /// need not come at all.
  mutating func take(_ steps: [WantedStep<System>]) throws(TraceError) {
    for (number, step) in steps.enumerated() {
      takeLateSteps()
      if take(step) { continue }
      switch step.turn {
      case .strict: throw divergence(at: number + 1)
      case .orLater: late.append((step, divergence(at: number + 1)))
      case .orNever: break
      }
    }
    // What is under way goes on until they have come.
    while takeLateSteps(), let first = late.first {
      guard let inside = enabled.first(where: isInside), goOn(by: inside) else {
        // A call that the steps do not name may be the one that is meant, under another name.
        if hasTurnedDown && taken.isSubset(of: wanted) { return }
        throw first.divergence
      }
    }
  }

  /// - Returns: whether some are still to come.
  @discardableResult
  private mutating func takeLateSteps() -> Bool {
    while let place = late.indices.first(where: { take(late[$0].step) }) { late.remove(at: place) }
    return !late.isEmpty
  }

  private mutating func take(_ step: WantedStep<System>) -> Bool {
    while true {
      let enabled = enabled
      if let meant = enabled.first(where: { step.isMeant($0.label) }) {
        wanted.insert(Self.subject(of: meant))
        return extend(by: meant)
      }
      // Where only one thing can happen, it does.
      guard step.turn != .orNever, enabled.count == 1, isInside(enabled[0]), goOn(by: enabled[0])
      else {
        return false
      }
    }
  }

  private typealias Enabled = (
    label: System.Label, state: System.State, traits: StepTraits, kind: String
  )

  private var enabled: [Enabled] { replayer.enabledSteps(after: run) }

  /// What a step is about: "load" of "perform load" and "complete load".
  private static func subject(of step: Enabled) -> String {
    step.kind.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
  }

  /// Whether a step comes by itself.
  private func isInside(_ step: Enabled) -> Bool {
    step.traits.isDisjoint(with: [.gesture, .fault, .relaunch, .outside, .loop])
  }

  /// Takes a step that comes by itself, unless such steps do not end.
  private mutating func goOn(by step: Enabled) -> Bool {
    ownCount += 1
    return ownCount <= 1000 && extend(by: step)
  }

  private mutating func extend(by step: Enabled) -> Bool {
    guard replayer.extend(&run, by: step.label) == nil else { return false }
    taken.insert(Self.subject(of: step))
    if step.traits.contains(.gesture), let old = run.states.dropLast().last, old == run.states.last
    {
      hasTurnedDown = true
    }
    return true
  }

  private func divergence(at number: Int) -> TraceError {
    let enabled = specification.sentences(after: run)
    let words = enabled.isEmpty ? "nothing" : enabled.joined(separator: "; ")
    return TraceError("step \(number) cannot be taken; what can be: \(whole: words)")
  }
}
