import Model

/// A state that the model can be in, and how it came there.
struct ModelCandidate {
  var place: ModelPlace
  var moves: [ModelMove] = []
}

/// Follows a live history in the model: which states the model can be in, given what was seen.
///
/// A listener that tells when it takes an element leaves one state. For any other, deliveries are silent
/// steps of the model (the subset construction over them), and some sequence of them has to explain what is
/// seen.
struct ModelFollower<System: ProductSystem> {
  typealias P = System.P

  /// What live code did that no candidate explains.
  struct Surprise {
    var culprit: String
    var observed: String
    /// The live store at that moment, if it tells the difference.
    var store: StoreState<P>?
    /// The live windows at that moment, as somebody who looks at them knows them, if they tell it.
    var windows: [WindowState<P>]?
  }

  let graph: ModelGraph<System>
  let tellsDeliveries: Bool
  private var candidates: [ModelCandidate]
  /// How many steps other than silent deliveries were seen.
  private(set) var loudCount = 0
  /// The gesture that is being made, until its dispatch is seen.
  private var gesture: ModelMove?
  /// What the live code did first that no candidate explains; nothing is followed from there on.
  private(set) var surprise: Surprise?

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

  private func label(_ move: ModelMove) -> System.Label { graph.label(of: move) }

  /// Where the witness is, with its content.
  var content: ModelGraph<System>.Place { graph.detail(of: place) }
  /// What windows may do by themselves where the witness is.
  var windowMoves: [ModelMove] { graph.moves(of: place).windows }
  var lastMove: ModelMove? { candidates[0].moves.last }

  /// Whether a move is enabled wherever the model can be.
  func allows(_ move: ModelMove) -> Bool {
    candidates.count == 1
      || candidates.allSatisfy { graph.moves(of: $0.place).all.contains { label($0) == label(move) } }
  }

  /// The move of a label, wherever the model can be; nil when it is enabled nowhere.
  mutating func move(labelled label: System.Label) -> ModelMove? {
    if !tellsDeliveries { deliverSilently() }
    for candidate in candidates {
      let moves = graph.moves(of: candidate.place).all
      if let move = moves.first(where: { self.label($0) == label }) { return move }
    }
    return nil
  }

  // MARK: What is done to live code

  /// A gesture is made; the dispatch that it leads to is expected next.
  mutating func begin(_ gesture: ModelMove) { self.gesture = gesture }

  /// The gesture is over; one that the model lets dispatch had to.
  mutating func endGesture() {
    guard let gesture else { return }
    self.gesture = nil
    let label = label(gesture)
    if graph.detail(of: gesture).action == nil, advance(by: label) { return }
    fail("no dispatch after \(label.kind)", "\(label) dispatches no action")
  }

  /// No control offers the gesture.
  mutating func refuse() {
    guard let gesture else { return }
    self.gesture = nil
    fail("no control for \(label(gesture).kind)", "no control offers \(label(gesture))")
  }

  /// The app was killed and launched again.
  mutating func relaunch() {
    if !advance(.relaunch, by: { _ in true }) { fail("relaunch", "the app is launched again") }
  }

  // MARK: What live code does

  /// Takes an event in.
  mutating func note(_ event: LiveEvent<P>) {
    guard surprise == nil else { return }
    if !tellsDeliveries { deliverSilently() }
    switch event {
    case .delivered:
      if !tellsDeliveries || advance(.deliver, by: { _ in true }) { return }
      fail("deliver", "the listener takes an element")
    case .performed(let operation, let fault):
      let graph = graph
      let isRight = { (move: ModelMove) -> Bool in
        guard move.fault == fault, let expected = graph.detail(of: move).operation else { return false }
        return expected == operation
      }
      if advance(.perform, by: isRight) { return }
      fail(
        "perform \(word(operation))",
        "\(operation) is carried out\(fault.map { ", fault \($0.rawValue)" } ?? "")")
    case .dispatched(let action, let state): noteDispatch(of: action, to: state)
    case .crashed(let crash): note(crash)
    }
  }

