import Foundation
import Model

/// So that live code that reports an error's localized description reports the model's text.
extension OperationFailure: LocalizedError {
  /// The text.
  public var errorDescription: String? { text }
}
