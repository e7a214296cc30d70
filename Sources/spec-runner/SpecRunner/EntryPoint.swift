import Foundation
import Generators
import Model
import Spec

/// Runs the command that the arguments name.
///
/// - Returns: the exit status.
func run(_ arguments: [String], on registry: Registry) throws -> Int32 {
  let first = arguments.first
  let command = first.flatMap { $0.hasPrefix("-") || Help.commands[$0] == nil ? nil : $0 } ?? "check"
  let rest = first == command ? Array(arguments.dropFirst()) : arguments
  if first == "--version" {
    print("\(Surroundings.programName) \(Help.version)")
    return 0
  }
  if first == "help" || arguments.contains("--help") || arguments.contains("-h") {
    return try help(
      first == "help" ? arguments.dropFirst().first : first == command ? command : nil, on: registry)
  }
  switch command {
  case "walk": return try WalkCommand(rest, of: registry).run()
  case "values": return try ValuesCommand(rest, of: registry).run()
  case "replay": return try ReplayCommand(rest, of: registry).run()
  case "live": return try LiveCommand(rest, of: registry).run()
  case "list": return try ListCommand(rest, of: registry).run()
  case "fuzz": return try FuzzCommand(rest, of: registry).run()
  case "defects": return try DefectsCommand(rest, of: registry).run()
  case "mutate": return try MutateCommand(rest, of: registry).run()
  case "merge": return try MergeCommand(rest, of: registry).run()
  default: return try CheckCommand(rest, of: registry).run()
  }
}

/// Prints the help of a command, or the overview.
func help(_ command: String?, on registry: Registry) throws -> Int32 {
  guard let command, command != "help" else {
    print(Help.text(Help.overview, on: registry))
    return 0
  }
  guard let text = Help.commands[command] else {
    throw UsageError(
      "there is no command '\(command)'; "
        + "known: check, walk, fuzz, merge, values, defects, mutate, replay, live, list"
    )
  }
  print(Help.text(text, on: registry))
  return 0
}

/// Runs the command that the arguments of the process name, and ends the process with its exit status.
///
/// ```swift
/// import Model
/// import SpecRunner
///
/// let small = Scope(name: "small", values: Nothing())
/// main([RegisteredProduct("bookmark", scopes: [small]) { _ in Bookmark() }])
/// ```
///
/// - Parameter products: what the commands are about, in the order in which reports list them.
public func main(_ products: [RegisteredProduct]) -> Never {
  Surroundings.nameProgram()
  // An app may sleep when a command asks what it does, as when it is run.
  LiveScheduler.ownSleep()
  HangWatch.begin()
  do {
    let registry = Registry(products)
    if let complaint = registry.complaint { throw TraceError(ErrorText(whole: complaint)) }
    let status = try run(Array(CommandLine.arguments.dropFirst()), on: registry)
    try Surroundings.flush()
    exit(status)
  } catch let error as LiveUnavailable {
    Surroundings.warn(of: error.description)
    exit(3)
  } catch let error as UsageError {
    Surroundings.warn(of: error.message)
  } catch {
    Surroundings.warn(of: "\(error)")
  }
  exit(2)
}
