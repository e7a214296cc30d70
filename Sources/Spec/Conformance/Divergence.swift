import Model

/// Where a live history leaves the model.
@usableFromInline package struct LiveDivergence: Hashable, Sendable {
  /// The name under which divergences are kept as findings.
  package static let property = "live.conforms"
  private static let promise =
    "Live code takes only steps that the model takes, and takes every one of them."

  /// That every job runs, in the order of arrival, as a schedule says it.
  package static let rest = JSONValue.string("rest")

  /// The steps that lead there, as a trace writes them; the last may be the one that only the model
  /// or only the live code could take.
  package let labels: [JSONValue]
  /// How many of them live code and model took alike.
  package let alikeCount: Int
  /// A stable word for what went wrong.
  package let culprit: String
  /// What was expected and what the live code did.
  package let observed: String
  /// What live code promised of itself and did not keep, in its words; nil where it left the model.
  package var ownPromise: String?
  /// What was chosen in the run that showed it, as a trace writes it; nil where its labels are
  /// enough to see it again.
  package var schedule: [JSONValue]?
  /// Whether the same choices showed it again.
  package var isRepeatable = true
  /// What the model enabled there, as sentences in label order.
  package var enabled: [String] = []

  /// What it is known by as a finding.
  package var name: FindingName { FindingName(property: Self.property, culprit: culprit) }

  package init(labels: [JSONValue], alikeCount: Int, culprit: String, observed: String) {
    self.labels = labels
    self.alikeCount = alikeCount
    self.culprit = culprit
    self.observed = observed
  }

  /// What the culprit of a trap begins with.
  package static let trapWords = "trap after "

  /// The culprit when live code does not take a step.
  package static func culprit<P: Product>(ofLost label: RuntimeLabel<P>) -> String {
    "no \(label.kind)"
  }

  package var text: String {
    """
    live code leaves the model after step \(alikeCount): \(observed)
    the model enabled there: \(enabled.isEmpty ? "nothing" : enabled.joined(separator: "; "))
    """
  }

  /// The most parts of an order that is told.
  private static var partCountMax: Int { 20 }

  /// What there is to know of how it comes again.
  ///
  /// - Parameters:
  ///   - sentences: what the labels say.
  ///   - sentence: what any other label says.
  private func remarks(_ sentences: [String], _ sentence: (JSONValue) -> String) -> [String] {
    if !isRepeatable {
      return [
        "The same choices did not show it again: the code keeps something from run to run, or goes "
          + "by something that no run decides, such as a random number."
      ]
    }
    guard let schedule else { return [] }
    var told: [String] = []
    var jobs: [Int] = []
    var untold = Array(labels.indices)
    for choice in schedule + [.null] {
      if case .integer(let place) = choice {
        jobs.append(place)
        continue
      }
      if !jobs.isEmpty {
        let isInOrder = jobs.allSatisfy { $0 == 0 }
        let places = jobs.map { "\($0 + 1)" }.joined(separator: ", ")
        told.append(
          isInOrder ? jobs.count.counted("job") : "of the jobs that wait number \(places)")
        jobs = []
      }
      if choice == Self.rest {
        told.append("all jobs")
      } else if let number = untold.firstIndex(where: { labels[$0] == choice }) {
        told.append(String(sentences[untold.remove(at: number)].trimmingPrefix("then ")))
      } else if choice != .null {
        told.append(sentence(choice))
      }
    }
    let more = told.count - Self.partCountMax
    let end = more > 0 ? "and \(more) more, which the trace has" : "all jobs"
    let order = told.prefix(Self.partCountMax) + [end]
    return ["It takes this order, of jobs too: \(order.joined(separator: "; "))."]
  }

  /// The divergence as a finding, with its story and its trace.
  ///
  /// - Parameter seed: the seed of the run that found it, if it was drawn at random.
  package func report<System: ProductSystem>(
    in specification: Specification<System>, seed: UInt64?
  ) -> CheckReport.Finding {
    let path = Path<System>(labels: (try? specification.labels(written: labels))?.labels ?? [])
    let lines = specification.lines(of: labels, alikeCount: alikeCount)
    var story = Story(promise: ownPromise ?? Self.promise, lines: lines, ending: observed)
    let first = specification.system.initialStates.first
    story.facts = first.map(specification.teller.facts)
    story.scene = first.map(specification.teller.scene)
    story.remarks = remarks(lines.map(\.sentence)) { choice in
      String(specification.lines(of: [choice], alikeCount: 0)[0].sentence.trimmingPrefix("then "))
    }
    var trace = specification.trace(of: Finding(name, path: path), seed: seed)
    trace.schedule = schedule
    return CheckReport.Finding(story: story, trace: trace)
  }
}

extension Specification {
  /// Steps as they were written, told as in a story.
  ///
  /// - Parameter alikeCount: how many of them live code took as the model does; what changes is
  ///   told of these alone.
  package func lines(of written: [JSONValue], alikeCount: Int = .max) -> [Story.Line] {
    let labels = (try? self.labels(written: written))?.labels ?? []
    let states = statesAsFarAsEnabled(along: labels)
    return written.indices.map { place in
      let isTaken = place + 1 < states.count
      let then = isTaken && place < alikeCount ? "" : "then "
      guard labels.indices.contains(place), let old = isTaken ? states[place] : states.last else {
        return Story.Line(sentence: "\(then)a step that the model has no words for", changes: [])
      }
      let new = isTaken ? states[place + 1] : old
      if then.isEmpty { return lines(of: [labels[place]], through: [old, new])[0] }
      return Story.Line(sentence: then + teller.sentence(old, labels[place], new), changes: [])
    }
  }

  /// The states along a path, up to the first label that is not enabled.
  private func statesAsFarAsEnabled(along labels: [System.Label]) -> [System.State] {
    let replayer = Replayer(system: system)
    do {
      return try replayer.replay(Path(labels: labels)).states
    } catch {
      let enabled = labels.prefix(max(0, error.stepNumber - 1))
      return replayer.states(along: Path(labels: Array(enabled))) ?? []
    }
  }
}

extension Trace {
  /// Whether its finding is a trap of live code: a process that takes the steps ends with it.
  package var isTrap: Bool {
    property == LiveDivergence.property && culprit.hasPrefix(LiveDivergence.trapWords)
  }
}
