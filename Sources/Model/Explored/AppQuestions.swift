#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Synchronization

/// A question to an app, as others tell of it.
package struct AppQuestion: Hashable, Codable, Sendable {
  /// What tells it from all others.
  package let text: String
  /// What it is about, in the app's words.
  package let words: String

  /// The question, told from the same one to another app.
  func to(_ app: String) -> AppQuestion { AppQuestion(words, [app, text]) }

  private init(_ words: String, _ parts: [String]) {
    self.words = words
    text = ([words] + parts).joined(separator: Self.separator)
  }

  fileprivate static let separator = " · "

  /// The words of a question, from its text.
  static func words(ofText text: String) -> String {
    String(text.prefix(upTo: text.firstRange(of: separator)?.lowerBound ?? text.endIndex))
  }

  /// The end of an app; one for all questions.
  static let end = AppQuestion("the app is ended", [])

  static func launch() -> AppQuestion { AppQuestion("the app is launched", []) }

  /// - Parameter rows: what is stored where the way begins, after a trap; nil at the first launch.
  static func step<P: Product>(
    _ label: RuntimeLabel<P>, after way: [RuntimeLabel<P>], from rows: P.Database?
  ) -> AppQuestion {
    let start = rows.map { [ContentTree($0).text] } ?? []
    return AppQuestion(
      WrittenWay.words(label),
      start + ["\(way.count)"] + way.map { ContentTree($0).text } + [ContentTree(label).text])
  }

  static func reduce(_ action: some Sendable, in state: some Sendable) -> AppQuestion {
    AppQuestion(
      "the reducer takes \(ContentTree(action).words)",
      [ContentTree(action), ContentTree(state)].map(\.text))
  }

  static func element(_ action: some Sendable, in state: some Sendable) -> AppQuestion {
    AppQuestion(
      "\(ContentTree(action).words) is dispatched by itself",
      [ContentTree(action), ContentTree(state)].map(\.text))
  }

  static func interactions(in state: some Sendable) -> AppQuestion {
    AppQuestion("interactions(in:) lists what people can do", [ContentTree(state).text])
  }

  static func showing(_ rows: some Sendable) -> AppQuestion {
    AppQuestion("showing(_:) says what rows show", [ContentTree(rows).text])
  }

  static func call(_ call: GateCall, on rows: some Sendable) -> AppQuestion {
    AppQuestion(
      "the call \(call.phrase) is carried out", [ContentTree(call), ContentTree(rows)].map(\.text))
  }
}

/// The question that each thread asks an app now, and those that it is not asked any more.
package final class AppQuestions: Sendable {
  /// Questions that trapped, with the runtime's words: their answer is that crash.
  private let traps: [String: String]

  /// A question without an answer yet.
  ///
  /// It is never handed on as a bare closure: each pass through a generic lock would wrap it once
  /// more.
  private struct Asked {
    let question: @Sendable () -> AppQuestion
    let number: Int
  }

  private struct Content {
    /// How many were asked.
    var count = 0
    /// What each thread asks.
    var underWay: [UInt: Asked] = [:]
    /// The texts of questions that trapped before and were asked again, and how often.
    var met: [String: Int] = [:]
    /// Apps that may not be ended.
    var kept: [any AnyObject & Sendable] = []

    /// What is under way for the longest time, of all threads.
    var oldest: Asked? { underWay.values.min { $0.number < $1.number } }
  }

  private let content = Mutex(Content())

  /// What the apps of a command are asked, whichever of them and in whichever search.
  package static var ofProcess: AppQuestions { process.withLock { $0 } }
  private static let process = Mutex(AppQuestions())

  /// Tells the apps of a command what trapped before it began anew.
  package static func know(_ traps: [String: String]) {
    process.withLock { $0 = AppQuestions(traps: traps) }
  }

  /// - Parameter traps: the texts of questions that trapped, with what the runtime said.
  package init(traps: [String: String] = [:]) { self.traps = traps }

  /// Whether some trapped.
  package var mayTrap: Bool { !traps.isEmpty }
  /// How often one that trapped was asked again.
  package var metCount: Int { content.withLock { $0.met.values.reduce(0, +) } }

  /// What is known to trap and was not asked again, so that no story tells it: each in words, in
  /// order.
  package var unmet: [String] {
    let met = content.withLock(\.met)
    /// The trap of an app, whatever way leads to it.
    func trap(_ text: String, _ cause: String) -> [String] {
      text.split(separator: AppQuestion.separator).prefix(2).map(String.init) + [cause]
    }
    let told = Set(traps.filter { met[$0.key] != nil }.map(trap))
    let words = traps.filter {
      met[$0.key] == nil && $0.key != AppQuestion.end.text && !told.contains(trap($0.key, $0.value))
    }.map { text, cause in
      "the app traps when \(AppQuestion.words(ofText: text)) (\(cause)), and the end came before "
        + "it was there again; give it more time"
    }
    // On several ways it may be the same.
    return Set(words).sorted()
  }

  /// The question that has waited longest for its answer; asked by the watch, on another thread.
  package var underWay: AppQuestion? { content.withLock(\.oldest)?.question() }
  /// The question of a thread.
  package func underWay(on thread: UInt) -> AppQuestion? {
    content.withLock { $0.underWay[thread] }?.question()
  }
  /// Its number among all that were asked.
  package var numberUnderWay: Int? { content.withLock(\.oldest)?.number }

  /// Asks a question.
  ///
  /// - Throws: what the body throws, or a `Crash` for a question that traps.
  func ask<Answer>(
    _ question: @escaping @Sendable () -> AppQuestion, _ body: () throws -> Answer
  ) throws -> Answer {
    if !traps.isEmpty {
      let text = question().text
      if let cause = traps[text] {
        content.withLock { $0.met[text, default: 0] += 1 }
        throw Crash(cause)
      }
    }
    return try pose(question, body)
  }

  /// Whether a question of the same words trapped, whatever state it was about.
  fileprivate func hasTrapped(like question: AppQuestion) -> Bool {
    let known = traps.keys.filter { AppQuestion.words(ofText: $0) == question.words }
    if known.isEmpty { return false }
    content.withLock { content in known.forEach { content.met[$0, default: 0] += 1 } }
    return true
  }

  /// How many traps of all apps one command or check takes.
  package static let trapCountMax = 100

  /// How many questions to an app trapped.
  fileprivate func trapCount(of app: String) -> Int {
    traps.keys.count { $0.contains(" · \(app) · ") }
  }

  private func pose<Answer>(
    _ question: @escaping @Sendable () -> AppQuestion, _ body: () throws -> Answer
  ) rethrows -> Answer {
    let thread = ThreadNumber.current
    let outer = content.withLock { content in
      content.count += 1
      return content.underWay.updateValue(
        Asked(question: question, number: content.count), forKey: thread)
    }
    defer { content.withLock { $0.underWay[thread] = outer } }
    return try body()
  }

  /// Ends an app: what waits fails then, although no schedule made it.
  ///
  /// Code may take that for impossible and trap, which is no finding; then apps are left as they
  /// are, at the cost of their memory.
  ///
  /// - Parameter launched: the app, which is kept where it may not be ended. Asked for only then:
  ///   who ends it must hold it alone.
  func end(_ launched: @autoclosure () -> (any AnyObject & Sendable)?, _ body: () -> Void) {
    if traps[AppQuestion.end.text] == nil { return pose({ .end }, body) }
    if let launched = launched() { content.withLock { $0.kept.append(launched) } }
  }
}

