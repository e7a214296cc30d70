import Foundation

/// Traces of the ledger, as they are and with something changed.
enum TraceFiles {
  /// Paths from the root of the package, one for each form, one of another product and one of
  /// windows.
  static let path =
    "traces/counter/published/open/runtime.crash--crash-after-didTapIncrementButton.json"
  static let goal =
    "traces/animals/published/open/recovery.possible--fault-before-fetchAnimals.json"
  static let windows = "traces/animals/published/windows/draft.kept--render.json"
  static let values = "traces/counter/published/open/reducer.total--didTapIncrementButton.json"

  /// Writes a trace of the ledger with something changed.
  ///
  /// - Parameters:
  ///   - original: the path of the trace, from the root of the package.
  ///   - url: where the changed trace goes; folders are made as needed.
  ///   - edit: what is changed.
  static func write(
    _ original: String = path, to url: URL, _ edit: (inout [String: Any]) throws -> Void
  ) throws {
    let data = try Data(contentsOf: Runner.root.appending(path: original))
    guard var fields = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw Runner.Failure(description: "\(original) is no JSON object")
    }
    try edit(&fields)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try JSONSerialization.data(withJSONObject: fields, options: [.prettyPrinted, .sortedKeys])
      .write(to: url)
  }

  /// A step that is one gesture of the counter.
  static func tap(_ gesture: String) -> [String: Any] { ["gesture": ["gesture": gesture]] }

  /// The content of every file below a folder, by path.
  static func contents(of folder: URL) throws -> [String: Data] {
    let names =
      FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    var contents: [String: Data] = [:]
    for name in names where name.hasSuffix(".json") {
      contents[name] = try Data(contentsOf: folder.appending(path: name))
    }
    return contents
  }

  /// Copies a folder of the ledger, such as `traces/counter`, to the same path below another root.
  static func copy(_ path: String, below root: URL) throws {
    let target = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: Runner.root.appending(path: path), to: target)
  }
}
