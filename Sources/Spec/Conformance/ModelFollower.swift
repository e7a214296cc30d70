import Model

/// Follows a live history in the model: which states the model can be in, given what was seen.
///
/// A listener that tells when it takes an element leaves one state. For any other, deliveries are
/// silent steps of the model (the subset construction over them), and some sequence of them has to
/// explain what is seen.
struct ModelFollower<System: ProductSystem> {
  typealias P = System.P

  /// What live code did that no candidate explains.
  struct Surprise {
    var culprit: String
    /// What the model expected and what the app did, both at that moment.
    var words: DivergenceWords<P>.Sides
  }

  let graph: ModelGraph<System>
  let tellsDeliveries: Bool
  private var candidates: [ModelCandidate]
  /// How many steps other than silent deliveries were seen.
  private(set) var loudCount = 0
  /// What was done to live code since its launch.
  private var done: [ModelMove] = []
  /// The gesture that is being made, until its dispatch is seen.
  private var gesture: ModelMove?
  /// Whether a task sends the gesture's action, so that others may be dispatched before it.
  private var isSent = false
  /// What the live code did first that no candidate explains; nothing is followed from there on.
  private(set) var surprise: Surprise?
  /// Whether there was a surprise; asked often, and known without the product's types.
  private(set) var isLost = false

  init(graph: ModelGraph<System>, start: ModelPlace, tellsDeliveries: Bool) {
    self.graph = graph
    self.tellsDeliveries = tellsDeliveries
    candidates = [ModelCandidate(place: start)]
    candidates[0].moves.reserveCapacity(32)
  }

  /// A candidate that explains what was seen.
  var witness: ModelCandidate { candidates[0] }
  var place: ModelPlace { candidates[0].place }
  /// Whether the model can be in one state only.
  var isCertain: Bool { candidates.count == 1 }
  var moveCount: Int { candidates[0].moves.count }

  func label(_ move: ModelMove) -> System.Label { graph.label(of: move) }

  /// Where the witness is, with its content.
  var content: ModelGraph<System>.Place { graph.detail(of: place) }
  /// What windows may do by themselves where the witness is.
  var windowMoves: [ModelMove] { graph.moves(of: place).windows }
  var lastMove: ModelMove? { candidates[0].moves.last }

  /// Whether a move is enabled wherever the model can be.
  func allows(_ move: ModelMove) -> Bool {
    candidates.count == 1
      || candidates.allSatisfy {
        graph.moves(of: $0.place).all.contains { label($0) == label(move) }
      }
  }

  /// A move that is meant, wherever the model can be; nil when none is enabled anywhere.
  mutating func move(where isMeant: (ModelMove) -> Bool) -> ModelMove? {
    if !tellsDeliveries { deliverSilently() }
    for candidate in candidates {
      if let move = graph.moves(of: candidate.place).all.first(where: isMeant) { return move }
    }
    return nil
  }

  // MARK: What is done to live code

  /// Something is done to live code; the dispatch that a gesture leads to is expected next.
  mutating func begin(_ move: ModelMove) {
    done.append(move)
    if move.kind == .gesture { (gesture, isSent) = (move, false) }
  }

  /// Whether a gesture is over whose dispatch is still to come: a task sends it.
  mutating func awaitsDispatch() -> Bool {
    isSent = !isLost && gesture.map { graph.detail(of: $0).action != nil } ?? false
    return isSent
  }

  /// What was done to live code since its launch and is no step of the witness.
  var unseen: [ModelMove] {
    let launch = witness.moves.lastIndex { $0.kind == .relaunch }.map { $0 + 1 } ?? 0
    var seen = Array(witness.moves[launch...])
    return done.filter { move in
      guard let place = seen.firstIndex(where: { graph.isAlike($0, move) }) else { return true }
      seen.remove(at: place)
      return false
    }
  }

  /// The gesture is over; one that the model lets dispatch had to.
  mutating func endGesture() {
    guard let gesture else { return }
    self.gesture = nil
    let label = label(gesture)
    let action = graph.detail(of: gesture).action
    if action == nil, advance(by: label) { return }
    let expected = action.map { "the dispatch of \(words.action($0))" } ?? "that nobody can do so"
    fail("no dispatch after \(label.kind)", (expected, "dispatches nothing"))
  }

