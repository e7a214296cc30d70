import Model

/// What becomes of a path when any one step is left out, or any two: all choices side by side, step
/// by step.
///
/// Without a step, the later ones are taken as far as they are enabled. Choices that meet in a
/// state have the same way on, so that one goes on for all of them; and one that comes back to the
/// path itself leads to the finding.
///
/// - Complexity: O(length³) steps at worst, and far fewer where choices meet; O(length²) memory.
struct Omission {
  /// A choice on its way, and the places of the steps that it leaves out, below 0 for none.
  private struct Choice {
    var row: Row
    var first: Int
    var second = -1

    var isSingle: Bool { second < 0 }
    var places: Set<Int> { isSingle ? [first] : [first, second] }
  }

  /// The places of one step or two without which the path shows the finding; nil when none were
  /// met.
  private(set) var places: Set<Int>?
  /// Whether there was room to try every two.
  private(set) var hasTriedPairs = true
  private(set) var choiceCount = 0

  private let known: JudgedSteps
  private let route: Route
  /// The choices so far, those that have left out one step first.
  private var choices: [Choice] = []
  /// The states that choices are in.
  private var met: Set<Row> = []

  /// Tries choices until one shows the finding: all single steps, and then pairs while there is
  /// room.
  ///
  /// - Parameter pairStepCountMax: how many steps may be taken by choices that have left out two.
  init(_ known: JudgedSteps, from route: Route, pairStepCountMax: Int) {
    self.known = known
    self.route = route
    var pairStepCount = 0
    for place in route.steps.indices where places == nil && !known.isStopped {
      pairStepCount += choices.count { !$0.isSingle }
      if pairStepCount > pairStepCountMax {
        hasTriedPairs = false
        choices.removeAll { !$0.isSingle }
      }
      take(place)
    }
  }

  /// Takes all choices past a step.
  private mutating func take(_ place: Int) {
    let before = choices
    choices = []
    met = []
    var leaving: [Choice] = []
    keep(Choice(row: route.row(before: place), first: place), after: place)
    for choice in before {
      let label = route.steps[place].label
      guard let step = known.steps(from: choice.row).first(where: { $0.label == label }) else {
        keep(choice, after: place)
        continue
      }
      if step.isShowing { places = choice.places }
      keep(Choice(row: step.row, first: choice.first, second: choice.second), after: place)
      if choice.isSingle && hasTriedPairs {
        leaving.append(Choice(row: choice.row, first: choice.first, second: place))
      }
    }
    for choice in leaving { keep(choice, after: place) }
    choiceCount += 1 + leaving.count
  }

  private mutating func keep(_ choice: Choice, after place: Int) {
    if place + 1 < route.count && choice.row == route.steps[place].row {
      places = choice.places
    } else if met.insert(choice.row).inserted {
      choices.append(choice)
    }
  }
}
