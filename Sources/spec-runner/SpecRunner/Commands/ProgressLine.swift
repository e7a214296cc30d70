import Foundation
import Model
import Spec
import Synchronization

/// The progress of a command: one line that renews itself on a terminal, a plain line now and then
/// elsewhere.
///
/// A process has one such line, whichever part shows something on it.
struct ProgressLine: Sendable {
  private struct Screen {
    /// When something was shown last, in seconds since the command began.
    var latest = 0.0
    var isShown = false
    /// Whether the command tells its end, so that nothing is shown any more.
    var isOver = false
  }

  private static let screen = Mutex(Screen())
  /// What takes the line away that the cursor is on.
  private static let erasure = "\r\u{1b}[K"
  /// How long a line is left as it is, in seconds: on a terminal, and where lines stay.
  private static let (renewalSeconds, silenceSeconds) = (0.2, 30.0)

  private let title: String
  private let start: Double

  /// - Parameter start: when what is shown began, in seconds since the command did.
  init(title: String, since start: Double = Surroundings.seconds()) {
    (self.title, self.start) = (title, start)
  }

  /// The line of one of several scopes.
  ///
  /// - Parameter place: its number among them, from 0.
  init(_ identity: Identity, place: Int, of count: Int) {
    let number = count == 1 ? "" : " (\(place + 1) of \(count))"
    self.init(title: "\(identity.product) \(identity.scope)\(number)")
  }

  /// Shows how much is done, by how much a second, and how long the rest takes where its end is
  /// known.
  ///
  /// - Parameters:
  ///   - total: how much there is; nil where that is unknown.
  ///   - noun: one of what is counted.
  ///   - others: what else there is to say.
  func show(_ count: Int, of total: Int? = nil, _ noun: String, _ others: String...) {
    show { seconds in
      ([Self.words(count, of: total, noun, seconds)] + others).joined(separator: ", ")
    }
  }

  /// Shows words where nothing is counted.
  func show(words: String) { show { _ in words } }

  /// "1,200 of 10,000 runs, 400 runs/s, 22 s left".
  static func words(_ count: Int, of total: Int?, _ noun: String, _ seconds: Double) -> String {
    let rate = Double(count) / max(seconds, 0.001)
    let speed = rate >= 10 ? Int(rate).grouped : String(format: "%.1f", rate)
    var parts = [total.map { "\(count.grouped) of \($0.counted(noun))" } ?? count.counted(noun)]
    parts.append("\(speed) \(noun)s/s")
    if let total, count > 0, total >= count {
      parts.append("\(time(Double(total - count) / rate)) left")
    }
    return parts.joined(separator: ", ")
  }

  /// "22 s", "3 min" or "2 h".
  private static func time(_ seconds: Double) -> String {
    if seconds < 60 { return "\(Int(seconds.rounded(.up))) s" }
    let minutes = seconds / 60
    // Whatever takes longer than years takes no number.
    if minutes >= 60 { return "\(Int(min(minutes / 60, 1e9).rounded(.up)).grouped) h" }
    return "\(Int(minutes.rounded(.up))) min"
  }

  private func show(_ text: (_ seconds: Double) -> String) {
    if Surroundings.isQuiet.load(ordering: .relaxed) { return }
    let now = Surroundings.seconds()
    let pause = Surroundings.canRenewLine ? Self.renewalSeconds : Self.silenceSeconds
    Self.screen.withLock { screen in
      guard !screen.isOver, now - screen.latest >= pause else { return }
      screen.latest = now
      let line = "\(title): \(text(now - start))".onOneLine
      if Surroundings.canRenewLine {
        screen.isShown = true
        let columnCount = Surroundings.columnCount(of: Surroundings.errorNumber)
        Surroundings.note("\(Self.erasure)\(Self.cut(line, to: columnCount))")
      } else {
        Surroundings.note(line + "\n")
      }
    }
  }

  /// What fits on a line with room for the cursor behind it, so that no terminal wraps it.
  static func cut(_ line: String, to columnCount: Int) -> Substring {
    // Outside of ASCII a letter may take two columns.
    var room = columnCount - 1
    return line.prefix { character in
      room -= character.isASCII ? 1 : 2
      return room >= 0
    }
  }

  /// Takes the line away, before something is told.
  static func clear() {
    screen.withLock { screen in
      if screen.isShown { Surroundings.note(erasure) }
      screen.isShown = false
    }
  }

  /// Takes the line away for good.
  static func end() {
    clear()
    screen.withLock { $0.isOver = true }
  }

  /// Goes on with the line of a process that this one took the place of.
  static func takeOver() { screen.withLock { $0.isShown = Surroundings.canRenewLine } }
}
