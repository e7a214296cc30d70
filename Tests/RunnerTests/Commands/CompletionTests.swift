import Foundation
import Testing

/// What a shell completes, asked of the shell itself.
@Suite(.waiting) struct CompletionTests {
  /// What bash offers for the last of some words.
  private static func completed(_ words: [String]) throws -> [String] {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let line =
      #"source <("$0" completions bash); COMP_WORDS=("# + quoted
      + #"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _spec_runner; printf '%s\n' "${COMPREPLY[@]}""#
    let quotedLine = line.replacing("'", with: #"'\''"#)
    let run = try Runner.shell(#"bash -c '"# + quotedLine + #"' "$0""#)
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    (["spec-runner", "che"], ["check"]), (["spec-runner", "check", "ani"], ["animals"]),
    (["spec-runner", "check", "--sc"], ["--scope"]),
    (["spec-runner", "replay", "--li"], ["--limit-time", "--live"]),
    (["spec-runner", "check", "animals", "--scope", "clo"], ["closing"]),
    (["spec-runner", "check", "--design", "fetch-a"], ["fetch-again"]),
    (["spec-runner", "help", "mu"], ["mutate"]), (["spec-runner", "help", "sc"], ["scopes"]),
    (["spec-runner", "merge", "--s"], ["--sarif", "--save", "--statistics"]),
    (["spec-runner", "completions", "f"], ["fish"]),
  ])
  func `bash completes commands, products, options, scopes and designs`(
    _ words: [String], _ offered: [String]
  ) throws {
    #expect(try Self.completed(words) == offered)
  }

  @Test(arguments: ["zsh", "fish"])
  func `other shells have a script, too`(_ shell: String) throws {
    let run = try Runner.run(["completions", shell])
    #expect(run.status == 0)
    #expect(run.output.contains("never-fired"))
  }

  @Test func `a shell that is not known is answered with those that are`() throws {
    let run = try Runner.run(["completions", "bsh"])
    #expect(run.status == 2)
    let known = "completions takes one of bash, zsh, fish, not 'bsh' (did you mean 'bash'?)"
    #expect(run.errors == "spec-runner: \(known)\n")
  }

  @Test(arguments: ["chek", "check animls"])
  func `a mistyped name is an error, with a wish for help too`(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let run = try Runner.run(words + (words.count == 1 ? ["--help"] : []))
    #expect(run.status == 2)
    #expect(run.errors.contains("did you mean"))
  }
}
