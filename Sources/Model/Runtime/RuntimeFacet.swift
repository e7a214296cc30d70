/// The facets of runtime states: their components, and what is derived from one or two of them.
extension Facet {
  package static let store = Facet(number: Slot.store)
  package static let mail = Facet(number: Slot.mail)
  package static let underWay = Facet(number: Slot.underWay)
  package static let database = Facet(number: Slot.database)
  package static let budgets = Facet(number: Slot.budgets)
  package static let windows = Facet(number: Slot.windows)
  package static let outliving = Facet(number: Slot.outliving)

  private static func derived(_ number: Int) -> Facet { Facet(number: Row.widthMax + number) }

  /// The statuses in the store; nil after a crash.
  package static let statuses = derived(0)
  package static let contents = derived(1)
  package static let rows = derived(2)
  /// The subjects that are pending, in the mail or under way, each with how often.
  package static let pending = derived(3)

  /// Where the facets of observers start, up to the sixteenth.
  @inlinable package static var observerStart: Int { Row.widthMax + 4 }

  /// The components that derived facets are derived from; `pending` joins two.
  static let sources = [Slot.store, Slot.store, Slot.database]
}

/// Facets as bits, as transitions decide them.
enum FacetBits {
  /// What follows from the store, and from the database.
  static let ofStore = following(from: Slot.store)
  static let ofDatabase = following(from: Slot.database)
  static var mail: UInt16 { Facet.mail.bit }
  static var underWay: UInt16 { Facet.underWay.bit }
  static var windows: UInt16 { Facet.windows.bit }
  static var pending: UInt16 { Facet.pending.bit }

  /// A component, and every facet that is derived from it alone.
  private static func following(from component: Int) -> UInt16 {
    Facet.sources.indices.reduce(Facet(number: component).bit) { bits, number in
      Facet.sources[number] == component ? bits | Facet(number: Row.widthMax + number).bit : bits
    }
  }
}

/// What derived facets show; handles are given to these values.
enum DerivedValue<P: Product>: Hashable {
  case statuses([P.Subject: Status]?)
  case contents(P.Contents?, isLoaded: Bool, showsFailure: Bool)
  case subjects([P.Subject: Int])
  case rows(StoredRows<P.Contents>)
}
