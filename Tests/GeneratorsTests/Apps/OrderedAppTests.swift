import Testing

@testable import Model

/// Tasks that wait for other tasks once they were answered, or a timer was due.
@Suite struct OrderedAppTests: AppSuite {
  @Test func `a reply that waits for another task is told with the state`() throws {
    try expectRight(OrderedPage())
    try expect(
      "queue.consistent: rest waits, nothing pending after complete page", after: 6,
      in: OrderedPage(drops: true))
  }

  @Test func `what waits for another task once a timer was due is told with the state`() async {
    await #expect(processExitsWith: .success) {
      try OrderedAppTests.expectInTime(
        "memory.durable: state and rows differ", after: 12, in: BehindNote(isForgetful: true),
        notIn: BehindNote())
    }
  }

  @Test func `a loading that ends without a call is carried out once`() throws {
    try expectRight(AwaitedChoice())
    try expect(
      "operation.once: load pending twice after complete load", after: 6,
      in: AwaitedChoice(goesOn: true))
  }

  @Test func `a loading that pauses is carried out twice only where it calls again`() async {
    await #expect(processExitsWith: .success) {
      try OrderedAppTests.expectInTime(
        "queue.consistent: load does not wait, one request pending after complete load", after: 7,
        in: PausedRetry(kind: .doubles), notIn: PausedRetry(kind: .cancels))
    }
  }

  @Test func `a pause whose end sees that there is a newer loading is nothing pending`() async {
    await #expect(processExitsWith: .success) {
      LiveScheduler.ownSleep()
      try AppKindTests.expectRight(PausedRetry(kind: .numbers), #_sourceLocation)
    }
  }
}
