import Testing

@testable import Model

/// What shows at once what a person did: tasks that are hidden and marked, and a move.
@Suite struct MarkedAppTests: AppSuite {
  @Test func `the mark of what was deleted goes as the store holds it no more`() throws {
    try expectRight(HiddenTasks())
    try expect(
      "deed.kept: undone by complete load", after: 7, in: HiddenTasks(defect: .showsHidden))
  }

  @Test func `the mark of what the store never held stays`() throws {
    try expect(
      "deed.kept: undone by complete load", after: 7, in: HiddenTasks(defect: .forgetsTip))
  }

  @Test func `a status may go after the message of the same failed reply`() throws {
    try expectRight(MovedPiece())
    try expect(
      "memory.durable: state and rows differ", after: 10, in: MovedPiece(defect: .keepsBoard))
    try expect(
      "status.transitions: move waiting → none by complete place", after: 8,
      in: MovedPiece(defect: .tellsNothing))
    try expect(
      "status.transitions: move waiting → none by dispatch become", after: 9,
      in: MovedPiece(defect: .counts))
  }
}
