import Foundation
import Generators
import Model
import Spec

/// Runs the command that the arguments name.
///
/// - Returns: the exit status.
func run(_ arguments: [String]) throws -> Int32 {
  let first = arguments.first
  let command = first.flatMap { $0.hasPrefix("-") || Help.commands[$0] == nil ? nil : $0 } ?? "check"
  let rest = first == command ? Array(arguments.dropFirst()) : arguments
  if first == "--version" {
    print("spec-runner \(Help.version)")
    return 0
  }
  if first == "help" || arguments.contains("--help") || arguments.contains("-h") {
    return try help(first == "help" ? arguments.dropFirst().first : first == command ? command : nil)
  }
  switch command {
  case "walk": return try WalkCommand(rest).run()
  case "values": return try ValuesCommand(rest).run()
  case "replay": return try ReplayCommand(rest).run()
  case "live": return try LiveCommand(rest).run()
  case "list": return try ListCommand(rest).run()
  case "fuzz": return try FuzzCommand(rest).run()
  case "merge": return try MergeCommand(rest).run()
  default: return try CheckCommand(rest).run()
  }
}

/// Prints the help of a command, or the overview.
func help(_ command: String?) throws -> Int32 {
  guard let command, command != "help" else {
    print(Help.overview)
    return 0
  }
  guard let text = Help.commands[command] else {
    throw UsageError(
      "there is no command '\(command)'; known: check, walk, fuzz, merge, values, replay, live, list")
  }
  print(text)
  return 0
}

/// Runs the command that the arguments of the process name, and ends the process with its exit status.
public func main() -> Never {
  do {
    let status = try run(Array(CommandLine.arguments.dropFirst()))
    // A reader that is gone wants no more, which is no error.
    guard fflush(nil) == 0 || errno == EPIPE else {
      throw TraceError("standard output cannot be written; check the disk")
    }
    exit(status)
  } catch let error as UsageError {
    Surroundings.warn("spec-runner: \(error.message)")
  } catch let error as LiveUnavailable {
    Surroundings.warn("spec-runner: \(error.description)")
    exit(3)
  } catch let error as TraceError {
    Surroundings.warn("spec-runner: \(error.description)")
  } catch {
    Surroundings.warn("spec-runner: \(error)")
  }
  exit(2)
}
