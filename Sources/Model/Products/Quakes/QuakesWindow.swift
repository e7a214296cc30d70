/// One window: what list and map have selected, and what both look for.
struct QuakesWindow: Hashable, Sendable {
  /// The quake that is selected in the list; nothing clears it when the quake goes.
  var listSelection: String?
  var mapSelection: String?
  var search: Quakes.Search
  var sort = Quakes.Sort()
  var hasListAppeared = false
}

/// What a person does in a window.
enum QuakesWindowGesture: Hashable, Comparable, Codable, Sendable {
  case listAppears
  case refresh(range: Quakes.RefreshRange)
  case selectInList(id: String)
  case deselectInList
  case selectOnMap(id: String)
  case deselectOnMap
  case lookFor(search: Quakes.Search)
  case sortBy(sort: Quakes.Sort)
  /// Delete Selected; the id is the selection's.
  case deleteSelected(id: String)
  case deleteAll
}

extension Quakes {
  typealias Window = QuakesWindow
  typealias WindowGesture = QuakesWindowGesture
}

extension QuakesWindow: Comparable {
  static func < (first: Self, second: Self) -> Bool {
    if first.search != second.search { return first.search < second.search }
    if first.sort != second.sort { return first.sort < second.sort }
    let (one, other) = (first.words, second.words)
    return one.lexicographicallyPrecedes(other)
  }

  private var words: [String] {
    [listSelection, mapSelection].map(\.orderWord) + ["\(hasListAppeared)"]
  }
}
