/// The transitions of a system written by hand: a label and the state that it leaves, numbered as
/// states are asked for their steps.
///
/// - Complexity: O(1) a transition; four bytes each, and eight bytes a state.
final class ListedTransitions {
  /// The transitions that a state listed first: they follow each other.
  struct Listing: BitwiseCopyable {
    fileprivate var state: UInt32
    fileprivate var first: UInt32
    fileprivate var end: UInt32
  }

  private struct Transition: Hashable {
    var state: UInt32
    var label: UInt32
  }

  private let labels = LargeArray<UInt32>()
  /// By state; absent where it was not asked.
  private let firsts = LargeArray<UInt32>()
  private let counts = LargeArray<UInt32>()
  /// The numbers of what states did not list first, and listed later.
  private var others: [Transition: UInt32] = [:]

  /// The handle of a transition's label.
  subscript(transition: UInt32) -> UInt32 { labels[Int(transition)] }

  /// The transitions out of a state, with room for as many as it lists when it is asked first.
  func listing(of state: UInt32, count: Int) -> Listing {
    let place = Int(state)
    firsts.extend(to: place + 1, with: absentHandle)
    counts.extend(to: place + 1, with: 0)
    if firsts[place] == absentHandle {
      (firsts[place], counts[place]) = (UInt32(labels.count), UInt32(count))
      labels.extend(to: labels.count + count, with: absentHandle)
    }
    return Listing(state: state, first: firsts[place], end: firsts[place] + counts[place])
  }

  /// The number of a transition, the same whenever its state is asked.
  ///
  /// - Parameter place: where it stands in what the state lists now.
  func number(of label: UInt32, at place: Int, in listing: Listing) -> UInt32 {
    let likely = listing.first + UInt32(place)
    if likely < listing.end {
      if labels[Int(likely)] == absentHandle { labels[Int(likely)] = label }
      if labels[Int(likely)] == label { return likely }
    }
    return (listing.first..<listing.end).first { labels[Int($0)] == label }
      ?? other(Transition(state: listing.state, label: label))
  }

  private func other(_ transition: Transition) -> UInt32 {
    if let known = others[transition] { return known }
    labels.append(transition.label)
    others[transition] = UInt32(labels.count - 1)
    return UInt32(labels.count - 1)
  }

  /// What states did not list first is not counted: only a system that is worth nothing does so.
  var memory: MemoryUse { labels.memory + firsts.memory + counts.memory }
}
