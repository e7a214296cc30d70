import Model

/// What a running app has loaded since its launch, as far as the steps to a state tell.
///
/// Which status stands for what is not declared. What people can come to has to be loaded; once a
/// state has agreed with the rows, it is what was at success then. All of it follows from the path,
/// so that a replay says the same as a search.
enum Loading<Subject: Hashable & Sendable>: Hashable, Sendable {
  /// State and rows have not agreed yet: what begins to wait with screens that were offered so far,
  /// the fields of what is stored that were not as empty as at first, and whether the rows were as
  /// empty as the state that the app began with.
  case offered(Set<Subject>, filled: Set<Int> = [], isBare: Bool = false)
  /// They have agreed: what was at success each time.
  case agreed(Set<Subject>)

  /// What a state shows of it.
  struct Sight {
    var statuses: [Subject: Status]
    /// The statuses that begin to wait with screens that are offered.
    var offered: Set<Subject>
    /// The statuses that are of no single item.
    var single: Set<Subject>
    /// Whether nothing is under way.
    var isSettled: Bool
    /// Whether it agrees with the rows, and is not as empty as an app that knows nothing of them.
    var agrees: Bool
    /// Whether it is the state that the app begins with.
    var isFirst: Bool
    /// Whether that shows all that the rows hold, which is nothing yet.
    var isBare: Bool
    /// The fields of what is stored that are not as empty as at first.
    var filled: Set<Int>
  }

  mutating func note(_ sight: Sight) {
    let successes = sight.single.filter { sight.statuses[$0] == .success }
    let agrees = sight.isSettled && sight.agrees
    // As after a launch.
    if sight.isFirst { self = .offered([], isBare: sight.isBare) }
    switch self {
    case .offered(let before, let filled, let isBare):
      let isLoaded = agrees && successes == sight.single && before.isSubset(of: successes)
      // As long as no further screen is offered, the same says what is loaded.
      if isLoaded && (before.isEmpty ? sight.offered.isEmpty : !sight.offered.isSubset(of: before))
      {
        self = .agreed(before.isEmpty ? successes : before)
      } else {
        let offered = before.union(sight.offered)
        self = .offered(
          offered, filled: filled.union(sight.filled), isBare: isBare && offered.isEmpty)
      }
    case .agreed(let loaded):
      // A screen that was closed need not be open again.
      let rest = loaded.filter { sight.statuses[$0] != nil }
      if agrees && !rest.isEmpty && rest.isSubset(of: successes) { self = .agreed(rest) }
    }
  }

  /// The parts that something was seen in; nil once state and rows have agreed, when all was.
  var filled: Set<Int>? { if case .offered(_, let filled, _) = self { filled } else { nil } }

  /// Whether a state shows what the rows hold, if all is right.
  ///
  /// - Parameter isEmpty: whether it is as empty as an app that knows nothing of them.
  func isLoaded(_ statuses: [Subject: Status], isEmpty: Bool) -> Bool {
    switch self {
    // Where there was nothing to load, all that is there came with what people did.
    case .offered(let offered, _, let isBare) where offered.isEmpty:
      isBare && !statuses.isEmpty && statuses.values.allSatisfy { $0 == .success }
    case .offered(let offered, _, _): offered.allSatisfy { statuses[$0] == .success }
    case .agreed(let loaded):
      loaded.isEmpty ? !isEmpty : loaded.allSatisfy { statuses[$0] == .success }
    }
  }
}

/// How states of running apps are looked at: what they hold beside the rows.
struct LoadingWatch<P: Product>: Sendable {
  typealias Sight = Loading<P.Subject>.Sight

  let system: RuntimeSystem<P>
  private var product: P { system.product }

  /// Whether rows hold what a state does; of what an app's state holds, what is stored.
  static func agree(_ rows: StoredRows<P.Contents>, _ contents: P.Contents?) -> Bool {
    guard case .rows(let shown) = rows, let contents else { return false }
    return areAlike(shown, contents)
  }

