import Model
import Spec

extension LiveDriver {
  /// Tries one order of jobs after the other along a path.
  ///
  /// - Parameters:
  ///   - countMax: how many orders are tried at most.
  ///   - isEnough: told what a run did and how many labels it took.
  /// - Returns: how many orders were tried, and the most labels that one of them took.
  func tryOrders(
    of labels: [System.Label], isLenient: Bool = false, restsAtEnd: Bool = false,
    atMost countMax: Int, until isEnough: (LiveHistory, _ takenCount: Int) -> Bool
  ) -> (count: Int, takenCountMax: Int) {
    var source = ExhaustiveSource()
    var (count, takenCountMax) = (0, 0)
    repeat {
      let (history, takenCount) = steer(
        along: labels, isLenient: isLenient, restsAtEnd: restsAtEnd, source: &source)
      count += 1
      takenCountMax = max(takenCountMax, takenCount)
      if isEnough(history, takenCount) { break }
    } while count < countMax && source.advance()
    return (count, takenCountMax)
  }
}
