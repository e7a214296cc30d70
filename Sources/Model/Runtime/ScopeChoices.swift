/// Values with choices about the world that cannot be decided by looking at the product.
public protocol ChoosingValues {
  /// Those that are not the usual ones, each in words that follow "where".
  var choices: [String] { get }
  /// The values with the usual choices.
  var usual: Self { get }
}

extension Scope {
  /// What the scope takes for granted about the world that is not the usual choice, each in words
  /// that follow "where".
  package var choices: [String] {
    (store == .remote ? ["the database is remote"] : [])
      + (listsAlike ? ["equal dictionaries list their entries alike"] : [])
      + ((values as? any ChoosingValues)?.choices ?? [])
  }

  /// The scope with the usual choices and without a name: equal for scopes that differ in choices
  /// alone.
  package var usual: Scope {
    var usual = self
    usual.name = ""
    usual.store = .local
    usual.listsAlike = false
    if let values = values as? any ChoosingValues, let others = values.usual as? Values {
      usual.values = others
    }
    return usual
  }
}
