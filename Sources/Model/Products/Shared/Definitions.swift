import Model

extension RepairedProduct {
  /// Why definitions say nothing of a design; nil of the published one, which they define.
  var whyUndefined: String? { repaired.isEmpty ? nil : "defined of the published design alone" }
}
