/// What a step did to windows, worked out of its transition.
extension RuntimeExpansion {
  /// What a transition did to windows between two states, in the order of their content: those that
  /// it acted in, opened or closed, or changed otherwise; none that it left alone.
  func windowChanges(
    of transition: UInt32, from old: Row, to new: Row, recording recorder: ReadRecorder?
  ) -> [WindowChange<P>] {
    recorder?.reads.transition = true
    let remembered = remembered(transition)
    guard let effect = windowTables?.effect(of: transition) else { return [] }
    if remembered.traits.contains(.crash) || remembered.kind == .relaunch {
      recorder?.record(.windows, at: .before)
      recorder?.record(.windows, at: .after)
      let closed = interned.windowSets[old[Slot.windows]].map {
        WindowChange(old: interned.windows[$0], new: nil)
      }
      let opened = interned.windowSets[new[Slot.windows]].map {
        WindowChange(old: nil, new: interned.windows[$0])
      }
      return (closed + opened).sorted(by: WindowChange.precedes)
    }
    // Several clauses ask about one step.
    let key = HandleTable.Key(transition, old[Slot.windows], new[Slot.windows])
    if let latest = latestChanges, latest.key == key { return latest.changes }
    let changes = changes(by: transition, remembered.traits, effect, from: old, to: new)
    latestChanges = (key, changes.count < 2 ? changes : changes.sorted(by: WindowChange.precedes))
    return latestChanges?.changes ?? []
  }

  private func changes(
    by transition: UInt32, _ traits: StepTraits, _ effect: WindowCache.Effect, from old: Row,
    to new: Row
  ) -> [WindowChange<P>] {
    let before = interned.windowSets[old[Slot.windows]]
    if effect.windows != absentHandle { return changes(by: label(of: transition), before, to: new) }
    // Steps after which windows were not looked at leave them alone.
    let step = WindowSettling.Step(
      transition: windowTables?.original(of: transition) ?? transition, effect: effect,
      oldStore: old[Slot.store], newStore: new[Slot.store])
    guard
      let outcome = windowTables?.outcome(
        of: old[Slot.windows], after: step, traits, asking: windowCalls)
    else { return [] }
    let after = interned.windowSets[outcome.places]
    return before.indices.compactMap { place in
      let isActing = place == Int(effect.place)
      guard isActing || before[place] != after[place] else { return nil }
      return WindowChange(
        old: interned.windows[before[place]], new: interned.windows[after[place]],
        isActing: isActing)
    }
  }

  /// What a label did that says itself which window it is about.
  private func changes(
    by label: RuntimeLabel<P>, _ before: [UInt32], to new: Row
  ) -> [WindowChange<P>] {
    let after = interned.windowSets[new[Slot.windows]]
    switch label {
    case .closeWindow(let place):
      return [WindowChange(old: interned.windows[before[place]], new: nil, isActing: true)]
    case .openWindow:
      var others = before
      let opened = after.first { window in
        guard let place = others.firstIndex(of: window) else { return true }
        others.remove(at: place)
        return false
      }
      return opened.map { [WindowChange(old: nil, new: interned.windows[$0], isActing: true)] }
        ?? []
    case .drain(let place, _), .render(let place):
      return [
        WindowChange(old: interned.windows[before[place]], new: interned.windows[after[place]])
      ]
    default: return []
    }
  }
}
