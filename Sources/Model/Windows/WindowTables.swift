/// The windows' part of the transition relation over handles, beside the tables of the runtime.
///
/// A gesture in a window is remembered for (window, place, store); what a cause does to all windows for
/// (cause, windows). Where it changes a window that it did not act in, the step has a cause of its own, so
/// that a cause still decides all that its label changed.
struct WindowTables: ~Copyable {
  /// What a cause does to the windows, beside what follows from the store.
  struct Effect: BitwiseCopyable {
    /// The place of the window that it acts in, and that window afterwards.
    var place = absentHandle
    var window = absentHandle
    /// All windows afterwards, whatever they were.
    var windows = absentHandle
    /// The gesture of the open environment that it dispatches.
    var gesture = absentHandle
  }

  /// A set of windows, taken apart.
  struct Shape {
    var windows: [UInt32]
    /// The windows whose gestures are offered: all, or one of each where equal windows count as one.
    var acting: [Int]
    /// Whether some subscription or render is behind.
    var isBehind: Bool
    /// Whether a window has something to render, which it does before anything else happens.
    var needsRender: Bool
  }

  /// The handle of no windows.
  static let emptyHandle: UInt32 = 0

  private var shapes: ContiguousArray<Shape?> = []
  private var effects: ContiguousArray<Effect> = []
  /// The causes of steps that change other windows too, each with the cause that they were made of.
  private var originals: [UInt32: UInt32] = [:]
  private let offers = LargeArray<UInt32>()
  private let menus = HandleTable()
  private let moves = HandleTable()
  private let successors = HandleTable()
  private let changes = HandleTable()

  var memory: MemoryUse {
    [menus, moves, successors, changes].map(\.memory).sum + offers.memory
      + MemoryUse(effects.capacity * MemoryLayout<Effect>.stride + shapes.capacity * 64)
  }

  /// The tables whose hits and misses count as the product functions'.
  var statistics: [CacheStatistics] { [menus, moves, successors].map(\.statistics) }

  // MARK: Steps

  /// Adds every step out of a state: gestures, what moves inside, what lags, kills, windows that come and
  /// go.
  mutating func expand(
    _ row: Row, core: inout RuntimeTables, into steps: inout StepBuffer,
    asking answers: any RuntimeAnswers & WindowAnswers
  ) {
    let start = steps.count
    let isRunning = !core.isCrashed(row, asking: answers)
    if isRunning {
      let shape = shape(of: row[Slot.windows], asking: answers)
      if !shape.needsRender {
        // A full mail holds back what dispatches; people go on typing.
        let mayDispatch = core.hasRoom(inMail: row[Slot.mail], asking: answers)
        for place in shape.acting {
          let causes = menu(row, shape.windows[place], place: place, core: &core, asking: answers)
          add(causes, mayDispatch: mayDispatch, row, core: &core, into: &steps, asking: answers)
        }
      }
      if !shape.needsRender { core.addInside(row, into: &steps, asking: answers) }
      if shape.isBehind {
        let causes = moves(row, isOpening: false, core: &core, asking: answers)
        add(causes, row, core: &core, into: &steps, asking: answers)
      }
    }
    core.addRelaunches(row, into: &steps, asking: answers)
    if isRunning {
      let causes = moves(row, isOpening: true, core: &core, asking: answers)
      add(causes, row, core: &core, into: &steps, asking: answers)
    }
    for place in start..<steps.count { settle(&steps.steps[place], row, core: &core, asking: answers) }
  }

  private func add(
    _ causes: Range<Int>, mayDispatch: Bool = true, _ row: Row, core: inout RuntimeTables,
    into steps: inout StepBuffer, asking answers: any RuntimeAnswers
  ) {
    for place in causes where mayDispatch || core.transitions[Int(offers[place])].store == absentHandle {
      core.addGesture(offers[place], row, into: &steps, asking: answers)
    }
  }

  /// Writes into a step what it does to the windows.
  private mutating func settle(
    _ step: inout RowStep, _ row: Row, core: inout RuntimeTables, asking answers: any WindowAnswers
  ) {
    let effect = Int(step.cause) < effects.count ? effects[Int(step.cause)] : Effect()
    if step.traits.contains(.crash) {
      step.row[Slot.windows] = Self.emptyHandle
    } else if step.traits.contains(.relaunch) {
      step.row[Slot.windows] = answers.windowsAtLaunch(store: step.row[Slot.store])
    } else if effect.windows != absentHandle {
      step.row[Slot.windows] = effect.windows
    } else if effect.place != absentHandle || step.traits.contains(.completion) {
      let key = HandleTable.Key(step.cause, row[Slot.windows])
      if let known = successors.find(key) {
        step.row[Slot.windows] = known
        if let cause = changes.find(key) { step.cause = cause }
      } else {
        learn(&step, key, effect, row, core: &core, asking: answers)
      }
    }
  }

