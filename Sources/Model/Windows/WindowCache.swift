/// The windows' part of the transition relation over handles, beside the tables of the runtime.
///
/// A gesture in a window is remembered for (window, place, store). Where a step changes a window
/// that it did not act in, it has a transition of its own, so that a transition still decides all
/// that its label changed.
struct WindowCache: ~Copyable {
  /// What a transition does to the windows, beside what follows from the store.
  struct Effect: BitwiseCopyable {
    /// The place of the window that it acts in, and that window afterwards.
    var place = absentHandle
    var window = absentHandle
    /// All windows afterwards, whatever they were.
    var windows = absentHandle
    /// The gesture of the open environment that it dispatches.
    var gesture = absentHandle
  }

  /// A window of a set.
  struct Member: BitwiseCopyable {
    var window: UInt32
    /// Whether its gestures are offered: those of all, or of one of each where equal windows count
    /// as one.
    var isActing: Bool
  }

  /// A set of windows, taken apart.
  struct Shape: BitwiseCopyable {
    /// Whether some subscription or render is behind.
    var isBehind: Bool
    /// Whether a window has something to render, which it does before anything else happens.
    var needsRender: Bool
    /// Where its windows stand among all members.
    fileprivate(set) var start: UInt32 = absentHandle
    fileprivate(set) var count: UInt32 = 0
  }

  /// The windows of a set.
  struct Members {
    fileprivate let all: LargeArray<Member>
    fileprivate let start: Int
    let count: Int

    subscript(place: Int) -> Member {
      @inline(__always) get { all[start + place] }
    }
  }

  /// The handle of no windows.
  static let emptyHandle: UInt32 = 0

  private let shapes = LargeArray<Shape>()
  private let allMembers = LargeArray<Member>()
  private let settling: WindowSettling
  private let opensAndCloses: Bool
  private var effects: ContiguousArray<Effect> = []
  /// The transitions of steps that change other windows too, each with the one that it was made of.
  private var originals: [UInt32: UInt32] = [:]
  private let offers = LargeArray<UInt32>()
  /// What depends on looks ahead.
  private var lastPeek: UInt32 = 0
  private let menus = HandleTable()
  private let moves = HandleTable()
  private let changes = HandleTable()

  /// - Parameter bounds: how windows come and go, and whether their subscriptions lag.
  init(_ bounds: WindowBounds?) {
    settling = WindowSettling(isLagging: bounds?.lagging != nil)
    opensAndCloses = bounds?.opensAndCloses ?? false
  }

  var memory: MemoryUse {
    [menus, moves, changes].map(\.memory).sum + offers.memory + settling.memory + shapes.memory
      + allMembers.memory + MemoryUse(effects.capacity * MemoryLayout<Effect>.stride)
  }

  // MARK: Steps

  /// Adds every step out of a state: gestures, what moves inside, what lags, kills, windows that
  /// come and go.
  mutating func expand<P: Product>(
    _ row: Row, core: inout TransitionCache, into steps: inout StepBuffer,
    asking calls: WindowCalls<P>
  ) {
    let start = steps.count
    let isRunning = !core.isCrashed(row, asking: calls.core)
    if isRunning {
      let shape = shape(of: row[Slot.windows], asking: calls)
      if !shape.needsRender {
        // A full mail holds back what dispatches; people go on typing.
        let mayDispatch = core.hasRoom(inMail: row[Slot.mail], asking: calls.core)
        let members = members(of: shape)
        for place in 0..<members.count where members[place].isActing {
          let transitions = menu(
            row, members[place].window, place: place, core: &core, asking: calls)
          add(transitions, mayDispatch: mayDispatch, row, core: &core, into: &steps, asking: calls)
        }
      }
      if !shape.needsRender { core.addInside(row, into: &steps, asking: calls.core) }
      if shape.isBehind {
        let transitions = moves(row, isOpening: false, core: &core, asking: calls)
        add(transitions, row, core: &core, into: &steps, asking: calls)
      }
    }
    core.addRelaunches(row, into: &steps, asking: calls.core)
    if isRunning && opensAndCloses {
      let transitions = moves(row, isOpening: true, core: &core, asking: calls)
      add(transitions, row, core: &core, into: &steps, asking: calls)
    }
    if isRunning { bringNear(steps, from: start, row) }
    for place in start..<steps.count {
      settle(&steps.steps[place], row, core: &core, asking: calls)
    }
  }

  /// Looks at the likely places of what becomes of windows.
  private mutating func bringNear(_ steps: StepBuffer, from start: Int, _ row: Row) {
    let (set, store) = (row[Slot.windows], row[Slot.store])
    let members = members(of: shapes[Int(set)])
    for place in start..<steps.count {
      let transition = Int(steps.steps[place].transition)
      if transition >= effects.count || effects[transition].place == absentHandle { continue }
      lastPeek &+= settling.peek(set, members, effects[transition], store: store)
    }
  }

  private func add<P: Product>(
    _ transitions: Range<Int>, mayDispatch: Bool = true, _ row: Row, core: inout TransitionCache,
    into steps: inout StepBuffer, asking calls: WindowCalls<P>
  ) {
    for place in transitions
    where mayDispatch || core.transitions[Int(offers[place])].store == absentHandle {
      core.addGesture(offers[place], row, into: &steps, asking: calls.core)
    }
  }

