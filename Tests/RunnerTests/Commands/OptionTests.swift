import Testing

@testable import SpecRunner

/// Options mean the same wherever they are known.
@Suite(.waiting) struct OptionTests {
  private static let names = Set(OptionNames.commands.values.joined())

  @Test func `every command has its options, and every form belongs to an option`() {
    #expect(Set(OptionNames.commands.keys) == Set(Help.commandNames))
    #expect(Set(OptionNames.values.keys).isSubset(of: Self.names))
    for (command, options) in OptionNames.commands {
      #expect(options.count == Set(options).count, "\(command)")
    }
  }

  @Test(arguments: OptionNames.renamed.sorted { $0.key < $1.key })
  func `an option that had another name is told by the one that it has`(
    _ old: String, _ new: String
  ) throws {
    let words = old.split(separator: " ").map(String.init)
    let error = #expect(throws: UsageError.self) { try Arguments([words[1]], of: words[0]) }
    #expect(error.map { "\($0)" }?.contains("it is called \(new) now") == true)
    #expect(OptionNames.commands[words[0]]?.contains(new) == true)
  }

  @Test(arguments: Help.commandNames)
  func `help names the options of a command, each in the one form that it has`(_ command: String)
    throws
  {
    let text = try #require(Help.commands[command])
    // What stands in quotes is another command's.
    let own = text.replacing(/'[^'\n]* --[^']*'/, with: "")
    let named = Set(own.matches(of: /--[a-z][a-z-]*/).map { String($0.output) })
    #expect(named == Set(OptionNames.commands[command] ?? []))
    for match in text.matches(of: /(--[a-z-]+) ([A-Z][A-Z\/]*)\b/) {
      #expect(OptionNames.values[String(match.1)] == String(match.2), "\(match.0)")
    }
    for match in text.matches(of: /\n      (--[a-z-]+) {2,}[a-z]/) {
      #expect(OptionNames.values[String(match.1)] == nil, "\(match.0)")
    }
  }

  @Test(arguments: Help.commandNames.filter { OptionNames.commands[$0] != [] })
  func `an option takes what its form says, in every command`(_ command: String) throws {
    for option in OptionNames.commands[command] ?? [] {
      let form = OptionNames.values[option]
      let arguments = try Arguments([option] + (form == nil ? [] : ["1"]), of: command)
      #expect(arguments.has(option) == (form == nil) && arguments.words.isEmpty)
      #expect(arguments.value(option) == (form == nil ? nil : "1"))
      #expect(throws: UsageError.self) {
        try Arguments([form == nil ? "\(option)=1" : option], of: command)
      }
    }
  }
}