  /// Where an app's rows and state differ first, in words; nil where they do not, or reflection
  /// sees nothing.
  static func difference(_ rows: StoredRows<P.Contents>, _ contents: P.Contents?) -> String? {
    guard case .rows(let shown) = rows, let one = (shown as? any ReflectedContents)?.stored,
      let other = (contents as? any ReflectedContents)?.stored
    else { return nil }
    let (stored, held) = (one.facts(named: ""), other.facts(named: ""))
    let place = Set(stored.keys).union(held.keys).sorted().first { stored[$0] != held[$0] }
    return place.map {
      "\($0): \(held[$0] ?? "nothing") in the state, \(stored[$0] ?? "nothing") stored"
    }
  }

  static func areAlike(_ one: P.Contents, _ other: P.Contents) -> Bool {
    if let one = one as? any ReflectedContents, let other = other as? any ReflectedContents {
      return one.stored == other.stored
    }
    return one == other
  }

  /// Whether what is stored of a state is what it is before anything is known of the rows; never,
  /// if an app shows at its launch what is stored.
  var isEmpty: @Sendable (P.Contents?) -> Bool {
    let empty = product.contents(of: product.initialState)
    guard let start = system.initialStates.first, let state = start.state,
      case let shown = product.contents(of: state), Self.areAlike(shown, empty)
    else { return { $0 == nil } }
    return { contents in contents.map { Self.areAlike($0, empty) } ?? true }
  }

  /// Whether part of what is stored may not be loaded yet: all that differs from the rows was
  /// always as empty as before anything is known of them, and something else is not.
  ///
  /// The fields that were seen otherwise are told with the state; nil for all.
  var isLoadedInPart: @Sendable (RuntimeView<P>, _ filled: Set<Int>?) -> Bool {
    let (filledFields, loaded) = (filledFields, loadedFields)
    let (first, pages) = (product.contents(of: product.initialState), pages)
    if loaded.isEmpty { return { _, _ in false } }
    return { view, filled in
      guard let filled, case .rows(let rows) = view.rows, let contents = view.contents,
        let shown = Self.fields(of: contents, as: first, pages),
        let stored = Self.fields(of: rows, as: first, pages),
        shown.count == stored.count
      else { return false }
      let now = filledFields(contents)
      let missing = shown.indices.filter { shown[$0] != stored[$0] }
      return !missing.isEmpty && !now.isEmpty
        && loaded.subtracting(now).subtracting(filled).isSuperset(of: missing)
    }
  }

  /// The fields of what is stored that are loaded and not as empty as before anything is known of
  /// the rows.
  private var filledFields: @Sendable (P.Contents) -> Set<Int> {
    let (empty, loaded) = (product.contents(of: product.initialState), loadedFields)
    let pages = pages
    if loaded.isEmpty { return { _ in [] } }
    return { Self.differing($0, empty, pages).intersection(loaded) }
  }

  /// The fields that have to be loaded to show the first rows, where these are several.
  private var loadedFields: Set<Int> {
    guard system.isExplored, case .rows(let shown) = product.rows(of: product.initialDatabase)
    else {
      return []
    }
    let fields = Self.differing(shown, product.contents(of: product.initialState), pages)
    return fields.count > 1 ? fields : []
  }

  private static func differing(
    _ one: P.Contents, _ first: P.Contents, _ pages: Set<Substring>
  ) -> Set<Int> {
    guard let one = fields(of: one, as: first, pages),
      let other = fields(of: first, as: first, pages), one.count == other.count
    else { return [] }
    return Set(one.indices.filter { one[$0] != other[$0] })
  }

  /// The fields in which screens have statuses of their own.
  private var pages: Set<Substring> {
    let screens = product.subjectsOffered(in: product.initialState).union(product.collections)
    return Set(screens.compactMap { product.kind(of: $0).split(separator: ".").first })
  }

