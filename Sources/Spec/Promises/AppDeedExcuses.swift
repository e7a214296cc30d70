import Model

/// What is not undone although it is no longer there.
extension AppDeeds {
  /// Whether what a person did was carried out: its value stands in another place now, that of no
  /// item.
  static func isMoved(
    _ change: Edits.Change, _ old: ContentParts, _ new: ContentParts
  ) -> Bool {
    guard let value = change.new, new[change.place] != change.old || change.old == nil,
      !change.isFlag, value != ContentParts.presence
    else { return false }
    return new.words.contains { place, held in
      held == value && old[place] != value && place != change.place && !place.contains("[")
    }
  }

  /// Whether what a person chose is no longer anywhere else: its item was taken away.
  static func isGone(
    _ change: Edits.Change, _ edit: Edits.Edit, _ old: ContentParts, _ new: ContentParts
  ) -> Bool {
    // A part of an item that is taken away goes with it.
    if let item = ContentParts.item(of: change.place), old[item] != nil, new[item] == nil {
      return true
    }
    // A flag is the name of nothing.
    guard let value = change.new, !change.isFlag, value != ContentParts.presence else {
      return false
    }
    // What goes back with it, or became the same with it, is no list of items.
    func goesBack(_ place: String) -> Bool {
      old[place] == value && change.old != nil && new[place] == change.old
        || edit.changes.contains { $0.place == place && $0.new == value }
    }
    func stands(in parts: ContentParts) -> Bool {
      parts.words.contains { place, held in
        !place.hasPrefix(change.place) && !goesBack(place) && !change.place.hasPrefix("\(place)[")
          && (place.contains("[\(value)]") || held.contains(value))
      }
    }
    return stands(in: old) && !stands(in: new)
  }

  /// Whether all that a person chose beside what was chosen is the name of an item that goes.
  static func isChosenNoMore(_ change: Edits.Change, _ step: View, _ product: P) -> Bool {
    guard let new = change.new, !change.isStored, !change.added.isEmpty else { return false }
    return Shown.names(change.old).isSubset(of: Shown.names(new))
      && change.added.allSatisfy { name in
        let shown = step.old.itemPlaces(name).filter { $0 != ".\(change.place)" }
        return !shown.isEmpty && step.new.finalItemPlaces(name, product).isEmpty
      }
  }

  /// Whether all that a person moved to a place from another one, or marked there of what the store
  /// held, is what the store holds no more: there is nothing left to go on with.
  static func isStoredNoMore(_ change: Edits.Change, _ edit: Edits.Edit, _ step: View) -> Bool {
    let moved = change.added
    guard !change.isFlag, !moved.isEmpty, let rows = step.new.rowParts else { return false }
    let gone = change.marked.filter { rows[$0] == nil }
    if moved.allSatisfy({ name in gone.contains { $0.hasSuffix("[\(name)]") } }) { return true }
    return rows.words.values.allSatisfy { Shown.names($0).isDisjoint(with: moved) }
      && edit.changes.contains {
        $0.place != change.place && Shown.names($0.old).isSuperset(of: moved)
          && Shown.names($0.new).isDisjoint(with: moved)
      }
  }

  /// Whether what a person changed stands beside an item that is taken away by what was asked for
  /// it: it goes with the item.
  static func isItemGone(_ change: Edits.Change, _ step: View, _ product: P) -> Bool {
    Requests.subjects(Requests.request(of: step)?.began ?? []).map { product.name(of: $0) }.contains
    {
      !$0.isEmpty && change.place.contains("[\($0)]") && step.old.itemPlaces($0).count > 1
        && step.new.finalItemPlaces($0, product).isEmpty
    }
  }

  /// Whether a place says how much is under way: the same reply, dispatched once more, would change
  /// it further.
  static func counts(
    _ change: Edits.Change, _ old: ContentParts, _ final: ContentParts, own: [Edits.Change],
    _ step: View, _ product: P
  ) -> Bool {
    guard let action = step.action, let state = step.new.state,
      let new = change.isStored ? step.new.storedParts : step.new.parts
    else { return false }
    // A number that the reply's own tap raised may go down once the rest is done.
    if new[change.place] == change.new, change.isCount, let count = change.new.flatMap({ Int($0) }),
      own.contains(where: { $0.place == change.place && $0.isCount })
    {
      return Int(final[change.place] ?? "0") == count - 1
    }
    // Where it may not be dispatched again, a number says how much is left.
    guard let again = (product as? any StateReading)?.contents(repeating: action, inState: state)
    else { return change.new.flatMap { Int($0) } != nil }
    let value = ContentParts(change.isStored ? again.stored : again.tree)[change.place]
    return value != new[change.place] && value != old[change.place]
  }
}

/// What a reply leads to.
struct ReplyTurn<P: Product> {
  /// What the calls carry that it leads to.
  let carried: [String]
  /// Whether one of them is of another request.
  let isAnother: Bool
  /// Whether one of them is of the function of the reply's.
  let isAgain: Bool
  /// Whether that one carries a text that is stored.
  private let sendsStored: Bool

  init(after step: StepView<RuntimeSystem<P>>) {
    let asked = step.callsAsked.compactMap { $0 as? GateCall }
    let ended = step.completion?.operation as? GateCall
    carried = asked.flatMap(\.carried)
    let own = asked.isEmpty ? nil : AppProperties<P>.request(of: step)?.began
    isAnother =
      !asked.isEmpty
      && step.new.underWay.contains {
        ($0.operation as? GateCall).map { asked.contains($0.asked) && $0.request?.began != own }
          ?? false
      }
    let again = asked.filter { $0.function == ended?.function }
    isAgain = !again.isEmpty
    let stored = again.isEmpty ? nil : step.new.storedParts
    sendsStored =
      stored.map { parts in
        again.flatMap(\.carried).contains { text in
          !text.isEmpty && parts.texts.contains { parts[$0] == text }
        }
      } ?? false
  }

  /// Whether they send what is stored, or was changed elsewhere before: a flag that says that there
  /// is something to send goes with it.
  func sends(_ edits: [AppDeeds<P>.Edits.Edit], but place: String) -> Bool {
    isAgain
      && (sendsStored
        || edits.contains { edit in
          edit.changes.contains {
            $0.place != place && !$0.isFlag && $0.new.map(carried.contains) ?? false
          }
        })
  }
}
