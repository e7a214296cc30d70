import Generators
import Model
import Spec

/// Prints the graph of a scope, for other tools.
struct GraphCommand {
  private let specification: any Checkable
  private let secondsMax: Double?
  private let format: GraphFormat

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "graph")
    let specifications = try Selection(arguments, of: registry).specifications
    guard let specification = specifications.first, specifications.count == 1 else {
      throw UsageError(
        "a graph is one scope's, as in '\(Surroundings.programName) graph PRODUCT --scope NAME'")
    }
    self.specification = specification
    let name = arguments.value("--format") ?? GraphFormat.aut.rawValue
    guard let format = GraphFormat(rawValue: name) else {
      throw UsageError("--format takes 'aut' or 'dot', not '\(name)'")
    }
    self.format = format
    secondsMax = try arguments.seconds("--limit-time")
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    watchdog.limit(secondsMax: secondsMax)
    var lines: [String] = []
    let isWhole = try specification.writeGraph(format) {
      watchdog.reason != nil
    } write: { line in
      lines.append(line)
      if lines.count == 4096 {
        Surroundings.tell(data: lines.joined(separator: "\n"))
        lines = []
      }
    }
    if !lines.isEmpty { Surroundings.tell(data: lines.joined(separator: "\n")) }
    if !isWhole {
      Surroundings.warn(of: "the graph is not whole: \(watchdog.reason?.words ?? "interrupted")")
    }
    return isWhole ? 0 : 3
  }
}