  /// No control offers the gesture.
  mutating func refuse() {
    guard let gesture else { return }
    self.gesture = nil
    fail(
      "no control for \(label(gesture).kind)",
      ("a control with which \(sentence(gesture))", "offers none"))
  }

  /// Something happened around the app: it was killed and launched again, or what it stores or
  /// shows changed.
  mutating func noteOutside(_ move: ModelMove) {
    if move.kind == .relaunch { done = [] } else if !tellsDeliveries { deliverSilently() }
    if !advance(by: label(move)) { fail(label(move).kind, ("nothing", "meets: \(sentence(move))")) }
  }

  // MARK: What live code does

  /// Takes an event in.
  mutating func note(_ event: LiveEvent<P>) {
    if isLost { return }
    if !tellsDeliveries { deliverSilently() }
    switch event {
    case .delivered:
      if !tellsDeliveries || advance(.deliver, by: { _ in true }) { return }
      fail("deliver", ("a listener that takes nothing", "takes an element"))
    case .performed(let operation, let fault):
      let (graph, request) = (graph, P.request(operation))
      func isRight(_ fault: Fault?) -> (ModelMove) -> Bool {
        { $0.fault == fault && graph.detail(of: $0).operation.map(P.request) == request }
      }
      // What changes nothing any more, and loses its reply, has failed before anything changed.
      if advance(.perform, by: isRight(fault)) { return }
      if fault?.preventsWork == false, advance(.perform, by: isRight(.before)) { return }
      let told = words.operation(operation) + (fault.map { ", with a fault \($0.rawValue)" } ?? "")
      let expected = unseen.last.map { "that \(sentence($0))" } ?? "nothing carried out"
      fail("perform \(RuntimeLabel<P>.caseName(of: operation))", (expected, "carries out \(told)"))
    case .dispatched(let action, let state): noteDispatch(of: action, to: state)
    case .crashed(let crash): note(crash)
    }
  }

  private mutating func noteDispatch(of action: P.Action, to state: P.State?) {
    let graph = graph
    let gesture = gesture.flatMap {
      isSent && graph.detail(of: $0).action != action ? nil : $0
    }
    let kind: MoveKind = gesture == nil ? .complete : .gesture
    if gesture != nil { self.gesture = nil }
    func isRight(_ move: ModelMove) -> Bool {
      guard move.kind == kind, graph.detail(of: move).action == action else { return false }
      return gesture.map { move === $0 || graph.label(of: move) == graph.label(of: $0) } ?? true
    }
    func leavesState(_ move: ModelMove) -> Bool {
      guard let state else { return move.isThrowing }
      let expected = move.isThrowing ? nil : graph.detail(of: move.target).store
      return expected == state
    }
    // Almost always the gesture's own move is right, and no other has to be looked at.
    if let gesture, isCertain, gesture.source === place, isRight(gesture), leavesState(gesture) {
      loudCount += 1
      return take(gesture)
    }
    if advance(kind, by: { isRight($0) && leavesState($0) }) { return }
    let name = innermostCaseName(of: action) ?? RuntimeLabel<P>.caseName(of: action)
    let word = gesture.map { graph.label(of: $0).kind } ?? "dispatch \(name)"
    prefer { graph.moves(of: $0).all.contains(where: isRight) }
    guard let move = graph.moves(of: place).all.first(where: isRight) else {
      let actions = unseen.compactMap { graph.detail(of: $0).action }.map(words.action)
      let expected =
        actions.isEmpty ? "no dispatch" : "the dispatch of \(actions.joined(separator: " or "))"
      return fail(word, (expected, "dispatches \(words.action(action))"))
    }
    let expected = graph.detail(of: move.target).state
    var live = expected
    if let state { live.store = .running(state) }
    let sides: DivergenceWords<P>.Sides? =
      state == nil
      ? ("an answer to \(words.action(action))", "throws at it")
      : move.isThrowing
        ? ("that the reducer throws at \(words.action(action))", "answers it")
        : words.difference(expected: expected, observed: live)
    fail("state after \(word)", sides ?? Self.untold)
  }

