import Model

/// What windows add to a run.
///
/// The model says how late windows may be: a subscription that lags takes what waits in a step of
/// its own, a render that follows is a step, and nothing else happens while a render is due.
/// Everything else that windows do by themselves is at once. A run keeps to that by the order of
/// jobs and by nothing else: a job of a window runs before all others, takes before renders, unless
/// the model has a step for it, and while the model waits for a render only windows' jobs run.
extension LiveRun {
  /// A job of a window that runs at once; nil when windows have caught up.
  private var urgentJob: Int? {
    var render: Int?
    for place in 0..<execution.jobCount {
      guard let job = execution.windowJob(at: place), move(of: job) == nil else { continue }
      if case .take = job.work { return place }
      render = render ?? place
    }
    return render
  }

  /// The step that the model has for a window's job, if it has one.
  private func move(of job: (window: Int, work: LiveWindowWork)) -> ModelMove? {
    follower.windowMoves.first { move in
      switch (graph.label(of: move), job.work) {
      case (.drain(job.window, let name), .take(let subscription)): name == subscription
      case (.render(job.window), .render): true
      default: false
      }
    }
  }

  /// The places of the jobs that may run next, once windows have caught up.
  var eligibleWindowedJobs: [Int] {
    let isHeld = follower.windowMoves.contains {
      if case .render = graph.label(of: $0) { true } else { false }
    }
    return (0..<execution.jobCount).filter { place in
      let isWindows = execution.windowJob(at: place) != nil
      return isWindows ? !keepsWindowsWaiting : !isHeld
    }
  }

  /// Runs what windows do at once, and compares what they show.
  ///
  /// - Parameter hasMoved: whether a window did something, so that it has to be looked at even
  ///   where the model's are what they were.
  func catchUp(hasMoved: Bool) {
    var hasMoved = hasMoved
    while isGoing, let place = urgentJob {
      hasMoved = true
      runAnyJob(at: place)
    }
    let row = follower.place.row
    let decisive = [row[Facet.store.number], row[Facet.windows.number]]
    if !hasMoved && decisive == compared { return }
    compared = decisive
    let windows = execution.appearances
    let missed = follower.windowMoves.first { place(of: $0) == nil }
    follower.compare(windows)
    if let missed { follower.miss(missed) }
  }

  /// The place of the waiting job that takes a step which windows do by themselves.
  private func place(of move: ModelMove) -> Int? {
    (0..<execution.jobCount).first { place in
      execution.windowJob(at: place).flatMap(self.move) === move
    }
  }

  /// Runs a job, and what windows do at once afterwards.
  func runWindowedJob(at place: Int) {
    let job = execution.windowJob(at: place)
    let move = job.flatMap(move)
    runAnyJob(at: place)
    if let move { follower.noteWindows(move) }
    catchUp(hasMoved: job != nil)
  }

  /// Runs every job, in the order of arrival as far as windows let it.
  func restInWindows() {
    while isGoing, let place = eligibleWindowedJobs.first {
      runWindowedJob(at: place)
    }
  }

  /// Runs the job that takes a step which windows do by themselves.
  ///
  /// - Returns: false when no such job waits.
  func runJob(of move: ModelMove) -> Bool {
    guard let place = place(of: move) else { return false }
    choices.append(.take(move))
    runWindowedJob(at: place)
    return isGoing
  }

  /// Somebody does something in a window, or opens or closes one.
  func takeInWindows(_ move: ModelMove) {
    var isOffered = true
    switch graph.label(of: move) {
    case .windowGesture(let gesture, let window):
      isOffered = execution.perform(gesture, inWindow: window, values: graph.system.scope.values)
      noteEvents()
    case .openWindow: isOffered = execution.openWindow()
    case .closeWindow(let window): execution.closeWindow(at: window)
    default: return
    }
    if isOffered { follower.endGesture() } else { follower.refuse() }
    catchUp(hasMoved: true)
  }
}
