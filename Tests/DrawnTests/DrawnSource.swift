import Foundation
import Model

/// Numbers that follow from a seed (SplitMix64, Steele, Lea and Flood 2014).
struct DrawnSource {
  private var state: UInt64

  init(seed: UInt64) { state = ContentDigest.mix(seed) }

  mutating func word() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return ContentDigest.mix(state)
  }

  mutating func below(_ bound: Int) -> Int { Int(word() % UInt64(bound)) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// The seed of the run: of the variable `SPEC_TEST_SEED`, or always the same.
  static let testSeed: UInt64 = {
    let text = ProcessInfo.processInfo.environment["SPEC_TEST_SEED"]
    return text.map { UInt64($0) ?? ContentDigest.text($0) } ?? 20_260_101
  }()
}
