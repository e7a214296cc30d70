/// Thunks under way, and what they report.
struct ThunkTables {
  let moves = LargeArray<Move>()
  /// Where the moves of thunks under way stand.
  let runs = LargeArray<TransitionCache.Run>()
  let completions = HandleTable()
  let replacements = HandleTable()

  var memory: MemoryUse {
    moves.memory + runs.memory + completions.memory + replacements.memory
  }
}

/// A step that a thunk under way can take: named by its thunk, so that equal thunks at equal places
/// share answers.
struct Move: Hashable, BitwiseCopyable {
  /// The handle of (thunk, occurrence, overtaking).
  var handle: UInt32
  var position: UInt32
  /// Whether its operation is still to be carried out.
  var isAsked: Bool
}

/// A thunk as labels name it.
struct NamedThunk<P: Product>: Hashable {
  /// How its operation can be carried out: the database decides; an answer from outside is needed
  /// first, so that it can only fail; with the answer that its operation holds.
  enum Role { case whole, unanswered, answered }

  var thunk: Thunk<P>
  var occurrence: Int
  var overtakes: Bool
  var role = Role.whole
}

/// Thunks have their operations carried out, and report.
extension TransitionCache {
  mutating func addMoves<P: Product>(
    _ row: Row, into steps: inout StepBuffer, asking calls: ProductCalls<P>
  ) {
    if row[Slot.underWay] == Self.emptyHandle { return }
    for place in moves(ofUnderWay: row[Slot.underWay], asking: calls) {
      let move = thunkTables.moves[place]
      let made: Range<UInt32>
      if move.isAsked {
        made = performances(of: move.handle, database: row[Slot.database], asking: calls)
      } else {
        let transition = completion(of: move.handle, store: row[Slot.store], asking: calls)
        made = transition..<transition + 1
      }
      for transition in made {
        let remembered = transitions[Int(transition)]
        if remembered.fault != nil && budgets.faultsLeft(row[Slot.budgets]) == 0 { continue }
        var base = row
        base[Slot.underWay] = underWay(
          row[Slot.underWay], replacing: move.position, with: remembered.thunk, asking: calls)
        apply(transition, to: row, base: base, into: &steps, asking: calls)
      }
    }
  }

  @inline(__always)
  private func moves<P: Product>(
    ofUnderWay underWay: UInt32, asking calls: ProductCalls<P>
  ) -> Range<Int> {
    let (runs, moves) = (thunkTables.runs, thunkTables.moves)
    runs.extend(to: Int(underWay) + 1, with: .unknown)
    if runs[Int(underWay)] == .unknown {
      let start = UInt32(moves.count)
      for move in calls.moves(ofUnderWay: underWay) { moves.append(move) }
      runs[Int(underWay)] = Run(start: start, end: UInt32(moves.count))
    }
    return runs[Int(underWay)].places
  }

  private mutating func completion<P: Product>(
    of move: UInt32, store: UInt32, asking calls: ProductCalls<P>
  ) -> UInt32 {
    let key = HandleTable.Key(move, store)
    if let transition = thunkTables.completions.find(key) { return transition }
    let transition = remember(calls.completion(ofMove: move, store: store))
    thunkTables.completions.insert(key, transition)
    return transition
  }

  mutating func underWay<P: Product>(
    _ underWay: UInt32, replacing position: UInt32, with thunk: UInt32,
    asking calls: ProductCalls<P>
  ) -> UInt32 {
    let key = HandleTable.Key(underWay, position, thunk)
    if let changed = thunkTables.replacements.find(key) { return changed }
    let changed = calls.underWay(underWay, replacing: position, with: thunk)
    thunkTables.replacements.insert(key, changed)
    return changed
  }
}

