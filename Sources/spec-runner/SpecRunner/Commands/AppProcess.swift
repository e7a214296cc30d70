import Foundation
import Generators
import Model

/// The process of a command that runs apps.
///
/// What apps print is kept apart. A trap of an app is a step with a story: the process begins anew,
/// told at which step the app traps, and does not take that step again.
enum AppProcess {
  /// Names the open file of what is known from before.
  private static let variable = "SPEC_TRAPS"
  /// Shows what apps print.
  static let flag = "--app-output"

  private struct Known: Codable {
    var traps: [String: String] = [:]
    var secondsBefore = 0.0
  }

  /// Begins to keep apart what apps print.
  ///
  /// - Returns: what begins to watch for traps.
  static func begin() -> (Watchdog) -> Void {
    let known = takeKnown()
    AppQuestions.know(known.traps)
    Surroundings.begin(secondsBefore: known.secondsBefore)
    if !CommandLine.arguments.contains(flag) { Surroundings.keepOutputApart() }
    guard let errors = temporaryFile() else { return { _ in } }
    Surroundings.keepErrorsApart(in: errors)
    SignalStack.prepareThread()
    return { watchdog in
      TrapWatch.begin { thread in
        let words = TrapWatch.words(in: String(decoding: text(of: errors), as: UTF8.self))
        if let question = AppQuestions.ofProcess.underWay(on: thread) {
          restart(known, question, words ?? "the process is ended by a signal")
        }
        pass(errors)
        CodeTrap.end(on: thread, watchdog)
      }
    }
  }

  /// A file without a name.
  private static func temporaryFile() -> Int32? {
    var path = Array("\(FileManager.default.temporaryDirectory.path)/spec-XXXXXX".utf8CString)
    let number = mkstemp(&path)
    if number < 0 { return nil }
    unlink(path)
    return number
  }

  private static func text(of number: Int32) -> Data {
    lseek(number, 0, SEEK_SET)
    return FileHandle(fileDescriptor: number, closeOnDealloc: false).readDataToEndOfFile()
  }

  /// What a process before this one knew that the command is carried out by.
  private static func takeKnown() -> Known {
    guard let number = ProcessInfo.processInfo.environment[variable].flatMap({ Int32($0) }) else {
      return Known()
    }
    unsetenv(variable)
    defer { close(number) }
    return (try? JSONDecoder().decode(Known.self, from: text(of: number))) ?? Known()
  }

  /// Hands on what was written to the standard error: nothing else tells of it.
  private static func pass(_ errors: Int32) {
    Surroundings.note(String(decoding: text(of: errors), as: UTF8.self))
  }

  private static func restart(_ known: Known, _ question: AppQuestion, _ words: String) {
    var known = known
    let isKnown = known.traps.updateValue(words, forKey: question.text) != nil
    if isKnown || known.traps.count > AppQuestions.trapCountMax {
      Surroundings.warn(
        of:
          "the app traps at \(known.traps.count.counted("step")), at last when \(question.words): "
          + "\(words)"
      )
      _exit(1)
    }
    known.secondsBefore = Surroundings.seconds()
    guard let number = temporaryFile(), let data = try? JSONEncoder().encode(known) else { return }
    let isWritten = data.withUnsafeBytes { write(number, $0.baseAddress, $0.count) == $0.count }
    if !isWritten { return }
    setenv(variable, "\(number)", 1)
    Surroundings.joinOutput()
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    // An alarm outlives the program that set it, and would end the next one.
    alarm(0)
    execvp(CommandLine.arguments[0], &arguments)
  }
}
