import Spec

/// What numbers of Quakes look like.
extension QuakesProperties {
  static func format(_ format: QuakesFormat) -> ValuesClause<Quakes> {
    ValuesClause<Quakes>(
      "quakes.format",
      "Every magnitude has a colour, a size and a text, and each number from 0 up lies in one "
        + "colour band.",
      witness: "a quake is in the state",
      consequence: "A quake is shown without a number, or in the wrong colour."
    ) { view in
      guard let quakes = view.state?.quakes.data.values.sorted(), !quakes.isEmpty else {
        return .idle
      }
      return .judge(quakes.compactMap { misdrawn($0.magnitude, format) })
    }
  }

  private static func misdrawn(_ magnitude: Double, _ format: QuakesFormat) -> Violation? {
    let bandCount = format.bands.count { $0.magnitudes.contains(magnitude) }
    if magnitude >= 0 && bandCount != 1 {
      let kind = magnitude.isInfinite ? "infinity" : "a finite number"
      return Violation(
        culprit: "\(bandCount == 0 ? "no band" : "several bands"): \(kind)",
        detail: "\(magnitude) lies in \(bandCount) bands")
    }
    let color = format.color(magnitude: magnitude)
    if (color == .grey) != (bandCount == 0) {
      return Violation(culprit: "other colour", detail: "\(magnitude) is \(color.rawValue)")
    }
    if format.diameter(magnitude: magnitude).isNaN != magnitude.isNaN {
      return Violation(culprit: "no size", detail: "\(magnitude) has no diameter")
    }
    let text = format.text(magnitude: magnitude)
    return text.isEmpty ? Violation(culprit: "no text", detail: "\(magnitude) has no text") : nil
  }

  /// The colour of each magnitude by its definition.
  static func formatContract(_ format: QuakesFormat) -> ValuesClause<Quakes> {
    ValuesClause<Quakes>(
      "contract(format)", "The colour of a magnitude is what its definition says.",
      witness: "a quake is in the state",
      consequence: "A number is shown in the wrong colour."
    ) { view in
      guard let quakes = view.state?.quakes.data.values.sorted(), !quakes.isEmpty else {
        return .idle
      }
      return .judge(
        quakes.compactMap { quake in
          let (drawn, told) = (format.color(magnitude: quake.magnitude), color(quake.magnitude))
          if drawn == told { return nil }
          return Violation(
            culprit: "colour",
            detail: "\(quake.magnitude) should be \(told.rawValue), not \(drawn.rawValue)")
        })
    }
  }

  /// Green below 1, yellow below 2, orange below 3, red below 5, purple below 7, indigo from there
  /// on; grey for what is negative, no number, or has no number above it.
  private static func color(_ magnitude: Double) -> QuakesFormat.Color {
    if !(magnitude >= 0) || magnitude >= .greatestFiniteMagnitude { return .grey }
    let limits: [(Double, QuakesFormat.Color)] = [
      (1, .green), (2, .yellow), (3, .orange), (5, .red), (7, .purple),
    ]
    return limits.first { magnitude < $0.0 }?.1 ?? .indigo
  }
}
