import Model

@testable import Spec

/// The clauses of properties, sorted by what they judge; each has a place among all and a property's number.
struct ClauseLists<System: TransitionSystem> {
  struct OfState {
    var place: Int
    var property: Int
    var reads: [Facet]?
    var isSettledOnly = false
    /// Whether the step that enters a violation is a part of the culprit.
    var namesStep = false
    var judge: (System.State) -> Judgement
  }

  struct OfStep {
    var place: Int
    var property: Int
    var reads: StepReads
    var judge: (StepView<System>) -> Judgement
  }

  struct OfKind {
    var place: Int
    var property: Int
    var judge: (System.Label, StepTraits) -> Judgement
  }

  struct Measure {
    var place: Int
    var property: Int
    var reads: StepReads
    var count: (StepView<System>) -> Tally?
  }

  struct Goal {
    var property: Int
    var avoiding: StepTraits
    var isReached: (System.State) -> Bool
  }

  /// A goal stands among these too: reaching it is what its property has to judge.
  private(set) var states: [OfState] = []
  private(set) var steps: [OfStep] = []
  private(set) var kinds: [OfKind] = []
  private(set) var measures: [Measure] = []
  private(set) var goals: [Goal] = []
  private(set) var count = 0

  init(_ properties: [Property<System>]) {
    for (number, property) in properties.enumerated() {
      for clause in property.clauses {
        add(clause, number)
        count += 1
      }
    }
  }

  private mutating func add(_ clause: Property<System>.Clause, _ property: Int) {
    switch clause {
    case .invariant(let reads, let judge):
      states.append(OfState(place: count, property: property, reads: reads, namesStep: true, judge: judge))
    case .settled(let reads, let judge):
      states.append(
        OfState(place: count, property: property, reads: reads, isSettledOnly: true, judge: judge))
    case .values(let form):
      states.append(OfState(place: count, property: property, reads: form.reads, judge: form.judge))
    case .possible(let reads, let avoiding, let goal):
      goals.append(Goal(property: property, avoiding: avoiding, isReached: goal))
      states.append(
        OfState(place: count, property: property, reads: reads, isSettledOnly: true) {
          goal($0) ? .holds : .idle
        })
    case .step(let reads, let judge):
      steps.append(OfStep(place: count, property: property, reads: reads, judge: judge))
    case .kind(let judge): kinds.append(OfKind(place: count, property: property, judge: judge))
    case .measure(let reads, let tally):
      measures.append(Measure(place: count, property: property, reads: reads, count: tally))
    case .inapplicable: break
    }
  }
}
