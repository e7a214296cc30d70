import Foundation
@_exported import Generators
import Model
import Spec

/// Runs the command that the arguments name.
///
/// - Parameter watchdog: has to be told how to tell what is known when a command is stopped.
/// - Returns: the exit status.
func run(_ arguments: [String], on registry: Registry, _ watchdog: Watchdog) throws -> Int32 {
  let first = arguments.first
  let command =
    first.flatMap { $0.hasPrefix("-") || Help.commands[$0] == nil ? nil : $0 } ?? "check"
  let rest = first == command ? Array(arguments.dropFirst()) : arguments
  if first == "--version" {
    Surroundings.tell("\(Surroundings.programName) \(Help.version)")
    return 0
  }
  if first == "help" || arguments.contains("--help") || arguments.contains("-h") {
    // A word that is neither a command nor a product is told, with or without a wish for help.
    if let first, first != "help", first != command, !first.hasPrefix("-") {
      _ = try registry.products(named: first)
    }
    return try help(
      first == "help" ? arguments.dropFirst().first : first == command ? command : nil, on: registry
    )
  }
  switch command {
  case "walk": return try WalkCommand(rest, of: registry).run(watchdog)
  case "values": return try ValuesCommand(rest, of: registry).run(watchdog)
  case "replay": return try ReplayCommand(rest, of: registry).run(watchdog)
  case "live": return try LiveCommand(rest, of: registry).run(watchdog)
  case "list": return try ListCommand(rest, of: registry).run()
  case "fuzz": return try FuzzCommand(rest, of: registry).run(watchdog)
  case "defects": return try DefectsCommand(rest, of: registry).run(watchdog)
  case "mutate": return try MutateCommand(rest, of: registry).run(watchdog)
  case "graph": return try GraphCommand(rest, of: registry).run(watchdog)
  case "bench": return try BenchCommand(rest, of: registry).run(watchdog)
  case "explore": return try ExploreCommand(rest, of: registry).run(watchdog)
  case "watch": return try WatchCommand(rest, of: registry).run(watchdog)
  case "completions": return try CompletionsCommand(rest, of: registry).run()
  case "merge": return try MergeCommand(rest, of: registry).run(watchdog)
  default: return try CheckCommand(rest, of: registry).run(watchdog)
  }
}

/// Prints the help of a command or a topic, or the overview.
func help(_ command: String?, on registry: Registry) throws -> Int32 {
  guard let command, command != "help" else {
    Surroundings.tell(Help.text(Help.overview, on: registry))
    return 0
  }
  guard let text = Help.commands[command] ?? HelpTopics.texts[command] else {
    let topics = HelpTopics.texts.keys.sorted()
    let meant = Suggestion.words(for: command, among: Help.commandNames + topics)
    throw UsageError(
      "there is no command or topic '\(command)'\(whole: meant); commands: "
        + "\(whole: Help.commandNames.joined(separator: ", ")); topics: "
        + "\(whole: topics.joined(separator: ", "))")
  }
  Surroundings.tell(Help.text(text, on: registry))
  return 0
}

/// Runs the command that the arguments of the process name, and ends the process with its exit
/// status.
///
/// ```swift
/// import Model
/// import SpecRunner
///
/// let small = Scope(name: "small", values: NoValues())
/// main([RegisteredProduct("bookmark", scopes: [small]) { _ in Bookmark() }])
/// ```
///
/// - Parameters:
///   - products: what the commands are about, in the order in which reports list them.
///   - benchmarks: systems that `bench search` measures beside the products.
public func main(_ products: [RegisteredProduct], benchmarks: [Benchmark] = []) -> Never {
  Surroundings.nameProgram()
  main(products, benchmarks: benchmarks, Array(CommandLine.arguments.dropFirst()))
}

/// Runs the command that arguments name, and ends the process with its exit status.
func main(_ products: [RegisteredProduct], benchmarks: [Benchmark] = [], _ arguments: [String])
  -> Never
{
  var arguments = arguments
  var watch: (Watchdog) -> Void = { CodeTrap.begin($0) }
  if products.contains(where: \.isApp) {
    watch = AppProcess.begin()
    arguments.removeAll { $0 == AppProcess.flag }
  }
  // An app may sleep when a command asks what it does, as when it is run.
  LiveScheduler.ownSleep()
  Surroundings.catchInterruption()
  let watchdog = Watchdog()
  HangWatch.begin(watchdog)
  watch(watchdog)
  let command = { @Sendable [arguments] () -> Never in
    Surroundings.end {
      // An error is told only by the thread that has the last word, too.
      defer { watchdog.finish() }
      let registry = Registry(products, benchmarks: benchmarks)
      if let complaint = registry.complaint { throw TraceError(ErrorText(whole: complaint)) }
      if let name = products.map(\.name).first(where: { Help.commands[$0] != nil || $0 == "help" })
      {
        throw TraceError(
          "a product is called '\(name)', as a command is; register it by another name")
      }
      return try run(arguments, on: registry, watchdog)
    }
  }
  if products.contains(where: \.isApp) { besideMainQueue(command) }
  command()
}

/// Runs a command on a thread of its own, while this one does what comes to the main queue.
///
/// What an app hands to the main actor from a thread of its own comes there. It has to be done, so
/// that it is seen that the app leaves the schedule; left undone, it would look as if the app
/// forgot it.
private func besideMainQueue(_ command: @escaping @Sendable () -> Never) -> Never {
  Thread.begin { command() }
  while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
}
