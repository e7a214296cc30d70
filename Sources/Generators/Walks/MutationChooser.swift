import Model

/// Coverage guided: takes a choice sequence that reached something new, changes it, and goes on by partial
/// order sampling where it ends.
///
/// A choice that does not fit where it stands is taken modulo the number of enabled steps, so that every
/// sequence is a run.
final class MutationChooser: StepChooser {
  /// The sequences to start from, oldest first; set before each batch.
  var corpus: [[Int32]] = []
  private let rest = PartialOrderChooser()
  private var plan: [Int32] = []
  private var position = 0

  func begin(stepCountMax: Int, rows: any RowExpander, source: inout RandomSource) {
    position = 0
    rest.begin(stepCountMax: stepCountMax, rows: rows, source: &source)
    plan.removeAll(keepingCapacity: true)
    guard !corpus.isEmpty else { return }
    plan.append(contentsOf: parent(&source).dropFirst())
    switch source.choose(below: 4) {
    case 0: break
    case 1: plan.removeLast(source.choose(below: plan.count + 1))
    case 2:
      for _ in 0...source.choose(below: 4) { change(&source) }
    default: splice(&source)
    }
    if plan.count >= stepCountMax { plan.removeLast(plan.count - stepCountMax / 2) }
  }

  func choose(among steps: ContiguousArray<RowStep>, source: inout RandomSource) -> Int {
    guard position < plan.count else { return rest.choose(among: steps, source: &source) }
    defer { position += 1 }
    return Int(plan[position]) % steps.count
  }

  /// One of the newest half of the time, else any.
  private func parent(_ source: inout RandomSource) -> [Int32] {
    let newest = min(16, corpus.count)
    let place =
      source.choose(below: 2) == 0
      ? corpus.count - 1 - source.choose(below: newest) : source.choose(below: corpus.count)
    return corpus[place]
  }

  /// Draws a choice anew, leaves a few out, or puts one in.
  private func change(_ source: inout RandomSource) {
    guard !plan.isEmpty else { return }
    let place = source.choose(below: plan.count)
    switch source.choose(below: 3) {
    case 0: plan[place] = Int32(source.choose(below: 256))
    case 1: plan.removeSubrange(place..<min(plan.count, place + 1 + source.choose(below: 4)))
    default: plan.insert(Int32(source.choose(below: 256)), at: place)
    }
  }

  /// Goes on with the end of another sequence.
  private func splice(_ source: inout RandomSource) {
    let other = parent(&source).dropFirst()
    plan.removeLast(source.choose(below: plan.count + 1))
    plan.append(contentsOf: other.dropFirst(source.choose(below: other.count + 1)))
  }
}
