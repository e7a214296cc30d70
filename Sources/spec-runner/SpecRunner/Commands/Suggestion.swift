/// What somebody who mistyped a name meant.
enum Suggestion {
  /// " (did you mean 'check'?)", or nothing where no name is near.
  static func words(for word: String, among names: some Sequence<String>) -> String {
    nearest(to: word, among: names).map { " (did you mean '\($0)'?)" } ?? ""
  }

  /// The name that the fewest typing errors make of a word, of several one with the same first
  /// letter or the first; nil where it takes more errors than a third of the word.
  static func nearest(to word: String, among names: some Sequence<String>) -> String? {
    // No name is mistyped by so much, and the distance takes long.
    if word.utf8.count > 64 { return nil }
    let errorCountMax = max(1, word.count / 3)
    return names.map {
      (name: $0, errors: distance(from: word, to: $0), first: $0.first == word.first ? 0 : 1)
    }
    .filter { $0.errors <= errorCountMax }.min { ($0.errors, $0.first) < ($1.errors, $1.first) }?
    .name
  }

  /// How many typing errors lie between two words: a character added, left out, or another one, or
  /// two exchanged (optimal string alignment).
  static func distance(from first: String, to second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var rows = [Array(0...second.count)]
    for place in first.indices {
      var row = [place + 1]
      for other in second.indices {
        let isSame = first[place] == second[other]
        var count = min(
          rows[place][other] + (isSame ? 0 : 1), rows[place][other + 1] + 1, row[other] + 1)
        if place > 0, other > 0, first[place] == second[other - 1],
          first[place - 1] == second[other]
        {
          count = min(count, rows[place - 1][other - 1] + 1)
        }
        row.append(count)
      }
      rows.append(row)
    }
    return rows[first.count][second.count]
  }
}
