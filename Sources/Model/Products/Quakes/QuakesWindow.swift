import Foundation

extension Quakes {
  /// One window: what list and map have selected, and what both look for.
  public struct Window: Hashable, Sendable {
    /// The quake that is selected in the list; nothing clears it when the quake goes.
    public var listSelection: String?
    /// The quake that is highlighted on the map.
    public var mapSelection: String?
    /// What is looked for.
    public var search: Search
    /// How the list is sorted.
    public var sort = Sort()
    /// Whether the list has appeared.
    public var hasListAppeared = false

    /// Makes a window as it opens.
    public init(search: Search) { self.search = search }
  }

  /// What a person does in a window.
  public enum WindowGesture: Hashable, Comparable, Codable, Sendable {
    /// The list appears.
    case listAppears
    /// Refresh, with a range.
    case refresh(range: RefreshRange)
    /// A tap on a row.
    case selectInList(id: String)
    /// A tap on a circle.
    case selectOnMap(id: String)
    /// Another text or day is looked for.
    case lookFor(search: Search)
    /// The list is sorted another way.
    case sortBy(sort: Sort)
    /// Delete Selected; the id is the selection's.
    case deleteSelected(id: String)
    /// Delete All.
    case deleteAll
  }
}

extension Quakes.Window: Comparable {
  /// Compares selections, then what is looked for, then the sort.
  public static func < (first: Self, second: Self) -> Bool {
    if first.search != second.search { return first.search < second.search }
    if first.sort != second.sort { return first.sort < second.sort }
    let (one, other) = (first.words, second.words)
    return one.lexicographicallyPrecedes(other)
  }

  private var words: [String] { [listSelection ?? "", mapSelection ?? "", "\(hasListAppeared)"] }
}

extension Quakes.Search: Comparable {
  /// Compares dates, then texts.
  public static func < (first: Self, second: Self) -> Bool {
    (first.date, first.text) < (second.date, second.text)
  }
}

extension Quakes.Sort: Comparable {
  /// Time before magnitude, forward before reverse.
  public static func < (first: Self, second: Self) -> Bool { first.rank < second.rank }

  private var rank: Int { (key == .time ? 0 : 2) + (order == .forward ? 0 : 1) }
}
