import Spec

/// What a check in a test lets pass although it proves nothing, each by name.
///
/// ```swift
/// let plan = CheckPlan(allowing: [.vacuous("memory.durable"), .undecided("recovery.possible")])
/// try await check(app: TodoApp(), plan)
/// ```
public enum Allowance: Hashable, Sendable {
  /// The scope may never meet the premise of a property.
  case vacuous(String)
  /// A property may be left undecided.
  case undecided(String)
  /// A known finding may be absent.
  case stale(FindingName)
  /// The scope may hold nothing but its start.
  case nothingExplored
  /// The end of the time, or another limit, may end the check before it is done.
  case unfinished

  var words: String {
    switch self {
    case .vacuous(let property): ".vacuous(\"\(property)\")"
    case .undecided(let property): ".undecided(\"\(property)\")"
    case .stale(let name): ".stale(\(name.source))"
    case .nothingExplored: ".nothingExplored"
    case .unfinished: ".unfinished"
    }
  }
}

/// Why a check without news is none the better for it: what is wrong, and what lets it pass.
struct Shortcoming {
  /// What is wrong and what to do about it, on one line.
  let complaint: String
  /// What lets it pass; nil when nothing does.
  let allowance: Allowance?
}

extension Shortcoming {
  /// Something that was not the same when it was worked out again; nothing lets it pass.
  init(error: String) {
    self.init(
      complaint: "an error of the suite, or a function with hidden state: \(error)", allowance: nil)
  }

  /// What is wrong, and for all that can be allowed the words that do it.
  static func text(_ shortcomings: [Shortcoming], title: String) -> String {
    let allowances = shortcomings.compactMap(\.allowance).map(\.words)
    let hint =
      allowances.isEmpty
      ? [] : ["If that is meant, write allowing: [\(allowances.joined(separator: ", "))]"]
    return (shortcomings.map { "\(title): \($0.complaint)" } + hint).joined(separator: "\n")
  }
}

extension Checkable {
  /// Allowances and known findings of what there is not: mistyped, or left over.
  func misnamed(_ allowances: Set<Allowance>, known: Set<KnownFinding>) -> [Shortcoming] {
    let properties = Set(propertySummaries.map(\.name))
    return known.misnamed(among: properties)
      + allowances.sorted { $0.words < $1.words }.compactMap { allowance in
        switch allowance {
        case .vacuous(let name), .undecided(let name):
          properties.contains(name)
            ? nil
            : Shortcoming(
              complaint: "\(allowance.words) names no property of it; correct it or take it out",
              allowance: nil
            )
        case .stale(let name):
          known.contains { $0.name == name }
            ? nil
            : Shortcoming(
              complaint: "\(allowance.words) names nothing in known; correct it or take it out",
              allowance: nil)
        case .nothingExplored, .unfinished: nil
        }
      }
  }
}

extension CheckReport {
  /// What is wrong with a search that did not exhaust its scope.
  var cuts: [Shortcoming] {
    switch reason {
    case .invalidSystem:
      return [Shortcoming(complaint: "the search ended early: \(reason.words)", allowance: nil)]
    case .interrupted:
      return [
        Shortcoming(
          complaint: "nothing was explored beyond a trap of the app; mend that first",
          allowance: nil)
      ]
    case .noRoom(let directory) where statistics.stateCount == 0:
      return [
        Shortcoming(
          complaint:
            "nothing was explored, as no file can be made in \(directory); name another folder",
          allowance: nil)
      ]
    case .trapLimit:
      return [
        Shortcoming(
          complaint: "the search ended early: \(reason.words); mend what traps first",
          allowance: .unfinished)
      ]
    default:
      let cut = Shortcoming(
        complaint:
          "the search ended early: \(reason.words); raise the limit, choose a smaller scope, "
          + "or take random walks (walk: WalkPlan())"
          + (growth.map { "; what grew as the search went on: \($0.words)" } ?? ""),
        allowance: .unfinished)
      if statistics.stateCount - statistics.frontierCount > 1 { return [cut] }
      return [
        cut,
        Shortcoming(complaint: "nothing was explored but the start", allowance: .nothingExplored),
      ]
    }
  }

  /// What an exhausted scope did not show although a green check promises it.
  func shortcomings(known: Set<KnownFinding>) -> [Shortcoming] {
    var shortcomings: [Shortcoming] = []
    if statistics.depth == 0 {
      shortcomings.append(
        Shortcoming(
          complaint:
            "nothing was explored but the start, as no step leads out of it; give the system "
            + "steps, or its scope more (mailMax, values, gestures)",
          allowance: .nothingExplored))
    }
    for result in results {
      let (name, witness) = (result.property.name, result.property.witness)
      switch result.verdict {
      case .vacuous:
        shortcomings.append(
          Shortcoming(
            complaint: "\(name) is vacuous, as this never happens: \(witness); enlarge the scope",
            allowance: .vacuous(name)))
      case .undecided(let why):
        shortcomings.append(
          Shortcoming(complaint: "\(name) is undecided: \(why)", allowance: .undecided(name)))
      default: break
      }
    }
    return shortcomings + staleness(of: known)
  }

  private func staleness(of known: Set<KnownFinding>) -> [Shortcoming] {
    let properties = Set(results.map(\.property.name))
    // Where live code leaves its model, a search cannot show it.
    let expected = known.filter { !$0.isElsewhere && properties.contains($0.name.property) }
    return expected.sorted { ($0.name, $0.length ?? 0) < ($1.name, $1.length ?? 0) }.compactMap {
      entry in
      guard let finding = findings.first(where: { $0.name == entry.name }) else {
        return Shortcoming(
          complaint: "'\(entry.name)' is known and not found any more; take it out of known",
          allowance: .stale(entry.name))
      }
      return entry.disagreement(with: finding)
    }
  }
}

extension FuzzResult {
  /// What a walk did not look at although a green check promises it; it may miss what is known, and
  /// take more steps to show it.
  ///
  /// - Parameters:
  ///   - runCountAsked: how many runs there should have been.
  ///   - isTimeOver: whether the last ones may have been cut.
  func shortcomings(
    known: Set<KnownFinding>, runCountAsked: Int, isTimeOver: Bool
  ) -> [Shortcoming] {
    var shortcomings: [Shortcoming] = []
    if let limit {
      shortcomings.append(Shortcoming(complaint: "the walk ended early: \(limit)", allowance: nil))
    } else if isTimeOver || runCount < runCountAsked {
      shortcomings.append(
        Shortcoming(
          complaint:
            "the time was over after \(runCount) of \(runCountAsked.counted("run")); "
            + "raise secondsMax or ask for fewer runs", allowance: .unfinished))
    }
    if stepCount == 0 {
      shortcomings.append(
        Shortcoming(
          complaint:
            "no step was taken; give the scope more (mailMax, values, gestures) or the plan more "
            + "runs",
          allowance: .nothingExplored))
    }
    return shortcomings
      + (errors ?? []).map(Shortcoming.init(error:))
      + givenUp.map {
        Shortcoming(
          complaint: "\($0) is undecided: too many states had to be looked at",
          allowance: .undecided($0))
      }
      + known.undercuts(of: findings.map(\.report))
  }
}