  private mutating func note(_ crash: Crash) {
    let graph = graph
    let gesture = gesture
    let hasCrashed = { (place: ModelPlace) -> Bool in
      graph.detail(of: place).state.store == .crashed(crash)
    }
    // A delivery is told before the listener decides, so that its crash was followed already.
    if keep(where: hasCrashed) { return }
    self.gesture = nil
    let isRight = { (move: ModelMove) -> Bool in
      guard hasCrashed(move.target) else { return false }
      return gesture.map { graph.label(of: move) == graph.label(of: $0) } ?? (move.kind != .gesture)
    }
    if advance(by: isRight) { return }
    fail("crash", ("no crash", "crashes (\(crash.reason))"))
  }

  /// Keeps the candidates that explain what is seen.
  ///
  /// - Returns: false when none does.
  private mutating func keep(where explains: (ModelPlace) -> Bool) -> Bool {
    if isCertain { return explains(place) }
    let explaining = candidates.filter { explains($0.place) }
    if !explaining.isEmpty { candidates = explaining }
    return !explaining.isEmpty
  }

  private var lastKind: String { lastMove.map { label($0).kind } ?? "launch" }

  /// The persistent store was changed, perhaps.
  mutating func compare(_ database: P.Database) {
    let graph = graph
    if isLost || keep(where: { graph.detail(of: $0).state.database == database }) { return }
    var live = content.state
    live.database = database
    fail(
      "database after \(lastKind)",
      words.difference(expected: content.state, observed: live) ?? Self.untold)
  }

  /// What windows do by themselves, where the model gives it a label.
  mutating func noteWindows(_ move: ModelMove) {
    if advance(by: label(move)) { return }
    fail(label(move).kind, ("no step of a window", "goes on: \(sentence(move))"))
  }

  /// No job of a window waits that could take a step which the model has for it.
  mutating func miss(_ move: ModelMove) {
    fail("no job for \(label(move).kind)", ("that \(sentence(move))", "has no job for it"))
  }

  /// The windows have caught up with what the model has them do at once.
  mutating func compare(_ windows: [WindowState<P>]) {
    let graph = graph
    if isLost { return }
    let isShown = keep { graph.appearances(at: $0).elementsEqual(windows) { $0.looksLike($1) } }
    if isShown { return }
    let shown = zip(windows, graph.appearances(at: place)).lazy.compactMap {
      live, expected -> String? in
      zip(live.lagging?.subscriptions ?? [], expected.lagging?.subscriptions ?? [])
        .first { $0.name != $1.name || $0.shown != $1.shown }?.0.name
    }.first
    var (model, live) = (content.state, content.state)
    model.windows = graph.appearances(at: place)
    live.windows = windows
    fail(
      "\(shown ?? "windows") after \(lastKind)",
      words.difference(expected: model, observed: live) ?? Self.untold)
  }

  /// Nothing waits to be run: every delivery is done, and what waits at the gates is under way in
  /// the model.
  ///
  /// - Parameters:
  ///   - asked: the operations that wait to be carried out.
  ///   - replied: the operations whose replies wait.
  ///   - database: the content of the persistent store, or nil when it is not observed.
  mutating func settle(
    store: StoreState<P>, asked: [P.Operation], replied: [P.Operation], database: P.Database?
  ) {
    if isLost { return }
    if !tellsDeliveries { deliverSilently() }
    let (asked, replied) = (asked.contentSorted(), replied.contentSorted())
    let graph = graph
    func isRested(_ place: ModelPlace) -> Bool { graph.moves(of: place).delivery == nil }
    func hasOperations(_ place: ModelPlace) -> Bool {
      let content = graph.detail(of: place)
      return isRested(place) && content.asked == asked && content.replied == replied
    }
    let isExplained = keep { place in
      let state = graph.detail(of: place).state
      guard hasOperations(place), state.store == store else { return false }
      return database.map { $0 == state.database } ?? true
    }
    if isExplained { return }
    // A listener that rests has taken what it can take.
    prefer(isRested)
    prefer(hasOperations)
    let state = content.state
    let isOtherDatabase = database.map { $0 != state.database } ?? false
    let culprit = state.store != store ? "state" : isOtherDatabase ? "database" : "operations"
    let expected = graph.detail(of: restingPlace).state
    var live = expected
    live.store = store
    if let database { live.database = database }
    live.underWay =
      asked.map { Thunk(operation: $0) }
      + replied.map { Thunk(operation: $0, result: .failure(.injected)) }
    let action = unseen.compactMap { graph.detail(of: $0).action }.last
    let silent: DivergenceWords<P>.Sides =
      action.map { ("the dispatch of \(words.action($0))", "dispatches nothing") }
      ?? ("that the listener takes the next element", "rests before that")
    fail("\(culprit) at rest", words.difference(expected: expected, observed: live) ?? silent)
  }

