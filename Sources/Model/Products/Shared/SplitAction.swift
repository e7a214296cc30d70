/// An action of a user interface, or of the data layer: an object with the one key "ui" or "data".
protocol SplitAction: Codable {
  associatedtype UserAction: Codable
  associatedtype DataAction: Codable

  static func ui(_ action: UserAction) -> Self
  static func data(_ action: DataAction) -> Self
  /// What a person did, nil where the data layer dispatched it.
  var user: UserAction? { get }
  /// What the data layer dispatched, nil where a person did it.
  var completion: DataAction? { get }
}

private enum SplitKey: String, CodingKey { case ui, data }

extension SplitAction {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: SplitKey.self)
    if container.contains(.ui) {
      self = .ui(try container.decode(UserAction.self, forKey: .ui))
    } else {
      self = .data(try container.decode(DataAction.self, forKey: .data))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SplitKey.self)
    try container.encodeIfPresent(user, forKey: .ui)
    try container.encodeIfPresent(completion, forKey: .data)
  }
}
