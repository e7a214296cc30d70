import Foundation

extension Quakes {
  /// What a window looks for: the quakes of a day with a text in their names.
  package struct Search: Hashable, Comparable, Codable, Sendable {
    /// What names have to contain; empty for all.
    package var text: String
    @WrittenDate package var date: Date

    package init(text: String, date: Date) {
      self.text = text
      self.date = date
    }

    /// Differs for any two searches that differ: the date's text holds no blank.
    var id: String { "\(date.timeIntervalSinceReferenceDate) \(text)" }

    package var words: String { "'\(text)', \(_date.text ?? "\(date.timeIntervalSinceReferenceDate) s")" }

    package static func < (first: Search, second: Search) -> Bool {
      (first.date, first.text) < (second.date, second.text)
    }
  }

  package enum SortKey: String, CaseOrdered, Codable, Sendable { case time, magnitude }

  package enum SortOrder: String, CaseOrdered, Codable, Sendable { case forward, reverse }

  /// How a list is sorted.
  package struct Sort: Hashable, Comparable, Codable, Sendable {
    package var key: SortKey
    package var order: SortOrder

    package init(key: SortKey = .time, order: SortOrder = .forward) {
      self.key = key
      self.order = order
    }

    package var words: String { "\(key.rawValue) \(order.rawValue)" }

    package static func < (first: Sort, second: Sort) -> Bool {
      (first.key, first.order) < (second.key, second.order)
    }
  }
}
