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
  typealias Graph = ModelGraph<System>

  /// What live code did that no candidate explains.
  struct Surprise: Error {
    var culprit: String
    var observed: String
    /// The live store at that moment, if it tells the difference.
    var store: StoreState<P>?
    /// The live windows at that moment, as somebody who looks at them knows them, if they tell it.
    var windows: [WindowState<P>]?
  }

  let graph: Graph
  let tellsDeliveries: Bool
  private(set) var candidates: [ModelCandidate]
  /// How many steps other than silent deliveries were seen.
  private(set) var loudCount = 0
  /// The gesture that is being made, until its dispatch is seen.
  private var gesture: ModelMove?

  init(graph: Graph, start: ModelPlace, tellsDeliveries: Bool) {
    self.graph = graph
    self.tellsDeliveries = tellsDeliveries
    candidates = [ModelCandidate(place: start)]
    candidates[0].moves.reserveCapacity(32)
  }

  /// A candidate that explains what was seen.
  var witness: ModelCandidate { candidates[0] }
  /// Where the witness is.
  var place: ModelPlace { candidates[0].place }
  /// Whether the model can be in one state only.
  var isCertain: Bool { candidates.count == 1 }
  /// How many steps the witness took.
  var moveCount: Int { candidates[0].moves.count }

  private func label(_ move: ModelMove) -> System.Label { graph.label(of: move) }
  private func content(_ place: ModelPlace) -> Graph.Place { graph.detail(of: place) }

  /// Where the witness is, with its content.
  var content: Graph.Place { content(place) }
  /// What windows may do by themselves where the witness is.
  var windowMoves: [ModelMove] { graph.moves(of: place).windows }
  /// The witness's latest step.
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
      if let move = graph.moves(of: candidate.place).all.first(where: { self.label($0) == label }) {
        return move
      }
    }
    return nil
  }

  // MARK: What is done to live code

  /// A gesture is made; the dispatch that it leads to is expected next.
  mutating func begin(_ gesture: ModelMove) { self.gesture = gesture }

  /// The gesture is over; one that the model lets dispatch had to.
  mutating func endGesture() throws(Surprise) {
    guard let gesture else { return }
    self.gesture = nil
    let label = label(gesture)
    if graph.detail(of: gesture).action == nil, advance(by: { [graph] in graph.label(of: $0) == label }) {
      return
    }
    throw Surprise(
      culprit: "no dispatch after \(label.kind)", observed: "\(label) dispatches no action")
  }

  /// No control offers the gesture.
  mutating func refuse() throws(Surprise) {
    guard let gesture else { return }
    self.gesture = nil
    throw Surprise(
      culprit: "no control for \(label(gesture).kind)", observed: "no control offers \(label(gesture))")
  }

  /// The app was killed and launched again.
  mutating func relaunch() throws(Surprise) {
    if advance(by: { $0.kind == .relaunch }) { return }
    throw Surprise(culprit: "relaunch", observed: "the app is launched again")
  }

  // MARK: What live code does

  /// Takes an event in.
  mutating func note(_ event: LiveEvent<P>) throws(Surprise) {
    if !tellsDeliveries { deliverSilently() }
    switch event {
    case .delivered:
      if !tellsDeliveries || advance(.deliver, by: { _ in true }) { return }
      throw Surprise(culprit: "deliver", observed: "the listener takes an element")
    case .performed(let operation, let fault):
      let graph = graph
      let isRight = { (move: ModelMove) -> Bool in
        guard move.fault == fault, let expected = graph.detail(of: move).operation else { return false }
        return expected == operation
      }
      if advance(.perform, by: isRight) { return }
      throw Surprise(
        culprit: "perform \(word(operation))",
        observed: "\(operation) is carried out\(fault.map { ", fault \($0.rawValue)" } ?? "")")
    case .dispatched(let action, let state): try noteDispatch(of: action, to: state)
    case .crashed(let crash): try note(crash)
    }
  }

  private mutating func noteDispatch(of action: P.Action, to state: P.State?) throws(Surprise) {
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
    if let gesture, candidates.count == 1, let expected = graph.detail(of: gesture).action,
      expected == action,
      leavesState(gesture)
    {
      loudCount += 1
      take(gesture)
      return
    }
    if advance(kind, by: { isRight($0) && leavesState($0) }) { return }
    let word = gesture.map { graph.label(of: $0).kind } ?? "dispatch \(word(action))"
    guard candidates.contains(where: { graph.moves(of: $0.place).all.contains(where: isRight) }) else {
      throw Surprise(culprit: word, observed: "\(action) is dispatched")
    }
    throw Surprise(
      culprit: "state after \(word)",
      observed: state == nil
        ? "the reducer throws at \(action)" : "\(action) leaves another state than in the model",
      store: state.map { .running($0) })
  }

  private mutating func note(_ crash: Crash) throws(Surprise) {
    // A delivery is told before the listener decides, so that its crash was followed already.
    let crashed = candidates.filter { content($0.place).state.store == .crashed(crash) }
    if !crashed.isEmpty {
      candidates = crashed
      return
    }
    let (gesture, graph) = (gesture, graph)
    self.gesture = nil
    let isRight = { (move: ModelMove) -> Bool in
      guard graph.detail(of: move.target).state.store == .crashed(crash) else { return false }
      return gesture.map { graph.label(of: move) == graph.label(of: $0) } ?? (move.kind != .gesture)
    }
    if advance(by: isRight) { return }
    throw Surprise(culprit: "crash", observed: "live code crashes: \(crash.reason)")
  }

  /// The persistent store was changed, perhaps.
  mutating func compare(_ database: P.Database) throws(Surprise) {
    if candidates.count == 1 && content(place).state.database == database { return }
    let explaining = candidates.filter { content($0.place).state.database == database }
    guard !explaining.isEmpty else {
      let kind = candidates[0].moves.last.map { label($0).kind } ?? "launch"
      throw Surprise(culprit: "database after \(kind)", observed: "the database is another than in the model")
    }
    candidates = explaining
  }

  /// What windows do by themselves, where the model gives it a label.
  mutating func noteWindows(_ move: ModelMove) throws(Surprise) {
    let label = label(move)
    if advance(by: { [graph] in graph.label(of: $0) == label }) { return }
    throw Surprise(culprit: label.kind, observed: "\(label)")
  }

  /// No job of a window waits that could take a step which the model has for it.
  func miss(_ move: ModelMove) throws(Surprise) {
    throw Surprise(
      culprit: "no job for \(label(move).kind)", observed: "no job of a window waits for \(label(move))")
  }

  /// The windows have caught up with what the model has them do at once.
  mutating func compare(_ windows: [WindowState<P>]) throws(Surprise) {
    let explaining = candidates.filter { graph.appearances(at: $0.place) == windows }
    guard explaining.isEmpty else {
      if explaining.count < candidates.count { candidates = explaining }
      return
    }
    let kind = candidates[0].moves.last.map { label($0).kind } ?? "launch"
    let expected = graph.appearances(at: place)
    let shown = zip(windows, expected).lazy.compactMap { live, expected -> String? in
      zip(live.lagging?.subscriptions ?? [], expected.lagging?.subscriptions ?? [])
        .first { $0 != $1 }?.0.name
    }.first
    throw Surprise(
      culprit: "\(shown ?? "windows") after \(kind)",
      observed: shown.map { "what \($0) shows differs" } ?? "the windows differ", windows: windows)
  }

  /// Nothing waits to be run: every delivery is done, and what waits at the gates is under way in the model.
  ///
  /// - Parameters:
  ///   - store: the live store.
  ///   - asked: the operations that wait to be carried out.
  ///   - replied: the operations whose replies wait.
  ///   - database: the content of the persistent store, or nil when it is not observed.
  mutating func settle(
    store: StoreState<P>, asked: [P.Operation], replied: [P.Operation], database: P.Database?
  ) throws(Surprise) {
    if !tellsDeliveries { deliverSilently() }
    let asked = asked.count > 1 ? asked.sorted() : asked
    let replied = replied.count > 1 ? replied.sorted() : replied
    func explains(_ place: ModelPlace) -> Bool {
      guard graph.moves(of: place).delivery == nil else { return false }
      let place = content(place)
      guard place.asked.count == asked.count, place.replied.count == replied.count else { return false }
      if !asked.isEmpty && place.asked != asked || !replied.isEmpty && place.replied != replied {
        return false
      }
      switch store {
      case .running(let state): guard let expected = place.store, expected == state else { return false }
      case .crashed: guard place.state.store == store else { return false }
      }
      guard let database else { return true }
      return database == place.state.database
    }
    if candidates.count == 1 && explains(place) { return }
    let explaining = candidates.filter { explains($0.place) }
    guard explaining.isEmpty else {
      candidates = explaining
      return
    }
    throw surprise(atRest: store, asked, replied, database)
  }

  private func surprise(
    atRest store: StoreState<P>, _ asked: [P.Operation], _ replied: [P.Operation], _ database: P.Database?
  ) -> Surprise {
    let place = content
    if place.state.store != store {
      return Surprise(culprit: "state at rest", observed: "the states at rest differ", store: store)
    }
    if let database, database != place.state.database {
      return Surprise(culprit: "database at rest", observed: "the databases at rest differ")
    }
    func list(_ operations: [P.Operation]) -> String {
      operations.isEmpty ? "nothing" : operations.map { "\($0)" }.joined(separator: ", ")
    }
    let mail = place.state.mail.isEmpty ? "" : ", and \(place.state.mail.count) in the mail"
    return Surprise(
      culprit: "operations at rest",
      observed: "at rest \(list(asked)) waits to be carried out and \(list(replied)) to be answered; "
        + "in the model \(list(place.asked)) and \(list(place.replied))\(mail)")
  }

  // MARK: Steps of the model

  /// Goes on by the moves of a kind that are right, or by those of any kind.
  ///
  /// - Returns: false when there is none; the candidates are then what they were.
  private mutating func advance(_ kind: MoveKind? = nil, by isRight: (ModelMove) -> Bool) -> Bool {
    loudCount += 1
    if candidates.count == 1, let move = onlyMove(from: place, kind, by: isRight) {
      take(move)
      return true
    }
    var next: [ModelCandidate] = []
    for candidate in candidates {
      for move in graph.moves(of: candidate.place).all
      where (kind == nil || move.kind == kind) && isRight(move) {
        add(move, after: candidate, to: &next)
      }
    }
    if !next.isEmpty { candidates = next }
    return !next.isEmpty
  }

  private mutating func take(_ move: ModelMove) {
    candidates[0].place = move.target
    candidates[0].moves.append(move)
  }

  /// The move that is right, if it is the only one: the usual case, which copies nothing.
  private func onlyMove(
    from place: ModelPlace, _ kind: MoveKind?, by isRight: (ModelMove) -> Bool
  ) -> ModelMove? {
    // A label decides where it leads, and all deliveries are one label.
    if kind == .deliver { return graph.moves(of: place).delivery.flatMap { isRight($0) ? $0 : nil } }
    var found: ModelMove?
    let moves = graph.moves(of: place)
    for move in kind == .perform || kind == .complete ? moves.inner : moves.all
    where (kind == nil || move.kind == kind) && isRight(move) {
      if found != nil { return nil }
      found = move
    }
    return found
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
