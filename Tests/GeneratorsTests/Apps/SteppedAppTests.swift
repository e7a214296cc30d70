import Generators
import Testing

@testable import Model

/// View models that change several things one after the other, in one method.
@Suite struct SteppedAppTests: AppSuite {
  @Test func `what a reply undoes last is found, too`() throws {
    try expectRight(SyncedBook())
    try expect("deed.kept: undone by complete position", after: 8, in: SyncedBook(isHasty: true))
  }

  @Test func `how an item fared may go right after the item`() throws {
    try expectRight(ScannedPages())
    try expect(
      "queue.bounded: texts failure without an item after remove", after: 4,
      in: ScannedPages(isForgetful: true))
  }

  @Test func `what is typed may be followed by a word that comes by itself`() throws {
    try expectRight(DictatedField())
    try expect(
      "draft.kept: lost by dispatch become", after: 5, in: DictatedField(isForgetful: true))
  }

  @Test func `a screen may be emptied right after somebody else has signed in`() throws {
    try expectRight(NotesOfTwo())
    try expect("user.apart: left after change", after: 5, in: NotesOfTwo(defect: .leaves))
    try expect("user.apart: changed by complete notes", after: 6, in: NotesOfTwo(defect: .isLate))
  }
}
