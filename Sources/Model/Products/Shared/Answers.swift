import Model

extension Array {
  /// What reports each of these as the payload of a request, and that it failed.
  func answers<Action>(_ report: (Outcome<Element>) -> Action) -> [Action] {
    map { report(.success(payload: $0)) } + [report(.failure(text: OperationFailure.injected.text))]
  }
}

extension Array where Element: Equatable {
  /// The elements, each once, where it comes first.
  var once: [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