/// What thunks do, and in which order they are named.
extension ProductCalls {
  func completion(ofMove move: UInt32, store: UInt32) -> Transition {
    let named = interned.namedThunks[move]
    var transition = Transition(kind: .complete, traits: .completion, payload: move)
    if named.overtakes { transition.traits.insert(.overtaking) }
    if case .running(let state) = interned.stores[store],
      let action = completionAction(ofMove: move)
    {
      dispatch(action, in: state, store, into: &transition)
    }
    return transition
  }

  func completionAction(ofMove move: UInt32) -> UInt32? {
    completionActions.extend(to: Int(move) + 1, with: absentHandle)
    if completionActions[Int(move)] == absentHandle { learnCompletionAction(ofMove: move) }
    let handle = completionActions[Int(move)]
    return handle == absentHandle ? nil : handle
  }

  @inline(never)
  private func learnCompletionAction(ofMove move: UInt32) {
    let thunk = interned.namedThunks[move].thunk
    guard let result = thunk.result,
      let action = product.completion(of: thunk.operation, result: result)
    else { return }
    completionActions[Int(move)] = interned.actions.handle(of: action)
  }

  func moves(ofUnderWay underWay: UInt32) -> [Move] {
    let handles = interned.underWays[underWay]
    let named = handles.enumerated().flatMap { position, handle -> [(NamedThunk<P>, Int)] in
      let thunk = interned.thunks[handle]
      let request = P.request(thunk.operation)
      let alike = handles.prefix(position).count {
        P.request(interned.thunks[$0].operation) == request
          && (interned.thunks[$0].result == nil) == (thunk.result == nil)
      }
      var named = NamedThunk(thunk: thunk, occurrence: alike, overtakes: position > 0)
      let answers =
        thunk.result == nil ? product.answers(to: thunk.operation, values: values) : []
      if answers.isEmpty { return [(named, position)] }
      named.role = .unanswered
      return [(named, position)]
        + answers.map { answer in
          named.thunk = Thunk(operation: answer)
          named.role = .answered
          return (named, position)
        }
    }
    let ordered = named.sorted { first, second in
      let (one, other) = (first.0, second.0)
      if (one.thunk.result == nil) != (other.thunk.result == nil) { return one.thunk.result == nil }
      let requests = (P.request(one.thunk.operation), P.request(other.thunk.operation))
      if requests.0 != requests.1 { return contentPrecedes(requests.0, requests.1) }
      return one.occurrence < other.occurrence
    }
    complainOfSharedLabels(among: named.map { $0.0 })
    return ordered.map { named, position in
      Move(
        handle: interned.namedThunks.handle(of: named), position: UInt32(position),
        isAsked: named.thunk.result == nil)
    }
  }

  /// A label has to decide its step: two thunks that can be given the same answer, or an answer
  /// that another thunk asked for, would be carried out under one label.
  ///
  /// Without its answer an operation can only fail before anything is done, as no answer does;
  /// those labels are its own. Completions are told apart by their occurrences.
  private func complainOfSharedLabels(among moves: [NamedThunk<P>]) {
    var labels: Set<RuntimeLabel<P>> = []
    for move in moves where move.thunk.result == nil && move.role != .unanswered {
      let operation = P.request(move.thunk.operation)
      if labels.insert(.perform(operation, occurrence: move.occurrence, fault: nil)).inserted {
        continue
      }
      interned.complaint =
        "two steps of one state have the label perform(\(operation), occurrence: "
        + "\(move.occurrence)): give each operation answers of its own"
    }
  }

  func underWay(_ underWay: UInt32, replacing position: UInt32, with thunk: UInt32) -> UInt32 {
    var handles = interned.underWays[underWay]
    if position != absentHandle { handles.remove(at: Int(position)) }
    if thunk != absentHandle {
      handles.insert(thunk, at: position == absentHandle ? handles.count : Int(position))
    }
    return interned.underWays.handle(of: handles)
  }
}

extension Reads {
  /// A completion decides what becomes of the store, and what is under way.
  mutating func decideCompletion() {
    decide(FacetBits.ofStore)
    changed |= FacetBits.ofDatabase | FacetBits.underWay | FacetBits.mail
  }
}
