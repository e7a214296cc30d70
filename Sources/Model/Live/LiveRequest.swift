/// An operation of which the code under test says less, when it asks for it, than its model knows.
protocol PartlyAsked {
  /// What the code under test says.
  var asked: Self { get }
}

extension Product {
  /// An operation as the code under test asks for it, and as steps name it; two operations can be
  /// alike then.
  package static func request(_ operation: Operation) -> Operation {
    guard let told = operation as? any PartlyAsked else { return operation }
    return told.asked as? Operation ?? operation
  }
}
