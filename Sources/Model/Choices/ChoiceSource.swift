/// The one place that decides wherever more than one thing may happen: values drawn, steps taken,
/// schedules.
///
/// The model asks; who answers (a generator of random numbers, a recorded sequence, an exhaustive walk over
/// small trees) is not its business.
public protocol ChoiceSource {
  /// Answers with a number from 0 up to, not including, `count`; 0 is the simplest answer.
  ///
  /// - Parameter count: how many answers there are, at least 1.
  mutating func choose(below count: Int) -> Int
}
