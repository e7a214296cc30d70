/// What may be said of the states and labels of a system written by hand: an `ExplicitSystem` or a
/// `ComponentSystem`.
public protocol WrittenSystem: TransitionSystem {
  /// Whether nothing is pending in a state; true by default.
  func isSettled(_ state: View) -> Bool
  /// What kind of step a label stands for; none by default.
  func traits(of label: Label) -> StepTraits
  /// A stable word for the kind of step, without its values; by default the case of an enumeration,
  /// a text as it is, and "step" for other labels.
  func kind(of label: Label) -> String
}

extension WrittenSystem {
  public func isSettled(_ state: View) -> Bool { true }
  public func traits(of label: Label) -> StepTraits { [] }
  public func kind(of label: Label) -> String { stepKind(of: label) }
}

/// The labels of a system written by hand, and what it said of each: asked once, so that all of a
/// search has one answer.
final class WrittenLabels<System: WrittenSystem> {
  private let system: System
  private let labels = Interner<System.Label>(of: "labels")
  private let traits = LargeArray<StepTraits?>()
  private var kinds: [UInt32: String] = [:]
  /// The places of labels in the order of their content, as far as they are known.
  private let ranks = LargeArray<UInt32>()
  /// What ranked labels read as, as the rank of the first one that reads so.
  private let readings = LargeArray<UInt32>()
  /// How often two labels were compared by their content since labels got their places.
  private var comparisonCount = 0
  private let precedes = contentOrder(of: System.Label.self)
  /// Why traces could not name a label; nil as long as they can.
  private(set) var complaint: String?

  init(_ system: System, meter: ContentMeter, likeness: LikenessWatch) {
    self.system = system
    labels.meter = meter
    labels.likeness = likeness
  }

  subscript(handle: UInt32) -> System.Label { labels[handle] }
  func handle(of label: System.Label) -> UInt32 { labels.handle(of: label) }

  func kind(of handle: UInt32) -> String {
    if let known = kinds[handle] { return known }
    let kind = system.kind(of: labels[handle])
    kinds[handle] = kind
    return kind
  }

  func traits(of handle: UInt32) -> StepTraits {
    traits.extend(to: Int(handle) + 1, with: nil)
    if let known = traits[Int(handle)] { return known }
    let answer = system.traits(of: labels[handle])
    traits[Int(handle)] = answer
    return answer
  }

  /// A gesture out of an unsettled state is a departure; faults and kills count as faults.
  func cost(of handle: UInt32, isSettled: @autoclosure () -> Bool) -> StepCost {
    let traits = traits(of: handle)
    let departs = traits.contains(.gesture) && !isSettled() || traits.contains(.overtaking)
    let faults = !traits.isDisjoint(with: [.fault, .relaunch])
    return StepCost(departureCount: departs ? 1 : 0, faultCount: faults ? 1 : 0)
  }

  // MARK: Order

  /// Whether a label comes before another by content.
  ///
  /// - Complexity: O(1) once the labels have their places, which they get as soon as it pays.
  func precedes(_ first: UInt32, _ second: UInt32) -> Bool {
    let (one, other) = (rank(of: first), rank(of: second))
    if one != absentHandle && other != absentHandle { return one < other }
    comparisonCount += 1
    return precedes(labels[first], labels[second])
  }

  /// Looks whether two labels that follow each other can be told apart where they are written down.
  func compare(_ first: UInt32, _ second: UInt32) {
    if complaint != nil || first == second { return }
    let areRanked = rank(of: first) != absentHandle && rank(of: second) != absentHandle
    if areRanked ? readings[Int(first)] != readings[Int(second)] : !readAlike(first, second) {
      return
    }
    complaint =
      "two labels are not equal and read \(ContentTree(labels[first]).text): let a customMirror "
      + "show what tells them apart, or == compare what it shows"
  }

  /// Whether a label and one that does not come before it read alike.
  private func readAlike(_ first: UInt32, _ second: UInt32) -> Bool {
    !precedes(labels[first], labels[second])
      && ContentTree(labels[first]).text == ContentTree(labels[second]).text
  }

  private func rank(of handle: UInt32) -> UInt32 {
    Int(handle) < ranks.count ? ranks[Int(handle)] : absentHandle
  }

  /// Gives labels their places once comparisons have cost more than that does; asked between two
  /// sorts.
  func rankIfWorthwhile() {
    let count = labels.count
    guard comparisonCount > 64, comparisonCount > count * (Int.bitWidth - count.leadingZeroBitCount)
    else {
      return
    }
    let order = (0..<UInt32(count)).sorted { precedes($0, $1) }
    comparisonCount = 0
    ranks.extend(to: count, with: absentHandle)
    readings.extend(to: count, with: absentHandle)
    for (rank, handle) in order.enumerated() {
      ranks[Int(handle)] = UInt32(rank)
      let isAlike = rank > 0 && readAlike(order[rank - 1], handle)
      readings[Int(handle)] = isAlike ? readings[Int(order[rank - 1])] : UInt32(rank)
    }
  }

  var memory: MemoryUse { labels.memory + traits.memory + ranks.memory + readings.memory }
}
