/// What kinds of statuses, rows and deeds an app has, as far as its steps have shown.
///
/// The promises that speak of what is loaded ask for it. Each step may show more of it; a search that goes by
/// less begins anew.
struct AppShape: Equatable, Sendable {
  /// Whether it is told what of a state the rows hold.
  let hasContents: Bool
  /// The statuses that begin to wait when people come to a screen.
  private(set) var collections: [AppSubject] = []
  /// Whether states or rows have room for items, beside statuses of them.
  private(set) var hasItems: Bool

  /// The statuses of no single item that begin to wait with a deed, by what it is to the promises.
  private var asked: [Asking: Set<AppSubject>] = [:]
  /// Where single items have statuses.
  private var itemPaths: Set<String> = []
  /// How many dictionaries and lists the first state has.
  private let collectionCount: Int
  /// Whether some state held an item, or the first rows do: nothing more is to be found out about items.
  private(set) var holdsKeys: Bool

  private enum Asking: Hashable { case appearing, adding, destroying, other }

  /// What can be said before the first step.
  ///
  /// - Parameters:
  ///   - first: the state at the first launch.
  ///   - stored: what the first rows show; nil where the app does not say.
  init(_ first: ContentTree, stored: AppFacts?, hasContents: Bool) {
    self.hasContents = hasContents
    collectionCount = first.collectionCount
    holdsKeys = stored?.contents.hasKeys ?? false
    hasItems = holdsKeys || collectionCount > 0
  }

  /// Whether what reloads a collection adds rows, which the scope bounds, or nothing loads anything but what
  /// changes something.
  var boundsRecovery: Bool {
    func asked(_ asking: Asking) -> Set<AppSubject> { self.asked[asking] ?? [] }
    let changing = asked(.adding).union(asked(.destroying)).subtracting(asked(.appearing))
      .subtracting(asked(.other))
    return collections.isEmpty
      ? asked(.other).isEmpty && !changing.isEmpty
      : !asked(.adding).isDisjoint(with: collections) || changing.isSuperset(of: collections)
  }

  /// Takes note of where a step leads.
  ///
  /// - Parameters:
  ///   - deed: what people do in it; nil where they do nothing.
  ///   - old: the statuses before.
  mutating func note<Action>(_ deed: Deed<Action>?, from old: [AppSubject: Status], to new: AppFacts) {
    if !holdsKeys {
      holdsKeys = new.contents.hasKeys
      for subject in new.statuses.keys where !subject.name.isEmpty { itemPaths.insert(subject.path) }
      hasItems = holdsKeys || collectionCount > itemPaths.count
    }
    guard let deed else { return }
    let asking: Asking =
      switch deed.kind {
      case .appears: .appearing
      case .adds: .adding
      case .destroys: .destroying
      case .other: .other
      }
    for (subject, status) in new.statuses
    where subject.name.isEmpty && status == .waiting && old[subject] != .waiting
      && asked[asking, default: []].insert(subject).inserted && asking == .appearing
    {
      collections = (collections + [subject]).sorted()
    }
  }

  /// Whether promises are judged by it as by another one.
  func isAlike(_ other: AppShape) -> Bool {
    collections == other.collections && hasItems == other.hasItems && boundsRecovery == other.boundsRecovery
  }
}
