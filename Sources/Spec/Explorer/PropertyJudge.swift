import Model

/// The properties of a system, asked about rows and causes; everything that needs the system's types is here.
protocol RowJudge: AnyObject {
  /// What properties say of a state; only those of forms that speak of states are asked.
  func judgements(ofState row: Row, properties: [Int]) -> [Judgement]
  /// What properties say of a step.
  func judgements(ofStep cause: UInt32, from: Row, to: Row, properties: [Int]) -> [Judgement]
  /// What a measure counts a step for.
  func tally(ofStep cause: UInt32, from: Row, to: Row, measure: Int) -> Tally?
  /// The word for a cause's kind.
  func kind(ofCause cause: UInt32) -> String
}

/// The properties of one system.
final class PropertyJudge<System: TransitionSystem>: RowJudge {
  let expander: any Expander<System>
  let properties: [Property<System>]

  init(expander: any Expander<System>, properties: [Property<System>]) {
    self.expander = expander
    self.properties = properties
  }

  /// What of each property the search has to know.
  var plans: [PropertyPlan] {
    properties.map { property in
      let all = (0..<expander.rows.width).map(Facet.init)
      return switch property.form {
      case .invariant(let reads, _): .state(facets: reads ?? all, isSettledOnly: false, isEntering: true)
      case .settled(let reads, _): .state(facets: reads ?? all, isSettledOnly: true, isEntering: false)
      case .values(let form): .values(facets: form.reads)
      case .possible(let reads, let avoiding, _): .goal(facets: reads ?? all, avoiding: avoiding)
      case .step(let reads, _): .step(reads)
      case .measure: .measure
      case .inapplicable: .nothing
      }
    }
  }

  func judgements(ofState row: Row, properties numbers: [Int]) -> [Judgement] {
    let state = expander.state(of: row)
    return numbers.map { number in
      switch properties[number].form {
      case .invariant(_, let judge), .settled(_, let judge): judge(state)
      case .values(let form): form.judge(state)
      case .possible(_, _, let goal): goal(state) ? .holds : .idle
      case .step, .measure, .inapplicable: .idle
      }
    }
  }

  func judgements(ofStep cause: UInt32, from: Row, to: Row, properties numbers: [Int]) -> [Judgement] {
    let (old, label, new) = step(cause, from, to)
    return numbers.map { number in
      if case .step(_, let judge) = properties[number].form { judge(old, label, new) } else { .idle }
    }
  }

  func tally(ofStep cause: UInt32, from: Row, to: Row, measure: Int) -> Tally? {
    guard case .measure(let tally) = properties[measure].form else { return nil }
    let (old, label, new) = step(cause, from, to)
    return tally(old, label, new)
  }

  private func step(_ cause: UInt32, _ from: Row, _ to: Row) -> (System.State, System.Label, System.State) {
    (expander.state(of: from), expander.label(ofCause: cause), expander.state(of: to))
  }

  func kind(ofCause cause: UInt32) -> String { expander.kind(ofCause: cause) }
}

/// What of a property the search has to know.
enum PropertyPlan {
  /// Judged for each distinct reading of the facets; `isEntering` when the step that enters a violation names it.
  case state(facets: [Facet], isSettledOnly: Bool, isEntering: Bool)
  /// Judged for the first distinct readings of the facets.
  case values(facets: [Facet])
  /// A goal, and the steps that a continuation towards it avoids.
  case goal(facets: [Facet], avoiding: StepTraits)
  /// Judged for each distinct reading of a step.
  case step(StepReads)
  /// Counted once for each cause.
  case measure
  /// Not judged.
  case nothing
}
