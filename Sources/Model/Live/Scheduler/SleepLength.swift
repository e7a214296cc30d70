/// How long a task means to sleep, as far as it can be told when its sleep comes to a scheduler.
///
/// A task sleeps until an instant, and real time goes on between its look at the clock and the
/// scheduler's: by a little, or, where the processor did something else meanwhile, by much. Two
/// sleeps of one length have to be as long nevertheless, or an app would seem to behave by chance.
enum SleepLength {
  /// The length of a sleep, made a little longer so that nearly the same are the same.
  ///
  /// - Parameters:
  ///   - left: the time until its instant; negative where the processor did something else for
  ///     longer than the task sleeps.
  ///   - elapsed: the real time since its job began; no more of it is gone.
  static func duration(left: Duration, elapsed: Duration) -> Duration {
    let length = isWhole(left) ? left : roundest(from: left, through: left + elapsed) ?? left
    return roundedUp(max(.zero, length))
  }

  /// Whether it is a number of whole milliseconds of which next to nothing is gone.
  private static func isWhole(_ left: Duration) -> Bool {
    let milliseconds = left / .milliseconds(1)
    return milliseconds > -0.1 && milliseconds.rounded(.up) - milliseconds < 0.1
  }

  /// The multiple of the longest unit that people give lengths in.
  private static func roundest(from least: Duration, through most: Duration) -> Duration? {
    for unit in [1_000, 500, 100, 50, 25, 10, 5, 1] {
      let multiple = Duration.milliseconds(unit) * (most / .milliseconds(unit)).rounded(.down)
      if multiple >= least && multiple > .zero { return multiple }
    }
    return nil
  }

  private static func roundedUp(_ length: Duration) -> Duration {
    let grain: Duration =
      length > .milliseconds(900)
      ? .milliseconds(100)
      : length > .milliseconds(50)
        ? .milliseconds(50) : length > .milliseconds(5) ? .milliseconds(5) : .milliseconds(1)
    return grain * (length / grain).rounded(.up)
  }
}
