extension String? {
  /// A word to order by: none comes before an empty text.
  var orderWord: String { map { "+" + $0 } ?? "" }
}
