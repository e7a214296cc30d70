/// What a run of live code did next.
enum LiveChoice {
  /// What a label says was done to the code.
  case take(ModelMove)
  /// The waiting job at a place ran, of those that might.
  case job(Int)
  /// Every job ran, in the order of arrival.
  case rest
}

/// The choices of a run, as a trace holds them: a label, the place of a job, or `"rest"`.
///
/// Which jobs run before a tap stands in no label, and may be all that matters. Places of jobs mean
/// the same as long as the code is what it was.
extension LiveRun {
  /// What was chosen until now; that every job runs at the end goes without saying.
  var schedule: [JSONValue] {
    let written = choices.map { (choice) -> JSONValue in
      switch choice {
      case .take(let move): JSONValue(label: graph.label(of: move))
      case .job(let place): .integer(place)
      case .rest: LiveDivergence.rest
      }
    }
    return written.last == LiveDivergence.rest ? written.dropLast() : written
  }

  /// Does once more what was chosen; nothing where the code or its model cannot.
  func follow(_ choice: JSONValue) {
    if case .integer(let place) = choice {
      if hasWindows ? eligibleWindowedJobs.contains(place) : 0..<jobCount ~= place {
        runJob(waiting: place)
      }
    } else if choice == LiveDivergence.rest {
      settle()
    } else if let move = follower.move(where: { JSONValue(label: graph.label(of: $0)) == choice }) {
      if move.kind == .window { _ = runJob(of: move) } else if canTake(move) { _ = take(move) }
    }
    if jobCount == 0 { settle() }
  }
}