  /// The fields of what is stored, and in place of a dictionary or a list of pages that stand there
  /// at first each of them, as that of a tab; nil where others stand there.
  private static func fields(
    of contents: P.Contents, as first: P.Contents, _ pages: Set<Substring>
  ) -> [ContentTree]? {
    guard case .record(let fields)? = (contents as? any ReflectedContents)?.stored,
      case .record(let firsts)? = (first as? any ReflectedContents)?.stored,
      fields.count == firsts.count
    else { return nil }
    var all: [ContentTree] = []
    for (field, first) in zip(fields, firsts) {
      switch (field.value, first.value) {
      case _ where field.label.map { !pages.contains($0[...]) } ?? true: all.append(field.value)
      case (.entries(let entries), .entries(let firsts)) where !firsts.isEmpty:
        guard entries.map(\.key) == firsts.map(\.key) else { return nil }
        all += entries.map(\.value)
      case (.list(let elements, _), .list(let firsts, _)) where !firsts.isEmpty:
        guard elements.count == firsts.count else { return nil }
        all += elements
      default: all.append(field.value)
      }
    }
    return all
  }

  /// What a state shows of what is loaded.
  var sight: @Sendable (RuntimeView<P>) -> Sight {
    let look = look
    return { view in
      look(view.state, view.statuses ?? [:], view.contents, view.isSettled) { view.rows }
    }
  }

  /// What is loaded at the first launch.
  var atLaunch: Loading<P.Subject> {
    var loading = Loading<P.Subject>.offered([])
    guard let start = system.initialStates.first, let state = start.state else { return loading }
    loading.note(
      look(state, product.statuses(of: state), product.contents(of: state), start.underWay.isEmpty)
      {
        product.rows(of: start.database)
      })
    return loading
  }

  private typealias Look =
    @Sendable (
      P.State?, [P.Subject: Status], P.Contents?, _ isSettled: Bool,
      _ rows: () -> StoredRows<P.Contents>
    ) -> Sight

  private var look: Look {
    let (product, isEmpty, filledFields) = (product, isEmpty, filledFields)
    return { state, statuses, contents, isSettled, rows in
      let isFirst = state == product.initialState
      return Sight(
        statuses: statuses,
        offered: state.map {
          product.subjectsOffered(in: $0).filter { product.name(of: $0).isEmpty }
        } ?? [],
        single: Set(statuses.keys.filter { product.name(of: $0).isEmpty }), isSettled: isSettled,
        agrees: product.hasContents && !isEmpty(contents) && Self.agree(rows(), contents),
        isFirst: isFirst,
        isBare: isFirst && isSettled && product.hasContents && isEmpty(contents)
          && Self.agree(rows(), contents),
        filled: contents.map(filledFields) ?? [])
    }
  }
}

extension LoadingWatch {
  /// Whether what could not be loaded is there after all, as where a person pulls to refresh what
  /// failed to open: the screen shows all that is stored, and did not before, or nothing, or a load
  /// of all that is stored has just succeeded.
  static func isThere(_ subject: P.Subject, _ step: AppProperties<P>.View, _ product: P) -> Bool {
    guard product.collections.contains(subject), let old = step.old.state.map(product.contents),
      step.new.finalStatuses(product)?[subject] == .success,
      agree(step.new.rows, step.new.finalState.map(product.contents))
    else { return false }
    return !agree(step.old.rows, old)
      || areAlike(old, product.contents(of: product.initialState))
      || loadsAll(step, product)
  }

  /// Whether a step goes on with the success of a call that is about nothing, changes nothing, and
  /// brings all that is stored.
  private static func loadsAll(_ step: AppProperties<P>.View, _ product: P) -> Bool {
    guard let call = AppProperties<P>.succeeded(step), call.carried.isEmpty,
      let operation = call as? P.Operation
    else { return false }
    var database = step.new.database
    guard let reply = try? product.perform(operation, on: &database) as? GateReply else {
      return false
    }
    return database == step.new.database && reply.isEqual(to: ContentTree(database))
  }
}
