import Testing

@Suite struct LeftAppTests: AppSuite {
  @Test func `what was cancelled ends its spinner as it hears of that`() throws {
    try expectRight(LeftPage())
  }

  @Test func `a spinner that outlives what was cancelled is found`() throws {
    try expect("operation.answered: page", after: 5, in: LeftPage(mistake: .keepsSpinner))
  }

  @Test func `that a page was cancelled which was left is not to be told`() throws {
    try expect(
      "reply.stale: late complete load", after: 5, in: LeftPage(mistake: .tellsCancelled))
  }

  @Test func `a status goes after the message of the same reply, as before it`() throws {
    try expectRight(MovedPiece())
    try expect(
      "memory.durable: state and rows differ", after: 10, in: MovedPiece(keepsBoard: true))
  }

  @Test func `a mark of what was deleted goes as the server has it no more`() throws {
    try expectRight(BuriedTasks())
    try expect("deed.kept: undone by complete load", after: 7, in: BuriedTasks(showsDeleted: true))
  }
}