  private mutating func learn(
    _ step: inout RowStep, _ key: HandleTable.Key, _ effect: Effect, _ row: Row, core: inout RuntimeTables,
    asking answers: any WindowAnswers
  ) {
    let transition = core.transitions[Int(step.cause)]
    let answer = answers.windows(
      row[Slot.windows], after: transition, effect, from: row[Slot.store], to: step.row[Slot.store])
    successors.insert(key, answer.windows)
    step.row[Slot.windows] = answer.windows
    if answer.changesOthers {
      let original = step.cause
      step.cause = core.remember(transition)
      originals[step.cause] = original
      changes.insert(key, step.cause)
    }
  }

  /// What a cause does to the windows, beside what follows from the store.
  func effect(ofCause cause: UInt32) -> Effect {
    let cause = Int(originals[cause] ?? cause)
    return cause < effects.count ? effects[cause] : Effect()
  }

  /// Whether a cause changes a window that nobody acted in, or is an answer to a question about all windows.
  func changesOthers(_ cause: UInt32) -> Bool { originals[cause] != nil || decidesWindows(cause) }

  /// Whether a cause is an answer to a question about all windows.
  func decidesWindows(_ cause: UInt32) -> Bool { effect(ofCause: cause).windows != absentHandle }

  // MARK: Remembered answers

  mutating func shape(of windows: UInt32, asking answers: any WindowAnswers) -> Shape {
    while shapes.count <= Int(windows) { shapes.append(nil) }
    if let known = shapes[Int(windows)] { return known }
    let answer = answers.shape(ofWindows: windows)
    shapes[Int(windows)] = answer
    return answer
  }

  private mutating func menu(
    _ row: Row, _ window: UInt32, place: Int, core: inout RuntimeTables, asking answers: any WindowAnswers
  ) -> Range<Int> {
    let key = HandleTable.Key(window, UInt32(place), row[Slot.store])
    if let start = menus.find(key) { return range(at: start) }
    let answer = answers.gestures(inWindow: window, place: place, store: row[Slot.store])
    let start = remember(answer, core: &core)
    menus.insert(key, start)
    return range(at: start)
  }

  /// What windows do by themselves: drains and renders, or windows that come and go.
  private mutating func moves(
    _ row: Row, isOpening: Bool, core: inout RuntimeTables, asking answers: any WindowAnswers
  ) -> Range<Int> {
    let (windows, store) = (row[Slot.windows], row[Slot.store])
    let key = HandleTable.Key(windows, isOpening ? 1 : 0, store)
    if let start = moves.find(key) { return range(at: start) }
    let answer =
      isOpening
      ? answers.openings(ofWindows: windows, store: store) : answers.moves(ofWindows: windows, store: store)
    let start = remember(answer, core: &core)
    moves.insert(key, start)
    return range(at: start)
  }

  private func range(at start: UInt32) -> Range<Int> {
    let first = Int(start) + 1
    return first..<first + Int(offers[Int(start)])
  }

  /// Gives answers their causes; a run of offers starts with its length.
  private mutating func remember(
    _ answer: [(Transition, Effect)], core: inout RuntimeTables
  ) -> UInt32 {
    let start = UInt32(offers.count)
    offers.append(UInt32(answer.count))
    for (transition, effect) in answer {
      let cause = core.remember(transition)
      while effects.count <= Int(cause) { effects.append(Effect()) }
      effects[Int(cause)] = effect
      offers.append(cause)
    }
    return start
  }
}

/// The product's window functions behind the tables, asked once for each distinct input.
protocol WindowAnswers: AnyObject {
  func shape(ofWindows windows: UInt32) -> WindowTables.Shape
  func windowsAtLaunch(store: UInt32) -> UInt32
  func gestures(inWindow window: UInt32, place: Int, store: UInt32) -> [(Transition, WindowTables.Effect)]
  func moves(ofWindows windows: UInt32, store: UInt32) -> [(Transition, WindowTables.Effect)]
  func openings(ofWindows windows: UInt32, store: UInt32) -> [(Transition, WindowTables.Effect)]
  /// All windows after a cause, and whether one changed that it did not act in.
  func windows(
    _ windows: UInt32, after transition: Transition, _ effect: WindowTables.Effect, from old: UInt32,
    to new: UInt32
  ) -> (windows: UInt32, changesOthers: Bool)
}
