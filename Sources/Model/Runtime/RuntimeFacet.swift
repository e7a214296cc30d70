/// The facets of runtime states: their components, and what properties need of a component.
extension Facet {
  /// The store's state or crash.
  public static let store = Facet(number: Slot.store)
  /// The mail.
  public static let mail = Facet(number: Slot.mail)
  /// The thunks under way.
  public static let underWay = Facet(number: Slot.underWay)
  /// The database.
  public static let database = Facet(number: Slot.database)
  /// What is left of the budgets.
  public static let budgets = Facet(number: Slot.budgets)
  /// The ghost fields.
  public static let ghost = Facet(number: Slot.ghost)

  /// The windows.
  public static let windows = Facet(number: Slot.windows)

  private static func derived(_ number: Int) -> Facet { Facet(number: Row.widthMax + number) }

  /// The statuses in the store; also whether it crashed.
  public static let statuses = derived(0)
  /// The state's contents and whether it is loaded without a failure on show, as far as memory is
  /// concerned.
  public static let contents = derived(1)
  /// The rows of the database.
  public static let rows = derived(2)
  /// The rows at the moment of the last kill, while they still bind.
  public static let rowsAtKill = derived(3)
  /// The product's ghost fields.
  public static let productGhost = derived(4)

  /// The subjects that are pending, in the mail or under way, each with how often.
  public static let pending = derived(5)

  /// The components that derived facets are derived from; the last facet joins two others.
  static let sources = [Slot.store, Slot.store, Slot.database, Slot.ghost, Slot.ghost]
}

/// What derived facets show; handles are given to these values.
enum DerivedValue<P: Product>: Hashable {
  case statuses([P.Subject: Status]?)
  case contents(P.Contents?, isLoaded: Bool, showsFailure: Bool)
  case subjects([P.Subject: Int])
  case rows(StoredRows<P.Contents>?)
  case ghost(P.Ghost)
}
