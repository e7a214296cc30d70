import Model
import Spec

/// What keeps runs whose values grow from taking all memory.
///
/// A run ends where a collection has more elements than allowed, whoever takes the run: tables in which
/// there is such a collection serve no other run.
struct RunBounds: Sendable {
  /// The most elements that a collection may have.
  var elementCountMax = 4096
  /// The most memory of one worker's tables, in bytes.
  var byteCountMax = 1 << 29

  /// Whether a run has to end here.
  @inline(__always)
  func areExceeded(by contents: ContentMeter) -> Bool {
    contents.elementCountMax > elementCountMax || contents.byteCount > byteCountMax
  }

  /// Whether the next run needs new tables.
  func leaveNoRoom(in watch: RowWatch) -> Bool {
    areExceeded(by: watch.rows.contents) || watch.byteCount > byteCountMax / 2
  }
}
