/// Something that live code promises of itself whenever it rests, beside what is promised of every
/// product: of a cache, say, that stands beside the store.
public struct LivePromise: Hashable, Sendable {
  /// A stable word for it: the culprit of its finding.
  package let name: String
  /// What is promised.
  package let sentence: String
  /// What is wrong now; nil when it is kept.
  package let complaint: String?

  /// Says whether a promise is kept now.
  ///
  /// - Parameters:
  ///   - name: a stable word, the same in every run: "badge".
  ///   - sentence: what is promised: "The badge counts what waits."
  ///   - complaint: what is wrong: "it shows 2, and 1 waits"; nil when nothing is.
  public init(_ name: String, _ sentence: String, broken complaint: String?) {
    self.name = name
    self.sentence = sentence
    self.complaint = complaint
  }
}
