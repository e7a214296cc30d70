/// What happens around the app.
struct OutsideTables {
  let arrivals = HandleTable()
  let occurrences = HandleTable()

  var memory: MemoryUse { arrivals.memory + occurrences.memory }
}

/// What happens around the app, by its inputs.
extension TransitionCache {
  @inline(__always)
  mutating func addArrivals<P: Product>(
    _ row: Row, into steps: inout StepBuffer, asking calls: ProductCalls<P>
  ) {
    guard isRemote && row[Slot.outliving] != Self.emptyHandle else { return }
    let key = HandleTable.Key(row[Slot.outliving], row[Slot.database])
    let arrivals = run(of: key, in: outsideTables.arrivals) {
      calls.arrivals(of: row[Slot.outliving], database: row[Slot.database])
    }
    for transition in arrivals {
      var base = row
      base[Slot.outliving] = transitions[Int(transition)].thunk
      apply(transition, to: row, base: base, into: &steps, asking: calls)
    }
  }

  @inline(__always)
  mutating func addOccurrences<P: Product>(
    _ row: Row, into steps: inout StepBuffer, asking calls: ProductCalls<P>
  ) {
    if budgets.occurrencesLeft(row[Slot.budgets]) == 0 { return }
    let key = HandleTable.Key(row[Slot.store], row[Slot.database])
    let occurrences = run(of: key, in: outsideTables.occurrences) {
      calls.occurrences(store: row[Slot.store], database: row[Slot.database])
    }
    for transition in occurrences {
      apply(transition, to: row, base: row, into: &steps, asking: calls)
    }
  }
}

/// What happens around the app, asked for what the tables do not know yet.
extension ProductCalls {
  /// How each request that outlived its process can be carried out: no fault, as nothing hears of
  /// it.
  func arrivals(of outliving: UInt32, database: UInt32) -> [Transition] {
    let operations = interned.underWays[outliving].map { interned.thunks[$0].operation }
    var arrivals: [(label: P.Operation, Transition)] = []
    // What one asks for alike is one: nothing hears what becomes of it.
    for (place, operation) in operations.enumerated()
    where !operations[..<place].contains(where: { P.request($0) == P.request(operation) }) {
      var others = operations
      others.remove(at: place)
      let rest = interned.handle(
        ofOutliving: others + [product.resent(operation)].compactMap(\.self))
      let answers = product.answers(to: operation, values: values)
      for answered in answers.isEmpty ? [operation] : answers {
        var transition = Transition(kind: .arrive, traits: .outside)
        transition.payload = interned.thunks.handle(of: Thunk(operation: answered))
        transition.database = interned.databases.handle(
          of: product.database(interned.databases[database], after: answered))
        transition.thunk = rest
        let label = P.request(answered)
        if arrivals.contains(where: { $0.label == label }) {
          interned.complaint =
            "two steps of one state have the label arrive(\(label)): "
            + "give each operation answers of its own"
        }
        arrivals.append((label, transition))
      }
    }
    return arrivals.sorted { contentPrecedes($0.label, $1.label) }.map(\.1)
  }

  /// Every occurrence that changes something.
  func occurrences(store: UInt32, database: UInt32) -> [Transition] {
    guard case .running(let state) = interned.stores[store] else { return [] }
    let offered = product.occurrences(values: values)
    if Set(offered).count < offered.count {
      interned.complaint = "an occurrence is offered twice: \(offered)"
    }
    let ordered = offered.enumerated().sorted { contentPrecedes($0.element, $1.element) }
    return ordered.compactMap { complexity, occurrence in
      var (changed, rows) = (state, interned.databases[database])
      product.take(occurrence, in: &changed, &rows)
      if changed == state && rows == interned.databases[database] { return nil }
      var transition = Transition(kind: .occur, traits: [.outside, .fault])
      transition.payload = interned.occurrences.handle(of: occurrence)
      transition.complexity = UInt16(clamping: complexity)
      if changed != state {
        transition.store = interned.stores.handle(of: .running(changed))
        complain(of: occurrence, from: state, to: changed)
      }
      transition.database = interned.databases.handle(of: rows)
      return transition
    }
  }

  /// What an occurrence must not do: requests alone change statuses, and windows that always show
  /// what selectors say would show at once what no element tells them.
  private func complain(of occurrence: P.Occurrence, from old: P.State, to new: P.State) {
    if product.statuses(of: old) != product.statuses(of: new) {
      interned.complaint =
        "the occurrence \(occurrence) changes a status, which only requests and replies do"
    } else if !isOpen && !isLagging {
      interned.complaint =
        "the occurrence \(occurrence) changes what selectors read, and no element tells windows: "
        + "give the scope's windows 'lagging', an empty list at least"
    }
  }
}

extension Product {
  /// A database once an operation was carried out that nothing waits for; what fails leaves what it
  /// did before, and what would trap the app does not reach it.
  public func database(_ database: Database, after operation: Operation) -> Database {
    var changed = database
    do {
      _ = try perform(operation, on: &changed)
      return changed
    } catch {
      return error is Crash ? database : changed
    }
  }
}

extension Reads {
  /// An arrival decides what becomes of the rows.
  mutating func decideArrival() {
    decide(FacetBits.ofDatabase)
    changed |=
      FacetBits.ofStore | FacetBits.underWay | FacetBits.mail | FacetBits.pending
      | FacetBits.windows
  }

  /// An occurrence decides what becomes of the store and of the rows.
  mutating func decideOccurrence() {
    decide(FacetBits.ofStore | FacetBits.ofDatabase)
    changed |= FacetBits.underWay | FacetBits.mail | FacetBits.pending
  }
}
