/// What should be gone with its app.
struct LaunchedParts {
  private struct Part { weak var object: (any AnyObject & Sendable)? }

  private let parts: [Part]

  init(_ objects: [any AnyObject & Sendable]) { parts = objects.map { Part(object: $0) } }

  var areLeft: Bool { parts.contains { $0.object != nil } }

  /// What is left, in words; nil where nothing is.
  var words: String? {
    var leaks = LiveLeaks()
    for case let left? in parts.map(\.object) {
      leaks.objects["\(type(of: left))", default: 0] += 1
    }
    return leaks.words
  }
}
