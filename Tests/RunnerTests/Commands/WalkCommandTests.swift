import Testing

/// What the walk command prints.
@Suite(.waiting) struct WalkCommandTests {
  @Test func `a walk shrinks the crash of the counter to one tap`() throws {
    let run = try Runner.run(["walk", "counter", "--scope", "top", "--seed", "1", "--runs", "1"])
    #expect(run.flat.contains("crash after didTapIncrementButton (seed 1, 1 step)"))
  }
}
