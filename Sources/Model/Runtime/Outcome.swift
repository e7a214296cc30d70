/// The result that a completion action carries.
public enum Outcome<Payload: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  /// The operation succeeded.
  case success(payload: Payload)
  /// The operation failed, with the error's localized description.
  case failure(text: String)

  /// Makes an outcome of what a thunk saw; nil when a successful reply is not of the expected kind.
  public init?<Reply>(_ result: Result<Reply, OperationFailure>, payload: (Reply) -> Payload?) {
    switch result {
    case .failure(let failure): self = .failure(text: failure.text)
    case .success(let reply):
      guard let payload = payload(reply) else { return nil }
      self = .success(payload: payload)
    }
  }
}
