import Generators
import Model

@testable import Spec

/// Three things that are alike, and labels that each of them has, by chance; or, where it is
/// biased, one thing whose labels do something else.
struct DrawnHerd: ComponentSystem {
  struct State: Hashable, Sendable {
    var modes: [Int: Int] = [:]
    var line: [Int] = []
    var holder: Int?
    var number = 0
  }

  enum Look: Hashable, Sendable {
    case mode(Int), first, room, number(Int), free, held, inLine, anyMode(Int)
  }
  enum Change: Hashable, Sendable {
    case mode(Int), append, removeFirst, hold, release, number(Int), allModes(Int)
  }
  struct Template: Hashable, Sendable {
    var looks: [Look]
    var changes: [Change]
  }
  struct Label: Hashable, Sendable {
    var id: Int
    var kind: Int
  }

  static var components: [Component<State>] {
    [Component(\.modes), Component(\.line), Component(\.holder), Component(\.number)]
  }
  let initialStates = [State()]
  let labels: [Label]
  let symmetries: [Symmetry<State, Label>]
  private let templates: [Template]
  private let biased: Template?

  init(seed: UInt64, isBiased: Bool = false) {
    var source = RandomSource(seed: seed)
    templates = (0..<4).map { _ in Self.drawTemplate(&source) }
    biased = isBiased ? Self.drawTemplate(&source) : nil
    labels = (0..<3).flatMap { id in (0..<4).map { Label(id: id, kind: $0) } }
    symmetries = [
      Symmetry(of: [0, 1, 2]) { state, rename in
        var state = state
        state.modes = Dictionary(uniqueKeysWithValues: state.modes.map { (rename($0), $1) })
        state.line = state.line.map(rename)
        state.holder = state.holder.map(rename)
        return state
      } inLabels: {
        Label(id: $1($0.id), kind: $0.kind)
      }
    ]
  }

  private static func drawTemplate(_ source: inout RandomSource) -> Template {
    func below(_ bound: Int) -> Int { Int(source.nextWord() % UInt64(bound)) }
    return Template(
      looks: (0..<below(4)).map { _ in
        [
          Look.mode(below(3)), .first, .room, .number(below(3)), .free, .held, .inLine,
          .anyMode(below(3)),
        ][below(8)]
      },
      changes: (0...below(3)).map { _ in
        [
          Change.mode(below(3)), .append, .removeFirst, .hold, .release, .number(below(3)),
          .allModes(below(3)),
        ][below(7)]
      })
  }

  func kind(of label: Label) -> String { "\(label.kind)" }
  func isSettled(_ state: Components<State>) -> Bool { state.line.isEmpty }

  func take(_ label: Label, in draft: inout Draft<State>) -> Bool {
    var template = templates[label.kind]
    if label.id == 0 && label.kind == 0, let biased { template = biased }
    for look in template.looks where !isTrue(look, of: label.id, in: draft) { return false }
    for change in template.changes { make(change, for: label.id, in: &draft) }
    return true
  }

  private func isTrue(_ look: Look, of id: Int, in draft: borrowing Draft<State>) -> Bool {
    switch look {
    case .mode(let mode): draft[\.modes, \.[id]] == mode
    case .first: draft[\.line, \.first] == id
    case .room: draft[\.line, \.count] < 2
    case .number(let number): draft.number == number
    case .free: draft.holder == nil
    case .held: draft.holder == id
    case .inLine: draft.line.contains(id)
    case .anyMode(let mode): draft.modes.values.contains(mode)
    }
  }

  private func make(_ change: Change, for id: Int, in draft: inout Draft<State>) {
    switch change {
    case .mode(let mode): draft[\.modes, \.[id]] = mode
    case .append: if draft[\.line, \.count] < 3 { draft.append(id, to: \.line) }
    case .removeFirst: if !draft[\.line, \.isEmpty] { draft.removeFirst(from: \.line) }
    case .hold: draft.holder = id
    case .release: draft.holder = nil
    case .number(let number): draft.number = number
    case .allModes(let mode): draft.modes = draft.modes.mapValues { _ in mode }
    }
  }
}

extension DrawnHerd {
  /// Properties of every kind; none tells things apart.
  static func properties(_ number: Int) -> [Property<DrawnHerd>] {
    let kinds = Observer<DrawnHerd, String>(initial: "") { step, memory in
      if step.new.number != step.old.number { memory.value = step.kind }
    }
    return [
      Property(
        "herd.state", "Who holds is not in line twice.", witness: "somebody holds",
        .invariant { state in
          guard let holder = state.holder else { return .idle }
          return .require(state.line.count { $0 == holder } < 2, culprit: "twice", "twice")
        }),
      Property(
        "herd.settled", "At rest nobody has a mode.", witness: "rest",
        .settled { state in
          .require(!state.modes.values.contains(number % 3), culprit: "mode", "mode")
        }),
      Property(
        "herd.step", "Who holds keeps its mode.", witness: "somebody holds",
        .step { step in
          guard let holder = step.old.holder, step.new.holder == holder else { return .idle }
          return .require(
            step.old.modes[holder] == step.new.modes[holder], culprit: step.kind, "another mode")
        }),
      Property(
        "herd.possible", "The number can come back.", witness: "the number",
        .possible(avoiding: []) { $0.number == number % 3 && $0.holder == nil }),
      Property(
        "herd.remembered", "One kind of step changes the number.", witness: "a step",
        .step(remembering: kinds) { step, before, _ in
          guard step.old.number != step.new.number, !before.value.isEmpty else { return .idle }
          return .require(before.value == step.kind, culprit: step.kind, "another kind")
        }),
    ]
  }

  /// One that names the thing that it is about.
  static let naming = Property<DrawnHerd>(
    "herd.naming", "Nobody has the second mode.", witness: "a mode",
    .invariant { state in
      if state.modes.isEmpty { return .idle }
      return .judge(
        state.modes.filter { $0.value == 2 }.keys.sorted().map {
          Violation(culprit: "second", subject: "\($0)", detail: "second")
        })
    })

  /// One that looks at the first thing alone.
  static let first = Property<DrawnHerd>(
    "herd.first", "The first never holds.", witness: "somebody holds",
    .invariant { state in
      guard let holder = state.holder else { return .idle }
      return .require(holder != 0, culprit: "first", "the first holds")
    })
}
