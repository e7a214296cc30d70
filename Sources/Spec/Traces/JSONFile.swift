import Foundation

/// What is kept in a file of its own, as JSON.
package protocol JSONFile: Codable {}

extension JSONFile {
  /// The file: readable JSON, keys sorted, two spaces of indentation, a line feed at the end.
  package var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return ((try? encoder.encode(self)) ?? Data()) + Data("\n".utf8)
  }

  /// Writes the file below a folder, whole or not at all; folders are made as needed.
  ///
  /// - Throws: a `TraceError` that names the file.
  package func write(to path: String, below folder: String) throws(TraceError) {
    try data.writeWhole(to: "\(folder)/\(path)", below: folder)
  }

  /// Reads a file of which every key is read.
  ///
  /// - Parameter remedy: what to do where it cannot be read.
  /// - Throws: a `TraceError` that names the file.
  package init(path: String, remedy: String) throws(TraceError) {
    let data = try Trace.contents(ofFile: path)
    do {
      self = try Self(whole: data)
    } catch {
      throw TraceError("\(path): \(Trace.words(of: error)); \(whole: remedy)")
    }
  }

  /// Reads a file of which every key is read.
  ///
  /// - Throws: a `DecodingError`, or an error that names a key that is not read.
  package init(whole data: Data) throws {
    self = try JSONDecoder().decode(Self.self, from: data)
    // What is written again as it was has no key that was not read.
    if self.data == data { return }
    self = try JSONDecoder().decode(JSONValue.self, from: data).decodeWhole(as: Self.self)
  }
}
