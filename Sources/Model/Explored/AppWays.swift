import Foundation
import Synchronization

/// The ways that led to the situations of an app, and what was seen on them.
///
/// Where two ways lead to one situation, some are compared: after both, the same steps have to lead to the
/// same situations. Where they do not, the app hides something. The first situations are all compared once:
/// what an app hides mostly shows soon.
final class AppWays<A: App>: Sendable {
  typealias Situation = AppSituation<A>
  typealias Successor = (label: AppLabel, situation: Situation)

  /// A step from a situation, by its number.
  private struct Arrival {
    var source: Int
    var label: AppLabel
  }

  private struct Content {
    var numbers: [Situation: Int] = [:]
    /// How each situation was met first; nil for the first one.
    var arrivals: [Arrival?] = []
    /// The situations that another way led to, of those that are all compared.
    var repeated: Set<Int> = []
    var repeatCount = 0
    var comparedCount = 0
    var complaint: String?
  }

  let start: Situation
  private let app: A
  private let scope: Scope<Nothing>
  private let effects: AppEffects<A>
  private let content = Mutex(Content())
  /// So many situations are all compared once; then one of so many ways to a known situation is.
  private static var comparedCountMax: Int { 256 }
  private static var comparedStride: Int { 64 }

  init(_ app: A, _ scope: Scope<Nothing>) throws(LiveUnavailable) {
    (self.app, self.scope, effects) = (app, scope, AppEffects(app, scope))
    let running = RunningApp(app, state: app.initialState, scope, on: try LiveScheduler(), effects)
    start = running.situation
    running.end()
    content.withLock {
      $0.numbers[start] = 0
      $0.arrivals = [nil]
      $0.complaint = running.complaint
    }
  }

  var complaint: String? { content.withLock(\.complaint) }
  var comparedCount: Int { content.withLock(\.comparedCount) }

  private func complain(_ words: String) {
    content.withLock { $0.complaint = $0.complaint ?? words }
  }

  /// Every step out of a situation that was met before, taken by the app.
  func successors(of situation: Situation) -> [Successor] {
    guard let number = content.withLock({ $0.numbers[situation] }) else {
      complain("a situation is asked about that no way led to")
      return []
    }
    let way = way(to: number)
    return situation.labels(of: app, in: scope).compactMap { label in
      guard let found = outcome(of: label, after: way, in: situation) else { return nil }
      if let known = note(found, Arrival(source: number, label: label)) {
        compare(self.way(to: known), way + [label], in: found)
      }
      return (label, found)
    }
  }

  /// Takes note of a situation.
  ///
  /// - Returns: the number of a known one, if the ways to it are to be compared.
  private func note(_ found: Situation, _ arrival: Arrival) -> Int? {
    content.withLock { content in
      guard let known = content.numbers[found] else {
        content.numbers[found] = content.arrivals.count
        content.arrivals.append(arrival)
        return nil
      }
      content.repeatCount += 1
      let isEarly = known < Self.comparedCountMax && content.repeated.insert(known).inserted
      return isEarly || content.repeatCount.isMultiple(of: Self.comparedStride) ? known : nil
    }
  }

  private func way(to number: Int) -> [AppLabel] {
    content.withLock { content in
      var (labels, number) = ([AppLabel](), number)
      while let arrival = content.arrivals[number] {
        labels.append(arrival.label)
        number = arrival.source
      }
      return labels.reversed()
    }
  }

  // MARK: Steps

  /// Where a step leads that is taken at the end of a way.
  private func outcome(of label: AppLabel, after way: [AppLabel], in situation: Situation) -> Situation? {
    guard let scheduler = scheduler() else { return nil }
    let running = RunningApp(app, state: app.initialState, scope, on: scheduler, effects)
    defer {
      running.end()
      if let words = running.complaint { complain(words) }
    }
    let isThere = way.allSatisfy(running.take) && running.situation == situation
    if isThere && running.take(label) { return running.situation }
    complain("the app goes another way when it is led the same way again, \(Self.words(way + [label]))")
    return nil
  }

  /// Looks whether two ways to a situation have the same successors.
  private func compare(_ first: [AppLabel], _ second: [AppLabel], in situation: Situation) {
    for label in situation.labels(of: app, in: scope) {
      guard let expected = outcome(of: label, after: first, in: situation),
        let found = outcome(of: label, after: second, in: situation)
      else { return }
      if found == expected { continue }
      complain(
        "hidden state: what looks alike goes on differently, after \(Self.words(first + [label])) and after "
          + Self.words(second + [label]))
      return
    }
    content.withLock { $0.comparedCount += 1 }
  }

  private static func words(_ way: [AppLabel]) -> String {
    way.map { ContentTree($0).words }.joined(separator: ", ")
  }

  /// The scheduler of this thread.
  private func scheduler() -> LiveScheduler? {
    let key = "scheduler of explored apps"
    if let known = Thread.current.threadDictionary[key] as? LiveScheduler, known.waitingCount == 0,
      known.strays.count == 0
    {
      return known
    }
    do {
      let scheduler = try LiveScheduler()
      Thread.current.threadDictionary[key] = scheduler
      return scheduler
    } catch {
      complain(error.description)
      return nil
    }
  }
}
