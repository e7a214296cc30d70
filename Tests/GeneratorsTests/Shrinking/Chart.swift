import Model
import Spec

/// A toy system drawn as arrows: "one push> two" says that label "push" leads from state "one" to
/// "two".
///
/// It starts in "start". A state whose name ends with "." is settled, one whose name ends with "!"
/// is broken. The first word of a label is its kind. What begins with "tap" is a gesture, with "do"
/// an operation carried out, with "fail" one that fails by a fault, with "kill" a kill; all else
/// moves by itself.
struct Chart: ExplicitSystem {
  typealias State = String
  typealias Label = String

  let initialStates: [String]
  private let arrows: [String: [Step<String, String>]]

  init(_ lines: [String], start: String = "start") {
    initialStates = [start]
    var arrows: [String: [Step<String, String>]] = [:]
    for line in lines {
      let ends = line.components(separatedBy: "> ")
      let words = ends[0].split(separator: " ", maxSplits: 1).map(String.init)
      arrows[words[0], default: []].append(Step(words[1], to: ends[1]))
    }
    self.arrows = arrows.mapValues { $0.sorted { $0.label < $1.label } }
  }

  func steps(from state: String) -> [Step<String, String>] { arrows[state] ?? [] }
  func isSettled(_ state: String) -> Bool { state.hasSuffix(".") }
  func kind(of label: String) -> String {
    label.split(separator: " ").first.map(String.init) ?? label
  }

  func traits(of label: String) -> StepTraits {
    switch kind(of: label) {
    case "tap": .gesture
    case "do": .performance
    case "fail": [.performance, .fault]
    case "kill": .relaunch
    default: []
    }
  }

  /// The chart with its one promise: no state is broken.
  var specification: Specification<Chart> {
    promising("chart.whole", "Nothing is broken.") {
      .require(!$0.hasSuffix("!"), culprit: "broken", "\($0)")
    }
  }
}
