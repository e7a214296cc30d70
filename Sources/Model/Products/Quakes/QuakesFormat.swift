import Foundation

/// How quakes look on list and map.
struct QuakesFormat: Sendable {
  /// Decides how numbers are written; the current one by default, as published.
  var locale = Locale.current
  /// The bands of magnitudes that have a colour of their own; the greatest finite number is in
  /// none.
  var bands: [(magnitudes: ClosedRange<Double>, color: Color)] = [
    (0...1.nextDown, .green), (1...2.nextDown, .yellow), (2...3.nextDown, .orange),
    (3...5.nextDown, .red), (5...7.nextDown, .purple),
    (7...Double.greatestFiniteMagnitude.nextDown, .indigo),
  ]

  enum Color: String, Hashable, Codable, Sendable, CaseIterable {
    case green
    case yellow
    case orange
    case red
    case purple
    case indigo
    case grey
  }

  /// The colour for a magnitude, unrounded; grey outside all bands.
  func color(magnitude: Double) -> Color {
    bands.first { $0.magnitudes.contains(magnitude) }?.color ?? .grey
  }

  /// The diameter of the circle, in points.
  func diameter(magnitude: Double) -> Double { (magnitude + 3) * 6 }

  /// The magnitude with one fraction digit, halves to even.
  func text(magnitude: Double) -> String {
    let style = FloatingPointFormatStyle<Double>(locale: locale)
    return magnitude.formatted(style.precision(.fractionLength(1)).rounded(rule: .toNearestOrEven))
  }

  func footer(listedCount: Int) -> String {
    listedCount == 1 ? "1 earthquake" : "\(text(count: listedCount)) earthquakes"
  }

  func footer(totalCount: Int) -> String { "\(text(count: totalCount)) total" }

  private func text(count: Int) -> String {
    count.formatted(IntegerFormatStyle<Int>(locale: locale))
  }
}
