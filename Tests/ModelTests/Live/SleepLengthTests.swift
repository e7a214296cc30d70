import Testing

@testable import Model

/// How long a task means to sleep, whatever the machine does meanwhile.
@Suite struct SleepLengthTests {
  private func milliseconds(left: Double, elapsed: Double) -> Double {
    SleepLength.duration(left: .milliseconds(left), elapsed: .milliseconds(elapsed))
      / .milliseconds(1)
  }

  @Test(arguments: [
    (1.0, 1.0), (3, 3), (20, 20), (33, 35), (300, 300), (500, 500), (1_000, 1_000), (1_500, 1_500),
    (3_000, 3_000), (12.4, 15), (0, 0),
  ])
  func `a sleep is as long as it was said to be, or a little longer`(said: Double, is: Double) {
    #expect(milliseconds(left: max(said - 0.004, 0), elapsed: 0.05) == `is`)
  }

  @Test(arguments: [1.0, 10, 20, 50, 100, 300, 500, 1_000, 2_000, 5_000])
  func `what the processor did between two looks at the clock makes it no shorter`(said: Double) {
    for gone in [0.37, 7.6, 41.3, 88.8, 1_350.2, 6_100.97] {
      #expect(milliseconds(left: said - gone, elapsed: gone + 0.06) == said, "\(gone)")
    }
  }

  @Test(arguments: [20.0, 300, 1_000])
  func `what its job did before makes it no longer`(said: Double) {
    #expect(milliseconds(left: said - 0.004, elapsed: 150) == said)
  }

  @Test func `a sleep that is over lasts no time`() {
    #expect(milliseconds(left: 0, elapsed: 700) == 0)
    #expect(milliseconds(left: -0.006, elapsed: 700) == 0)
    #expect(milliseconds(left: -90, elapsed: 0.05) == 0)
  }
}
