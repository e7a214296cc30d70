import Generators

/// Prints the script by which a shell completes the program's words.
struct CompletionsCommand {
  /// The shells that are known.
  enum Shell: String, CaseIterable { case bash, zsh, fish }

  private let shell: Shell
  private let registry: Registry

  init(_ words: [String], of registry: Registry) throws(UsageError) {
    let arguments = try Arguments(words, of: "completions")
    let known = Shell.allCases.map(\.rawValue)
    guard arguments.words.count == 1, let shell = Shell(rawValue: arguments.words[0]) else {
      let given = arguments.words.first ?? ""
      let meant = Suggestion.words(for: given, among: known)
      throw UsageError(
        "completions takes one of \(whole: known.joined(separator: ", ")), not "
          + "'\(given)'\(whole: meant)"
      )
    }
    (self.shell, self.registry) = (shell, registry)
  }

  func run() -> Int32 {
    Surroundings.tell(data: shell == .fish ? fish : posix)
    return 0
  }

  private var program: String { Surroundings.programName }
  private var products: [String] { registry.products.map(\.name) }
  private var scopes: [String] { registry.products.flatMap(\.scopes).uniqued() }
  /// The designs as they can be typed: repairs and mutants by nothing but their names.
  private var designs: [String] {
    let others = registry.products.flatMap { $0.repairs.map(\.name) + $0.mutants }
    return (["published", "repaired"] + others).uniqued()
  }

  /// The words of a command: its options, or the shells that are known.
  private static func options(of command: String) -> [String] {
    if command == "completions" { return Shell.allCases.map(\.rawValue) }
    return (OptionNames.commands[command] ?? []).sorted()
  }

  /// The script for bash, and for zsh in its way.
  private var posix: String {
    let function = "_" + program.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    let commands = Help.commandNames + ["help"]
    let helpWords = Help.commandNames + HelpTopics.texts.keys.sorted()
    let cases = Help.commandNames.map {
      "    \($0)) options='\(Self.options(of: $0).joined(separator: " "))' ;;"
    }
    let begin =
      shell == .zsh ? ["autoload -Uz compinit bashcompinit && compinit && bashcompinit"] : []
    return
      (begin + [
        "\(function)() {",
        "  local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\"",
        "  local command=check options='' given",
        "  for given in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do",
        "    case \"$given\" in \(commands.joined(separator: "|"))) command=\"$given\"; break ;; "
          + "esac",
        "  done",
        "  case \"$command\" in",
      ] + cases + [
        "    help) options='\(helpWords.joined(separator: " "))' ;;",
        "  esac",
        "  case \"$before\" in",
        "    --scope) options='all \(scopes.joined(separator: " "))' ;;",
        "    --design) options='\(designs.joined(separator: " "))' ;;",
        "    *) [ \"$COMP_CWORD\" -ne 1 ] || options=\"\(commands.joined(separator: " ")) "
          + "$options\"",
        "       options=\"$options \(products.joined(separator: " "))\" ;;",
        "  esac",
        "  COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))",
        "}",
        "complete -o default -F \(function) \(program)",
      ]).joined(separator: "\n")
  }

  private var fish: String {
    let commands = (Help.commandNames + ["help"]).joined(separator: " ")
    let words = products.joined(separator: " ")
    let first = [
      "complete -c \(program) -n __fish_use_subcommand -a '\(commands) \(words)'",
      "complete -c \(program) -n 'not __fish_use_subcommand' -a '\(words)'",
    ]
    let options = Help.commandNames.flatMap { command in
      Self.options(of: command).map { option in
        let known = ["--scope": ["all"] + scopes, "--design": designs][option]
        let values = known.map { " -x -a '\($0.joined(separator: " "))'" } ?? ""
        return "complete -c \(program) -n '__fish_seen_subcommand_from \(command)' "
          + (option.hasPrefix("--") ? "-l \(option.dropFirst(2))\(values)" : "-a \(option)")
      }
    }
    return (first + options).joined(separator: "\n")
  }
}
