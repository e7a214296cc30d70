import Foundation

extension Quakes {
  /// How quakes look on list and map.
  public enum Format {
    /// The colour of a quake's circle.
    public enum Color: String, Hashable, Codable, Sendable, CaseIterable {
      /// Below 1.
      case green
      /// From 1, below 2.
      case yellow
      /// From 2, below 3.
      case orange
      /// From 3, below 5.
      case red
      /// From 5, below 7.
      case purple
      /// From 7 on.
      case indigo
      /// Everything else.
      case grey
    }

    /// The bands of magnitudes that have a colour of their own; the greatest finite number is in none.
    public static let bands: [(magnitudes: Range<Double>, color: Color)] = [
      (0..<1, .green), (1..<2, .yellow), (2..<3, .orange), (3..<5, .red), (5..<7, .purple),
      (7..<Double.greatestFiniteMagnitude, .indigo),
    ]

    /// The colour for a magnitude, unrounded; grey outside all bands.
    public static func color(magnitude: Double) -> Color {
      bands.first { $0.magnitudes.contains(magnitude) }?.color ?? .grey
    }

    /// The diameter of the circle, in points.
    public static func diameter(magnitude: Double) -> Double { (magnitude + 3) * 6 }

    /// The magnitude with one fraction digit, halves to even.
    public static func text(magnitude: Double) -> String { magnitude.formatted(style) }

    private static let style = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US_POSIX"))
      .precision(.fractionLength(1)).rounded(rule: .toNearestOrEven).grouping(.never)

    /// The text below the list: how many are listed.
    public static func footer(listedCount: Int) -> String {
      listedCount == 1 ? "1 earthquake" : "\(listedCount) earthquakes"
    }

    /// The text below the list: how many there are.
    public static func footer(totalCount: Int) -> String { "\(totalCount) total" }
  }
}