  /// Where the model is when it has done all that was done to live code, and rests.
  private var restingPlace: ModelPlace {
    func rested(_ start: ModelPlace) -> ModelPlace {
      var place = start
      while let delivery = graph.moves(of: place).delivery { place = delivery.target }
      return place
    }
    return unseen.reduce(rested(place)) { place, done in
      let move = graph.moves(of: place).all.first { label($0) == label(done) }
      return move.map { rested($0.target) } ?? place
    }
  }

  /// Takes the first candidate in a place of some kind for the witness, if there is one.
  private mutating func prefer(_ isMeant: (ModelPlace) -> Bool) {
    let place = candidates.firstIndex { isMeant($0.place) } ?? 0
    candidates.swapAt(0, place)
  }

  private mutating func fail(_ culprit: String, _ words: DivergenceWords<P>.Sides) {
    if isLost { return }
    isLost = true
    surprise = Surprise(culprit: culprit, words: words)
  }

  // MARK: Steps of the model

  /// Goes on by the moves with a label.
  private mutating func advance(by label: System.Label) -> Bool {
    advance { [graph] in graph.label(of: $0) == label }
  }

  /// Goes on by the moves of a kind that are right, or by those of any kind.
  ///
  /// - Returns: false when there is none; the candidates are then what they were.
  private mutating func advance(_ kind: MoveKind? = nil, by isRight: (ModelMove) -> Bool) -> Bool {
    if isLost { return false }
    loudCount += 1
    let graph = graph
    func moves(from place: ModelPlace) -> [ModelMove] {
      let moves = graph.moves(of: place)
      let offered = kind == .perform || kind == .complete ? moves.inner : moves.all
      return offered.filter { (kind == nil || $0.kind == kind) && isRight($0) }
    }
    if isCertain {
      // The usual case copies nothing.
      let moves = moves(from: place)
      if moves.count == 1 { take(moves[0]) }
      if moves.count < 2 { return !moves.isEmpty }
    }
    var next: [ModelCandidate] = []
    for candidate in candidates {
      for move in moves(from: candidate.place) { add(move, after: candidate, to: &next) }
    }
    if !next.isEmpty { candidates = next }
    return !next.isEmpty
  }

  private mutating func take(_ move: ModelMove) {
    candidates[0].place = move.target
    candidates[0].moves.append(move)
  }

  /// Adds every state that silent deliveries lead to.
  private mutating func deliverSilently() {
    var position = 0
    while position < candidates.count {
      let candidate = candidates[position]
      position += 1
      guard let move = graph.moves(of: candidate.place).delivery else { continue }
      add(move, after: candidate, to: &candidates)
      // Of two ways to one place the one is kept on which the listener was later.
      for known in candidates.indices where candidates[known].place === move.target {
        candidates[known].moves = candidate.moves + [move]
      }
    }
  }

  private func add(
    _ move: ModelMove, after candidate: ModelCandidate, to list: inout [ModelCandidate]
  ) {
    if list.contains(where: { $0.place === move.target }) { return }
    list.append(ModelCandidate(place: move.target, moves: candidate.moves + [move]))
  }
}
