/// What every file of the package keeps to, and the words that no code may hold.
struct TidyRules {
  static let lineCountMax = 400
  static let columnCountMax = 100
  static let functionLineCountMax = 60

  /// A word that is banned in some folders.
  struct Ban {
    var word: String
    /// Why, or what to use instead.
    var reason: String
    var folder = "Sources/"
    var exceptions: [String] = []

    /// Whether the ban reaches a file.
    func concerns(_ path: String) -> Bool {
      path.hasPrefix(folder) && !exceptions.contains { path.hasPrefix($0) }
    }
  }

  /// A place where a file breaks a rule.
  struct Breach: Hashable, CustomStringConvertible {
    var path: String
    /// From 1.
    var line: Int
    var rule: String
    var description: String { "\(path):\(line): \(rule)" }
  }

  private static let runner = "Sources/spec-runner/"
  private static let live = "Sources/Model/Live/"
  private static let derived = "Sources/Model/Derived/"
  private static let explored = "Sources/Model/Explored/"
  private static let checks = "Sources/Generators/Checks/"
  private static let conformance = "Sources/Spec/Conformance/"

  private static let random = [
    "SystemRandomNumberGenerator", ".random(", "shuffled", "shuffle", "randomElement", "UUID()",
  ].map { Ban(word: $0, reason: "all randomness comes from one choice sequence") }

  private static let clocks =
    [Ban(word: "Date()", reason: "no clock in a result")]
    + [
      Ban(
        word: ".now", reason: "clocks belong to spec-runner and sleep", exceptions: [live, runner])
    ]
    + ["ContinuousClock", "SuspendingClock", "clock_gettime"].map {
      Ban(
        word: $0, reason: "clocks belong to spec-runner and to the scheduler of sleeps",
        exceptions: ["\(live)Scheduler/", runner])
    }

  private static let concurrency = ["Task", "async", "await", "actor"].map {
    Ban(
      word: $0,
      reason: "concurrency belongs to what runs apps, Spec/Conformance, Checks and spec-runner",
      exceptions: [live, derived, explored, conformance, checks, runner])
  }

  private static let unsafe = ["@unchecked Sendable", "nonisolated(unsafe)"].map {
    Ban(
      word: $0, reason: "only the live scheduler may vouch for its own safety", exceptions: [live])
  }

  private static let traps = ["fatalError(", "try!", "as!"].map {
    Ban(
      word: $0, reason: "no trap on input; throw a typed error",
      exceptions: $0 == "fatalError(" ? ["Sources/Model/System/Misuse.swift"] : [])
  }

  static let bans = random + clocks + concurrency + unsafe + traps

  /// Words that leave open who or what is meant.
  static let vagueWords = ["whoever", "is none of", "asked out of", "that teach", "deserve"]

  /// The products of this package: general code does not know them.
  private static let products = [
    "Animals", "Animal", "animals", "Quakes", "Quake", "quakes", "Counter",
  ]

  /// Whether a file may name products: it is one's own, lists them all, or tests them.
  private static func mayNameProducts(_ path: String) -> Bool {
    !path.hasPrefix("Sources/") || path.contains("/Products/")
  }

  /// The modules that no file in a folder imports: only who asks for `SpecTesting` links `Testing`.
  static let importBans: [(folder: String, modules: Set<String>)] = [
    ("Sources/Model/", ["Spec", "Generators", "SpecRunner", "SpecTesting", "Testing"]),
    ("Sources/Spec/", ["Generators", "SpecRunner", "SpecTesting", "Testing"]),
    ("Sources/Generators/", ["SpecRunner", "SpecTesting", "Testing"]),
    ("\(runner)SpecRunner/", ["SpecTesting", "Testing"]),
    ("\(runner)spec-runner/", ["SpecTesting", "Testing"]),
    ("\(runner)SpecTesting/", ["SpecRunner"]),
  ]

  // MARK: Checks

  /// Every breach in a file, by line.
  static func breaches(in file: SourceText) -> [Breach] {
    var breaches: [Breach] = []
    func add(_ line: Int, _ rule: String) {
      breaches.append(Breach(path: file.path, line: line, rule: rule))
    }
    if file.lines.count > lineCountMax {
      add(lineCountMax + 1, "file of \(file.lines.count) lines, at most \(lineCountMax)")
    }
    for (number, line) in file.lines.enumerated()
    where line.utf8.count > columnCountMax && line.count > columnCountMax {
      add(number + 1, "line of \(line.count) columns, at most \(columnCountMax)")
    }
    for function in FunctionLengths.functions(in: file.code)
    where function.lineCount > functionLineCountMax {
      add(function.line, "function of \(function.lineCount) lines, at most \(functionLineCountMax)")
    }
    let code = file.code.joined(separator: "\n")
    for ban in bans where ban.concerns(file.path) && code.contains(ban.word) {
      for (number, line) in file.code.enumerated() where holds(line, ban.word) {
        add(number + 1, "banned: \(ban.word) (\(ban.reason))")
      }
    }
    if !mayNameProducts(file.path) {
      for (number, line) in file.lines.enumerated() {
        for product in products where holds(line[...], product) {
          add(number + 1, "banned: \(product) (general code names no product)")
        }
      }
    }
    for (number, line) in file.lines.enumerated() where file.path.hasPrefix("Sources/") {
      guard let comment = line.firstRange(of: "//").map({ line[$0.upperBound...].lowercased() })
      else {
        continue
      }
      for word in vagueWords + ["nobody"] where holds(comment[...], word) {
        add(number + 1, "banned: \(word) (a comment says who or what is meant)")
      }
    }
    for (number, line) in file.code.enumerated() where holds(line, "import") {
      guard let module = importedModule(line) else { continue }
      for (folder, modules) in importBans
      where file.path.hasPrefix(folder) && modules.contains(module) {
        add(number + 1, "banned: import \(module) in \(folder)")
      }
    }
    return breaches.sorted { ($0.line, $0.rule) < ($1.line, $1.rule) }
  }

  /// Whether a line holds a banned word that is not a part of a longer one.
  static func holds(_ line: Substring, _ word: String) -> Bool {
    func isNamePart(_ character: Character?) -> Bool {
      guard let character else { return false }
      return character.isLetter || character.isNumber || character == "_"
    }
    return line.ranges(of: word).contains { range in
      let before = line[..<range.lowerBound].last
      let after = line[range.upperBound...].first
      return !(isNamePart(word.first) && isNamePart(before))
        && !(isNamePart(word.last) && isNamePart(after))
    }
  }

  /// The module that a line imports.
  static func importedModule(_ line: Substring) -> String? {
    let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    guard let place = words.firstIndex(of: "import") else { return nil }
    let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    return words[(place + 1)...].first { !kinds.contains($0) }
  }
}
