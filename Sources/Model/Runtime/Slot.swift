/// Positions of a runtime state's components in its row.
enum Slot {
  static let store = 0
  static let mail = 1
  static let underWay = 2
  static let database = 3
  static let budgets = 4
  /// All windows take one word, which stays at zero where there are none.
  static let windows = 5
  /// What outlived its process; rows go so far only where the store is remote.
  static let outliving = 6
}