  private mutating func noteDispatch(of action: P.Action, to state: P.State?) {
    let (gesture, graph) = (gesture, graph)
    let kind: MoveKind = gesture == nil ? .complete : .gesture
    self.gesture = nil
    func isRight(_ move: ModelMove) -> Bool {
      guard move.kind == kind, let expected = graph.detail(of: move).action, expected == action
      else { return false }
      return gesture.map { move === $0 || graph.label(of: move) == graph.label(of: $0) } ?? true
    }
    func leavesState(_ move: ModelMove) -> Bool {
      guard let state else { return move.isThrowing }
      guard !move.isThrowing, let expected = graph.detail(of: move.target).store else { return false }
      return expected == state
    }
    // Almost always the gesture's own move is right, and no other has to be looked at.
    if let gesture, isCertain, isRight(gesture), leavesState(gesture) {
      loudCount += 1
      return take(gesture)
    }
    if advance(kind, by: { isRight($0) && leavesState($0) }) { return }
    let word = gesture.map { graph.label(of: $0).kind } ?? "dispatch \(word(action))"
    guard candidates.contains(where: { graph.moves(of: $0.place).all.contains(where: isRight) }) else {
      return fail(word, "\(action) is dispatched")
    }
    fail(
      "state after \(word)",
      state == nil ? "the reducer throws at \(action)" : "\(action) leaves another state than in the model",
      store: state.map { .running($0) })
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
    fail("crash", "live code crashes: \(crash.reason)")
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
    if surprise != nil || keep(where: { graph.detail(of: $0).state.database == database }) { return }
    fail("database after \(lastKind)", "the database is another than in the model")
  }

  /// What windows do by themselves, where the model gives it a label.
  mutating func noteWindows(_ move: ModelMove) {
    if !advance(by: label(move)) { fail(label(move).kind, "\(label(move))") }
  }

  /// No job of a window waits that could take a step which the model has for it.
  mutating func miss(_ move: ModelMove) {
    fail("no job for \(label(move).kind)", "no job of a window waits for \(label(move))")
  }

  /// The windows have caught up with what the model has them do at once.
  mutating func compare(_ windows: [WindowState<P>]) {
    let graph = graph
    if surprise != nil || keep(where: { graph.appearances(at: $0) == windows }) { return }
    let shown = zip(windows, graph.appearances(at: place)).lazy.compactMap { live, expected -> String? in
      zip(live.lagging?.subscriptions ?? [], expected.lagging?.subscriptions ?? [])
        .first { $0 != $1 }?.0.name
    }.first
    fail(
      "\(shown ?? "windows") after \(lastKind)",
      shown.map { "what \($0) shows differs" } ?? "the windows differ", windows: windows)
  }

  /// Nothing waits to be run: every delivery is done, and what waits at the gates is under way in the model.
  ///
  /// - Parameters:
  ///   - asked: the operations that wait to be carried out.
  ///   - replied: the operations whose replies wait.
  ///   - database: the content of the persistent store, or nil when it is not observed.
  mutating func settle(
    store: StoreState<P>, asked: [P.Operation], replied: [P.Operation], database: P.Database?
  ) {
    if surprise != nil { return }
    if !tellsDeliveries { deliverSilently() }
    let (asked, replied) = (asked.sorted(), replied.sorted())
    let graph = graph
    let isExplained = keep { place in
      guard graph.moves(of: place).delivery == nil else { return false }
      let place = graph.detail(of: place)
      guard place.asked == asked, place.replied == replied, place.state.store == store else { return false }
      return database.map { $0 == place.state.database } ?? true
    }
    if isExplained { return }
    let place = content
    if place.state.store != store {
      return fail("state at rest", "the states at rest differ", store: store)
    }
    if let database, database != place.state.database {
      return fail("database at rest", "the databases at rest differ")
    }
    func list(_ operations: [P.Operation]) -> String {
      operations.isEmpty ? "nothing" : operations.map { "\($0)" }.joined(separator: ", ")
    }
    let mail = place.state.mail.isEmpty ? "" : ", and \(place.state.mail.count) in the mail"
    fail(
      "operations at rest",
      "at rest \(list(asked)) waits to be carried out and \(list(replied)) to be answered; "
        + "in the model \(list(place.asked)) and \(list(place.replied))\(mail)")
  }

  private mutating func fail(
    _ culprit: String, _ observed: String, store: StoreState<P>? = nil, windows: [WindowState<P>]? = nil
  ) {
    if surprise != nil { return }
    surprise = Surprise(culprit: culprit, observed: observed, store: store, windows: windows)
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
    guard surprise == nil else { return false }
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
      if let move = graph.moves(of: candidate.place).delivery { add(move, after: candidate, to: &candidates) }
    }
  }

  private func add(_ move: ModelMove, after candidate: ModelCandidate, to list: inout [ModelCandidate]) {
    if list.contains(where: { $0.place === move.target }) { return }
    list.append(ModelCandidate(place: move.target, moves: candidate.moves + [move]))
  }

  private func word(_ value: Any) -> String {
    String(String(describing: value).prefix { $0.isLetter || $0.isNumber })
  }
}
