import Model
import Spec

/// What the windows of Quakes promise: list and map of one window agree.
enum QuakesWindowProperties {
  typealias QuakesProperty = QuakesProperties.QuakesProperty

  static func all(_ system: RuntimeSystem<Quakes>) -> [QuakesProperty] {
    [listIsMap(system), selectionExists(system), selectionsAgree(system)]
  }

  /// A property of settled states, or the reason why it has nothing to speak about.
  private static func property(
    _ system: RuntimeSystem<Quakes>, _ name: String, _ sentence: String, witness: String,
    consequence: String,
    _ judge: @escaping @Sendable (WindowState<Quakes>, RuntimeView<Quakes>) -> Judgement
  ) -> QuakesProperty {
    guard system.scope.environment == .windows else {
      return QuakesProperty(
        name, sentence, witness: witness, consequence: consequence,
        .inapplicable("no windows in the open environment"))
    }
    return QuakesProperty(
      name, sentence, witness: witness, consequence: consequence,
      .settled { state in
        let judgements = state.unorderedWindows.map { judge($0, state) }.filter { $0 != .idle }
        if judgements.isEmpty { return .idle }
        return .judge(
          judgements.flatMap { judgement -> [Violation] in
            if case .violated(let violations) = judgement { violations } else { [] }
          })
      })
  }

  private static func listIsMap(_ system: RuntimeSystem<Quakes>) -> QuakesProperty {
    property(
      system, "quakes.list.is.map", "List and map show the same quakes for the same text and date.",
      witness: "a list shows a quake",
      consequence: "The list and the map beside it show different quakes."
    ) { window, state in
      let display = state.display(of: window)
      let listed: [Quake] = display("QuakeList.quakes.values") ?? []
      let mapped: [String: Quake] = display("QuakeMap.quakes") ?? [:]
      if listed.isEmpty && mapped.isEmpty { return .idle }
      return .require(
        listed.sorted() == mapped.values.sorted(), culprit: "list and map differ",
        "the list shows \(listed.count) quakes, the map \(mapped.count)")
    }
  }

  private static func selectionExists(_ system: RuntimeSystem<Quakes>) -> QuakesProperty {
    property(
      system, "quakes.selection.exists", "A quake that is selected is in the state.",
      witness: "a quake is selected",
      consequence: "A quake is selected that is not there any more."
    ) { window, state in
      let selections = [("list", window.window.listSelection), ("map", window.window.mapSelection)]
      if selections.allSatisfy({ $0.1 == nil }) { return .idle }
      let quakes = state.contents ?? [:]
      return .judge(
        selections.compactMap { place, id in
          guard let id, quakes[id] == nil else { return nil }
          return Violation(
            culprit: place, detail: "\(id) is selected in the \(place) and is not in the state")
        })
    }
  }

  private static func selectionsAgree(_ system: RuntimeSystem<Quakes>) -> QuakesProperty {
    property(
      system, "quakes.selection.agree", "List and map of a window have selected the same quake.",
      witness: "a quake is selected",
      consequence: "The list has selected one quake and the map another."
    ) { window, _ in
      let (list, map) = (window.window.listSelection, window.window.mapSelection)
      if list == nil && map == nil { return .idle }
      return .require(
        list == map, culprit: "selections differ",
        "the list has selected \(list ?? "nothing"), the map \(map ?? "nothing")")
    }
  }
}
