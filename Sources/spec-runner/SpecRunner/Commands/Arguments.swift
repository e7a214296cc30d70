import Foundation
import Model

/// An argument that cannot be understood; the text says what to do.
struct UsageError: Error {
  let message: String
  init(_ text: ErrorText) { message = text.text }
}

/// The arguments of a command: words, and options with or without a value.
struct Arguments {
  private(set) var words: [String] = []
  private var values: [String: String] = [:]
  private var flags: Set<String> = []
  /// The words that stand right behind a flag, each with the flag.
  private var flagsBefore: [String: String] = [:]

  /// Reads the arguments of a command; options may be written `--name value` or `--name=value`.
  init(_ arguments: [String], of command: String) throws(UsageError) {
    let known = OptionNames.commands[command] ?? []
    var rest = arguments[...]
    var last: String?
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        flagsBefore[argument] = last
        last = nil
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(
          String.init)
      let isKnown = known.contains(parts[0])
      let isFlag = isKnown && OptionNames.values[parts[0]] == nil
      last = isFlag ? parts[0] : nil
      if isFlag {
        if parts.count > 1 { throw Self.refusal(of: parts[1], behind: parts[0]) }
        flags.insert(parts[0])
      } else if isKnown {
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
          throw UsageError(
            "\(parts[0]) needs a value; see '\(Surroundings.programName) \(command) --help'")
        }
        if value.isEmpty {
          throw UsageError(
            "\(parts[0]) needs a value, not ''; see '\(Surroundings.programName) \(command) --help'"
          )
        }
        if values.updateValue(value, forKey: parts[0]) != nil {
          throw UsageError("\(parts[0]) is given twice; give it once")
        }
      } else {
        let meant =
          OptionNames.renamed["\(command) \(parts[0])"].map { ": it is called \($0) now" }
          ?? Suggestion.words(for: parts[0], among: known.sorted())
        throw UsageError(
          "'\(argument)' is no option of \(command)\(whole: meant); see "
            + "'\(Surroundings.programName) \(command) --help'")
      }
    }
  }

  private static func refusal(of value: String, behind flag: String) -> UsageError {
    let advice =
      OptionNames.printed.contains(flag)
      ? "it prints on standard output, which '> FILE' keeps" : "leave '\(value)' out"
    return UsageError("nothing belongs to \(flag), so not '\(value)': \(advice)")
  }

  /// Why a word that names nothing is refused, where it was meant for the flag before it.
  func refusal(of word: String) -> UsageError? {
    flagsBefore[word].map { Self.refusal(of: word, behind: $0) }
  }

  /// The options again, those that mean the same always as the same texts.
  func options(besides others: Set<String> = []) -> [String] {
    let values = values.map { (name: $0.key, text: "\($0.key)=\($0.value)") }
    return (values + flags.map { ($0, $0) }).filter { !others.contains($0.name) }.map(\.text)
      .sorted()
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }
  func value(_ option: String) -> String? { values[option] }

  /// The product that is named; nil for none.
  func product() throws(UsageError) -> String? {
    if words.count > 1 {
      throw UsageError("one product at most is expected, not \(words.count)")
    }
    return words.first
  }

  /// The greatest count that an option takes: what is multiplied with another count stays a whole
  /// number.
  static let countMax = 1_000_000_000_000
  /// The greatest number of steps of a run, and of repetitions of one.
  static let stepCountMax = 1_000_000

  /// The whole number of an option.
  func number(
    _ option: String, in range: ClosedRange<Int> = 1...Arguments.countMax
  ) throws(UsageError) -> Int? {
    guard let text = values[option] else { return nil }
    guard let number = Int(text.filter { $0 != "," && $0 != "_" }), range.contains(number) else {
      let bounds = "from \(range.lowerBound) to \(range.upperBound)"
      throw UsageError("\(option) takes a whole number \(bounds), not '\(text)'")
    }
    return number
  }

  /// How many threads work at once; as many as there are processors by default.
  func jobCount() throws(UsageError) -> Int {
    try number("--jobs", in: 1...256) ?? ProcessInfo.processInfo.activeProcessorCount
  }

  /// The seed; a random run's number is added to it.
  func seed() throws(UsageError) -> UInt64 { UInt64(try number("--seed", in: 0...Int.max) ?? 0) }

  /// The most steps of a run.
  func stepCountMax() throws(UsageError) -> Int {
    try number("--steps", in: 1...Self.stepCountMax) ?? 100
  }

  /// How hard to try for short paths.
  func reach() throws(UsageError) -> Int { try number("--reach", in: 1...1_000_000_000) ?? 30_000 }

  /// The bytes of an option: a number of bytes, or one with a unit such as 512M or 2G.
  func byteCount(_ option: String) throws(UsageError) -> Int? {
    guard let text = values[option] else { return nil }
    let units: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let unit = text.last.flatMap { units[Character($0.uppercased())] }
    guard let number = Int(unit == nil ? text : String(text.dropLast())), number > 0,
      number <= Int.max >> (unit ?? 0)
    else { throw UsageError("\(option) takes bytes such as 512M or 2G, not '\(text)'") }
    return number << (unit ?? 0)
  }

  /// The seconds of an option: a number, or one with a unit such as 30s, 5m or 1h.
  func seconds(_ option: String) throws(UsageError) -> Double? {
    guard let text = values[option] else { return nil }
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
    let unit = text.last.flatMap { units[$0] }
    guard
      let number = Double(unit == nil ? text : String(text.dropLast())).map({ $0 * (unit ?? 1) }),
      number > 0, number.isFinite
    else {
      throw UsageError("\(option) takes a time such as 30s, 5m or 1h, not '\(text)'")
    }
    return number
  }
}
