import Model

extension Property {
  /// A clause of a property: when it is asked, and the function that judges.
  ///
  /// The function is given views and decides by what they show, and by nothing else: what it looks
  /// at is recorded, and its answer is remembered for that.
  public struct Clause: Sendable {
    /// Gives what an observer remembers before or after a step, and takes down that it was asked.
    typealias Memory = (Moment) -> Output

    enum Form: Sendable {
      /// Of states: all, or those in which nothing is pending.
      case state(@Sendable (System.View, @escaping Memory) -> Judgement, isSettledOnly: Bool)
      /// Of every step.
      case step(@Sendable (StepView<System>, @escaping Memory) -> Judgement)
      /// From every state some continuation that avoids steps with the traits given reaches a
      /// settled state that is a goal.
      case possible(avoiding: StepTraits, goal: @Sendable (System.View) -> Bool)
      /// Of the values that a state offers.
      case values(
        @Sendable (System.View) -> Judgement,
        example: @Sendable (System.View, String) -> ValuesCase?)
      /// A number, no verdict: what each transition counts for.
      case measure(@Sendable (StepView<System>) -> Tally?)
      /// There is nothing for it to speak about here; says why.
      case inapplicable(String)
    }

    let form: Form
    /// Whose memory it looks at.
    var observer: AnyObserver<System>?

    var isInapplicable: Bool { if case .inapplicable = form { true } else { false } }
  }
}

extension Property.Clause {
  /// Of every state.
  public static func invariant(_ judge: @escaping @Sendable (System.View) -> Judgement) -> Self {
    Self(form: .state({ view, _ in judge(view) }, isSettledOnly: false))
  }

  /// Of every state, and of what an observer remembers there.
  public static func invariant<Memory>(
    remembering observer: Observer<System, Memory>,
    _ judge: @escaping @Sendable (System.View, Remembered<Memory>) -> Judgement
  ) -> Self {
    Self(
      form: .state({ judge($0, observer.remembered($1, at: .before)) }, isSettledOnly: false),
      observer: observer.erased)
  }

  /// Of states in which nothing is pending.
  public static func settled(_ judge: @escaping @Sendable (System.View) -> Judgement) -> Self {
    Self(form: .state({ view, _ in judge(view) }, isSettledOnly: true))
  }

  /// Of states in which nothing is pending, and of what an observer remembers there.
  public static func settled<Memory>(
    remembering observer: Observer<System, Memory>,
    _ judge: @escaping @Sendable (System.View, Remembered<Memory>) -> Judgement
  ) -> Self {
    Self(
      form: .state({ judge($0, observer.remembered($1, at: .before)) }, isSettledOnly: true),
      observer: observer.erased)
  }

  /// Of every step.
  public static func step(_ judge: @escaping @Sendable (StepView<System>) -> Judgement) -> Self {
    Self(form: .step { step, _ in judge(step) })
  }

  /// Of every step, and of what an observer remembers before it and after it.
  public static func step<Memory>(
    remembering observer: Observer<System, Memory>,
    _ judge:
      @escaping @Sendable (
        StepView<System>, _ before: Remembered<Memory>, _ after: Remembered<Memory>
      ) -> Judgement
  ) -> Self {
    Self(
      form: .step { step, memory in
        judge(
          step, observer.remembered(memory, at: .before), observer.remembered(memory, at: .after))
      }, observer: observer.erased)
  }

  /// From every state some continuation that avoids steps with the traits given reaches a settled
  /// state that is a goal.
  public static func possible(
    avoiding traits: StepTraits = [], goal: @escaping @Sendable (System.View) -> Bool
  ) -> Self {
    Self(form: .possible(avoiding: traits, goal: goal))
  }

  /// Of the values that a state offers; a check asks about those of the states nearest to the
  /// start.
  ///
  /// - Parameters:
  ///   - judge: judges every case that a state offers.
  ///   - example: the case of a state that is broken by the culprit given.
  package static func values(
    judge: @escaping @Sendable (System.View) -> Judgement,
    example: @escaping @Sendable (System.View, _ culprit: String) -> ValuesCase?
  ) -> Self { Self(form: .values(judge, example: example)) }

  /// A number, no verdict: what each transition, an answer of the product to one question, counts
  /// for.
  public static func measure(_ tally: @escaping @Sendable (StepView<System>) -> Tally?) -> Self {
    Self(form: .measure(tally))
  }

  /// There is nothing for the property to speak about here; says why.
  public static func inapplicable(_ reason: String) -> Self { Self(form: .inapplicable(reason)) }
}

extension Array {
  /// The observers that the clauses of properties look at, each once.
  func observers<System>() -> [AnyObserver<System>] where Element == Property<System> {
    var known: Set<ObjectIdentifier> = []
    return flatMap(\.clauses).compactMap(\.observer).filter {
      known.insert(ObjectIdentifier($0)).inserted
    }
  }
}