  private mutating func settle<P: Product>(
    _ step: inout RowStep, _ row: Row, core: inout TransitionCache, asking calls: WindowCalls<P>
  ) {
    let effect = Int(step.transition) < effects.count ? effects[Int(step.transition)] : Effect()
    if step.traits.contains(.crash) {
      step.row[Slot.windows] = Self.emptyHandle
    } else if step.traits.contains(.relaunch) {
      step.row[Slot.windows] = calls.windowsAtLaunch(store: step.row[Slot.store])
    } else if effect.windows != absentHandle {
      step.row[Slot.windows] = effect.windows
    } else if let outcome = outcome(
      of: row[Slot.windows],
      after: WindowSettling.Step(
        transition: step.transition, effect: effect, oldStore: row[Slot.store],
        newStore: step.row[Slot.store]
      ),
      step.traits, asking: calls)
    {
      if outcome.changesOthers {
        let key = HandleTable.Key(step.transition, row[Slot.windows])
        step.transition = changes.value(of: key) {
          let changed = core.remember(core.transitions[Int(step.transition)])
          originals[changed] = step.transition
          return changed
        }
      }
      step.row[Slot.windows] = outcome.windows
    }
  }

  /// What becomes of windows after a step that says it of none but the one that it acts in; nil
  /// where it leaves all alone.
  func outcome<P: Product>(
    of set: UInt32, after step: WindowSettling.Step, _ traits: StepTraits,
    asking calls: WindowCalls<P>
  ) -> WindowSettling.Outcome? {
    guard
      step.effect.place != absentHandle || traits.contains(.completion)
        || step.oldStore != step.newStore
    else { return nil }
    return settling.outcome(
      of: set, members(of: shape(of: set, asking: calls)), after: step, asking: calls)
  }

  /// The transition that one was made of whose step changes other windows too; mostly itself.
  func original(of transition: UInt32) -> UInt32 { originals[transition] ?? transition }

  /// What a transition does to the windows, beside what follows from the store.
  func effect(of transition: UInt32) -> Effect {
    let transition = Int(original(of: transition))
    return transition < effects.count ? effects[transition] : Effect()
  }

  /// Whether a transition changes a window without a gesture in it, or answers a question about all
  /// windows.
  func changesOthers(_ transition: UInt32) -> Bool {
    originals[transition] != nil || decidesWindows(transition)
  }

  /// Whether a transition is an answer to a question about all windows.
  func decidesWindows(_ transition: UInt32) -> Bool {
    effect(of: transition).windows != absentHandle
  }

  /// Tells every transition of a gesture in a window with its store.
  func forEachGesture(_ tell: (_ transition: UInt32, _ store: UInt32) -> Void) {
    menus.forEach { key, start in
      for place in range(at: start) { tell(offers[place], key[2]) }
    }
  }

  /// The transitions of which others were made, some of which are among those given.
  func origins(of isChosen: (UInt32) -> Bool) -> Set<UInt32> {
    Set(originals.filter { isChosen($0.key) }.values)
  }

  // MARK: Remembered answers

  func shape<P: Product>(of windows: UInt32, asking calls: WindowCalls<P>) -> Shape {
    shapes.extend(to: Int(windows) + 1, with: Shape(isBehind: false, needsRender: false))
    if shapes[Int(windows)].start == absentHandle {
      var (shape, members) = calls.shape(ofWindows: windows)
      (shape.start, shape.count) = (UInt32(allMembers.count), UInt32(members.count))
      for member in members { allMembers.append(member) }
      shapes[Int(windows)] = shape
    }
    return shapes[Int(windows)]
  }

  private func members(of shape: Shape) -> Members {
    Members(all: allMembers, start: Int(shape.start), count: Int(shape.count))
  }

  private mutating func menu<P: Product>(
    _ row: Row, _ window: UInt32, place: Int, core: inout TransitionCache,
    asking calls: WindowCalls<P>
  ) -> Range<Int> {
    let key = HandleTable.Key(window, UInt32(place), row[Slot.store])
    if let start = menus.find(key) { return range(at: start) }
    let answer = calls.gestures(inWindow: window, place: place, store: row[Slot.store])
    let start = remember(answer, core: &core)
    menus.insert(key, start)
    return range(at: start)
  }

  /// What windows do by themselves: drains and renders, or windows that come and go.
  private mutating func moves<P: Product>(
    _ row: Row, isOpening: Bool, core: inout TransitionCache, asking calls: WindowCalls<P>
  ) -> Range<Int> {
    let (windows, store) = (row[Slot.windows], row[Slot.store])
    let key = HandleTable.Key(windows, isOpening ? 1 : 0, store)
    if let start = moves.find(key) { return range(at: start) }
    let answer =
      isOpening
      ? calls.openings(ofWindows: windows, store: store)
      : calls.moves(ofWindows: windows, store: store)
    let start = remember(answer, core: &core)
    moves.insert(key, start)
    return range(at: start)
  }

  private func range(at start: UInt32) -> Range<Int> {
    let first = Int(start) + 1
    return first..<first + Int(offers[Int(start)])
  }

  /// Gives answers their transitions; a run of offers starts with its length.
  private mutating func remember(
    _ answer: [(Transition, Effect)], core: inout TransitionCache
  ) -> UInt32 {
    let start = UInt32(offers.count)
    offers.append(UInt32(answer.count))
    for (remembered, effect) in answer {
      let transition = core.remember(remembered)
      while effects.count <= Int(transition) { effects.append(Effect()) }
      effects[Int(transition)] = effect
      offers.append(transition)
    }
    return start
  }
}
