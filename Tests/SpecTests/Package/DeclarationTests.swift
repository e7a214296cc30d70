import Foundation
import Testing

/// What adopters can name, and how long types are, over all files.
@Suite struct DeclarationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let list = root.appending(path: "docs/public-names.txt")
  private static let modules = [
    "Model": "Sources/Model", "Spec": "Sources/Spec", "Generators": "Sources/Generators",
    "SpecRunner": "Sources/spec-runner/SpecRunner",
    "SpecTesting": "Sources/spec-runner/SpecTesting",
  ]

  /// The declarations of all source files, which take long to find.
  private static let all = Result { () throws -> [(path: String, found: Declarations)] in
    let entries = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
    let names = (entries?.allObjects ?? []).compactMap { $0 as? String }.sorted()
    return try names.filter { $0.hasSuffix(".swift") }.map { name in
      let path = "Sources/\(name)"
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      return (path, Declarations(in: SourceText(path: path, text)))
    }
  }

  /// The modules of the package that the sources of a module import.
  private func imports(of module: String) throws -> Set<String> {
    let folder = try #require(Self.modules[module])
    let texts = try Self.all.get().filter { $0.path.hasPrefix("\(folder)/") }.map {
      try String(contentsOf: Self.root.appending(path: $0.path), encoding: .utf8)
    }
    let imported = texts.flatMap { $0.matches(of: /import (\w+)/).map { String($0.1) } }
    return Set(imported).intersection(Self.modules.keys)
  }

  /// A build looks at the modules that a library names, and makes what depends on it again where
  /// one of them has changed.
  @Test func `each library names all modules that its own are made of`() throws {
    let manifest = Self.root.appending(path: "Package.swift")
    let libraries = try String(contentsOf: manifest, encoding: .utf8)
      .matches(of: /\.library\(name: "(\w+)", targets: \[(.*)\]\)/)
    #expect(Set(libraries.map { String($0.1) }) == Set(Self.modules.keys))
    for library in libraries {
      let named = Set(library.2.matches(of: /\w+/).map { String($0.0) })
      for module in named { #expect(try imports(of: module).isSubset(of: named)) }
    }
  }

  @Test func `the public names are those of the list`() throws {
    let names = try Self.modules.sorted { $0.key < $1.key }.flatMap { module, folder in
      let files = try Self.all.get().filter {
        $0.path.hasPrefix("\(folder)/") && !$0.path.contains("Products/")
      }
      return Set(files.flatMap(\.found.publicNames)).sorted().map { "\(module): \($0)" }
    }
    let text = names.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["SPEC_UPDATE"] == "1" {
      try Data(text.utf8).write(to: Self.list)
    }
    let listed = try String(contentsOf: Self.list, encoding: .utf8).split(separator: "\n").map(
      String.init)
    #expect(names.filter { !listed.contains($0) } == [], "new; SPEC_UPDATE=1 writes them down")
    #expect(listed.filter { !names.contains($0) } == [], "gone")
  }

  @Test func `no type has more than 500 lines with all its extensions`() throws {
    let parts = try Self.all.get().flatMap(\.found.types)
    for (name, parts) in Dictionary(grouping: parts, by: \.name) {
      let count = parts.map(\.lineCount).reduce(0, +)
      if count > 500 { Issue.record("\(name) has \(count) lines, at most 500") }
    }
    #expect(Set(["Animals", "Generator", "Row"]).isSubset(of: parts.map(\.name)))
  }

  @Test func `declarations are found where they stand`() {
    let text = """
      public struct Row: Hashable {
        public private(set) var count = 0
        package var width: Int { 1 }
        public init(count: Int) {}
        public enum Kind { case one }
        public static func == (one: Row, other: Row) -> Bool {
          if true { return true }
        }
      }
      extension Row.Kind {
        @inlinable public func first<Value>(of value: Value) -> Value { value }
      }
      """
    let found = Declarations(in: SourceText(path: "Sources/Model/Row.swift", text))
    #expect(
      found.publicNames == [
        "struct Row", "var Row.count", "init Row", "enum Row.Kind", "func Row.==",
        "func Row.Kind.first",
      ])
    #expect(found.types.map { "\($0.name) \($0.lineCount)" } == ["Row 9", "Row 3"])
  }
}
