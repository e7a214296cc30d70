import Model

extension RuntimeView {
  /// Whether a text can be a message: the store does not hold it, and it is the name of no item.
  func isMessage(_ text: String) -> Bool {
    !Shown.isValue(text) && !storesText(text) && !storesItem(text) && itemPlaces(text).isEmpty
  }
}

extension StepView where System: ProductSystem {
  /// Whether a step changes something of what is stored; where the app does not say what that is,
  /// anything but the part at a place.
  func changesStored(beside place: String) -> Bool {
    guard let old = old.parts, let new = new.parts else { return true }
    if self.new.rowFacts != nil { return self.old.storedParts != self.new.storedParts }
    return Set(old.words.keys).union(new.words.keys).contains { $0 != place && old[$0] != new[$0] }
  }
}

/// What answers have told, such as that a server refuses what was asked for, and is still shown.
///
/// A message stands where nothing stood, is no part of an item, and is stored nowhere; neither was
/// it asked for nor does the store hold it.
struct ToldMessages: Hashable, Sendable {
  /// By its place.
  private(set) var messages: [String: String] = [:]

  /// Takes note of a step.
  mutating func note<P>(_ step: StepView<RuntimeSystem<P>>) {
    guard let new = step.new.parts else { return messages = [:] }
    if !messages.isEmpty { messages = messages.filter { new[$0.key] == $0.value } }
    guard step.changes(.contents), let (operation, result) = step.completion,
      case .success = result, let call = operation as? GateCall, !call.isPush,
      let old = step.old.parts
    else { return }
    let kept = step.new.rowFacts == nil ? nil : step.new.storedParts
    for place in new.texts where Shown.isOff(old[place]) && ContentParts.item(of: place) == nil {
      guard let text = new[place], !Shown.isOff(text), kept?[place] != text,
        !call.carried.contains(text), step.new.isMessage(text)
      else { continue }
      messages[place] = text
    }
  }
}