/// What tells a thread from all others, also where a signal is handled.
package enum ThreadNumber {
  package static var current: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}

/// What one app is asked.
struct QuestionsToApp: Sendable {
  let questions: AppQuestions
  /// What tells the app from others of its type.
  private let name: String
  /// At how many steps that trap a search ends; nil as long as no more questions trapped.
  let trapCountMax: Int?

  init(_ questions: AppQuestions, to app: some Sendable) {
    self.questions = questions
    name = "\(type(of: app)) \(ContentTree(app).text)"
    let most = 10
    trapCountMax = questions.mayTrap && questions.trapCount(of: name) > most ? most : nil
  }

  func end(_ launched: @autoclosure () -> (any AnyObject & Sendable)?, _ body: () -> Void) {
    questions.end(launched(), body)
  }

  /// Asks a question.
  ///
  /// - Throws: what the body throws, or a `Crash` for a question that traps.
  func ask<Answer>(
    _ question: @escaping @Sendable () -> AppQuestion, _ body: () throws -> Answer
  ) throws -> Answer {
    try questions.ask({ [name] in question().to(name) }, body)
  }

  /// Whether a question of the same words trapped, whatever state it was about.
  func hasTrapped(like question: () -> AppQuestion) -> Bool {
    questions.mayTrap && questions.hasTrapped(like: question())
  }
}

/// The steps of an app in the words of its story.
enum WrittenWay {
  static func words<P: Product>(_ label: RuntimeLabel<P>) -> String {
    /// - Parameter occurrence: how many that are alike come before it.
    func call(_ operation: P.Operation, _ occurrence: Int) -> String {
      let number = occurrence == 0 ? "" : " (number \(occurrence + 1) of those alike, oldest first)"
      return "the call \(ContentTree(operation).words)\(number)"
    }
    switch label {
    case .gesture(let interaction, _): return "the user \(ContentTree(interaction).words)"
    case .perform(let operation, let occurrence, nil):
      return "\(call(operation, occurrence)) is carried out"
    case .perform(let operation, let occurrence, let fault?):
      return "\(call(operation, occurrence)) \(fault.words)"
    case .complete(let operation, let occurrence): return "\(call(operation, occurrence)) ends"
    case .relaunch: return "the app is killed and launched again"
    default: return "time passes"
    }
  }

  static func words<P: Product>(_ way: [RuntimeLabel<P>]) -> String {
    way.isEmpty ? "its launch" : way.map { words($0) }.joined(separator: ", ")
  }
}
