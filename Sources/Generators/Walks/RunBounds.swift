import Model
import Spec

/// What keeps runs whose values grow from taking all memory.
package struct RunBounds: Sendable {
  /// The most elements that a collection in a state may have; a run ends where it meets more,
  /// whatever takes it.
  var elementCountMax: Int
  /// The most memory of one worker's tables, in bytes; a run ends when it comes to more.
  var byteCountMax: Int

  package init(elementCountMax: Int = 4096, byteCountMax: Int = 1 << 29) {
    self.elementCountMax = elementCountMax
    self.byteCountMax = byteCountMax
  }

  /// Whether values have come to too much.
  @inline(__always)
  func areExceeded(by contents: ContentMeter) -> Bool { contents.byteCount > byteCountMax }

  /// Whether the next run needs new tables.
  func leaveNoRoom(in judge: Judge) -> Bool { judge.byteCount > byteCountMax / 2 }
}

/// The largest collections of the component values that runs met, each worked out once.
struct GrowthWatch {
  private let elementCountMax: Int
  private var known = [ContiguousArray<Bool?>](repeating: [], count: Row.widthMax)

  init(elementCountMax: Int) { self.elementCountMax = elementCountMax }

  /// The largest collection of a component that changed, if it has too many elements.
  @inline(__always)
  mutating func excess(in row: Row, after old: Row?, _ rows: any RowExpander) -> LargePart? {
    for position in 0..<rows.width where old.map({ $0[position] != row[position] }) ?? true {
      let place = Int(row[position])
      if place < known[position].count, known[position][place] == false { continue }
      if let excess = learn(position, row[position], rows) { return excess }
    }
    return nil
  }

  private mutating func learn(
    _ position: Int, _ handle: UInt32, _ rows: any RowExpander
  ) -> LargePart? {
    let largest = rows.largestCollection(ofComponent: position, handle: handle)
    let isTooLarge = largest.map { $0.count > elementCountMax } ?? false
    while known[position].count <= Int(handle) { known[position].append(nil) }
    known[position][Int(handle)] = isTooLarge
    return isTooLarge ? largest : nil
  }
}
