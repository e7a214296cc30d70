import Foundation
import Model
import Spec

/// What numbers of Quakes look like.
extension QuakesProperties {
  static func format(_ format: Quakes.Format) -> ValuesClause<Quakes> {
    ValuesClause<Quakes>(
      "quakes.format",
      "Every magnitude has a colour, a size and a text, and each number from 0 up lies in one colour band.",
      witness: "a quake is in the state",
      consequence: "A quake is shown without a number, or in the wrong colour."
    ) { view in
      guard let quakes = view.state?.quakes.data.values.sorted(), !quakes.isEmpty else { return .idle }
      return .judge(quakes.compactMap { misdrawn($0.magnitude, format) })
    }
  }

  private static func misdrawn(_ magnitude: Double, _ format: Quakes.Format) -> Violation? {
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

  // MARK: Definitions

  /// Asked of the magnitudes of a case, and of some counts.
  static func formatContract(_ product: Quakes) -> ValuesClause<Quakes> {
    let (format, hasEnd) = (product.format, !product.repaired.contains(.extendLastBand))
    let always =
      [0, 1, 2, 1_000, 1_234_567].compactMap { miswritten(count: $0, format) }
      + (format.locale.identifier == Locale.current.identifier
        ? [] : [Violation(culprit: "locale", detail: "numbers do not follow the current locale")])
    return ValuesClause<Quakes>(
      "contract(format)",
      "Colour, size and text of a magnitude, and the words of the footer, are what their definitions say.",
      witness: "a quake is in the state",
      consequence: "A number is shown in the wrong colour, size or words."
    ) { view in
      guard let quakes = view.state?.quakes.data.values.sorted(), !quakes.isEmpty else { return .idle }
      let own = quakes.compactMap { miswritten($0.magnitude, format, hasEnd) }
      return .judge((always + own + [miswritten(count: quakes.count, format)].compactMap(\.self)))
    }
  }

  private static func miswritten(
    _ magnitude: Double, _ format: Quakes.Format, _ hasEnd: Bool
  ) -> Violation? {
    let (color, right) = (format.color(magnitude: magnitude), color(magnitude, hasEnd))
    if color != right {
      return Violation(
        culprit: "colour", detail: "\(magnitude) should be \(right.rawValue), not \(color.rawValue)")
    }
    let (diameter, told) = (format.diameter(magnitude: magnitude), (magnitude + 3) * 6)
    if diameter != told && !(diameter.isNaN && told.isNaN) {
      return Violation(culprit: "size", detail: "\(magnitude) should be \(told) wide, not \(diameter)")
    }
    for writing in Writing.all {
      guard let told = writing.text(magnitude),
        case let text = format.located(writing.locale).text(magnitude: magnitude), text != told
      else { continue }
      return Violation(culprit: "text", detail: "\(magnitude) should be '\(told)', not '\(text)'")
    }
    return nil
  }

  private static func miswritten(count: Int, _ format: Quakes.Format) -> Violation? {
    for writing in Writing.all {
      let (format, number) = (format.located(writing.locale), writing.text(count))
      let listed = count == 1 ? "1 earthquake" : "\(number) earthquakes"
      for (text, told) in [
        (format.footer(listedCount: count), listed), (format.footer(totalCount: count), "\(number) total"),
      ] where text != told {
        return Violation(culprit: "footer", detail: "the footer should be '\(told)', not '\(text)'")
      }
    }
    return nil
  }

  /// Green below 1, yellow below 2, orange below 3, red below 5, purple below 7, indigo from there on; grey
  /// for what is negative, no number, or, where the last band has an end, has no number above it.
  private static func color(_ magnitude: Double, _ hasEnd: Bool) -> Quakes.Format.Color {
    if !(magnitude >= 0) || hasEnd && magnitude >= .greatestFiniteMagnitude { return .grey }
    let limits: [(Double, Quakes.Format.Color)] = [
      (1, .green), (2, .yellow), (3, .orange), (5, .red), (7, .purple),
    ]
    return limits.first { magnitude < $0.0 }?.1 ?? .indigo
  }
}

/// How a locale writes numbers, worked out digit by digit.
private struct Writing {
  let locale: Locale
  let point: String
  let separator: String

  static let all = [
    Writing(locale: Locale(identifier: "en_US"), point: ".", separator: ","),
    Writing(locale: Locale(identifier: "de_DE"), point: ",", separator: "."),
  ]

  func text(_ count: Int) -> String { grouped("\(count)") }

  /// One fraction digit of the shortest decimal that names the number, halves to even; nil for what is no
  /// number, and where that decimal is too long to be worked out here.
  func text(_ magnitude: Double) -> String? {
    if magnitude.isNaN { return nil }
    let sign = magnitude.sign == .minus ? "-" : ""
    if magnitude.isInfinite { return sign + "∞" }
    guard magnitude.magnitude < 1e15, var decimal = Decimal(string: "\(magnitude.magnitude)") else {
      return nil
    }
    var rounded = Decimal()
    NSDecimalRound(&rounded, &decimal, 1, .bankers)
    let tenths = NSDecimalNumber(decimal: rounded * 10).int64Value
    return "\(sign)\(grouped("\(tenths / 10)"))\(point)\(tenths % 10)"
  }

  private func grouped(_ digits: String) -> String {
    let places = digits.enumerated().map { place, digit in
      place > 0 && (digits.count - place) % 3 == 0 ? "\(separator)\(digit)" : "\(digit)"
    }
    return places.joined()
  }
}
