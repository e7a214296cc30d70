/// A form that is open in a window, as properties look at it.
public struct Form: Hashable, Sendable {
  /// The id under which it asks, of an item or a placeholder; nil before it has one.
  public let id: String?
  /// What it is about, in words: "the editor of Dog".
  package let title: String
  /// The item that it opened for; nil for a new one.
  package let openedFor: String?
  package let opening: [String: String]
  /// The fields of its last save; nil before the first.
  package let saved: [String: String]?
  package let fields: [String: String]
  /// The fields that a save sends; nil where it sends all.
  package let sends: Set<String>?

  /// Makes a form.
  ///
  /// - Parameters:
  ///   - id: the id under which it asks; nil before it has one.
  ///   - title: its name, in words.
  ///   - openedFor: the id of what it edits; nil for something new.
  ///   - opening: the fields as it opened.
  ///   - saved: the fields of its last save; nil before the first.
  ///   - fields: the fields as they are now.
  ///   - sends: the fields that a save sends; all by default.
  public init(
    id: String? = nil, title: String, openedFor: String?, opening: [String: String],
    saved: [String: String]?, fields: [String: String], sends: Set<String>? = nil
  ) {
    self.sends = sends
    self.id = id
    self.title = title
    self.openedFor = openedFor
    self.opening = opening
    self.saved = saved
    self.fields = fields
  }

  /// Whether its fields differ from what was last saved, or, never saved, from what it opened with.
  package var isDraft: Bool { fields != saved ?? opening }
}
