/// How a label stands in one word: its kind, its fault and its payload, each in as many bits as it
/// takes.
struct LabelWord {
  private let kindCount = UInt32(Transition.Kind.allCases.count)
  /// No fault, or one of those that there are.
  private let faultCount = UInt32(Fault.allCases.count) + 1
  /// The greatest payload that there is room for.
  let payloadMax: UInt32

  init() { payloadMax = .max / (kindCount * faultCount) - 1 }

  @inline(__always)
  func word(_ kind: Transition.Kind, _ fault: Fault?, payload: UInt32) -> UInt32 {
    let faultNumber = fault.map { UInt32($0.place) + 1 } ?? 0
    return (payload &* kindCount &+ UInt32(kind.rawValue)) &* faultCount &+ faultNumber
  }
}
