/// Where the calls of an app's database or server wait until a schedule lets them go on.
///
/// Each function of the server is one line: the name of the function and its arguments name the
/// call.
///
/// ```swift
/// func delete(id: String) async throws -> Item { try await gate(id) { try $0.delete(id: id) } }
/// ```
public struct Gates<Rows: Hashable & Sendable>: Sendable {
  /// Lets a call wait, carries it out on the rows, and lets its reply wait.
  let pass: @Sendable (GateCall, GateBody<Rows>, isolated (any Actor)?) async throws -> any Sendable

  /// Carries a call out when its turn comes.
  ///
  /// - Parameters:
  ///   - arguments: what tells this call from others of the function.
  ///   - function: the name of the function; the one that calls by default.
  ///   - isolation: the actor of the caller.
  ///   - body: works on the rows; it decides by them and by what it captured alone.
  /// - Throws: what the body throws, or the failure that a schedule injects.
  public func callAsFunction<each Argument: Sendable, Reply: Sendable>(
    _ arguments: repeat each Argument, function: String = #function,
    isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable (inout Rows) throws -> Reply
  ) async throws -> Reply {
    var contents: [ContentTree] = []
    for argument in repeat each arguments { contents.append(ContentTree(argument)) }
    let body = GateBody<Rows>(answers: nil) { rows, _ in try body(&rows) }
    return try await carryOut(GateCall(function, contents), body, isolation)
  }

  /// Carries a call out whose answer the world outside decides: each answer is tried.
  ///
  /// ```swift
  /// func news() async throws -> [Item] { try await gate(answers: [[], [.first]]) { $1 } }
  /// ```
  ///
  /// - Parameters:
  ///   - arguments: what tells this call from others of the function.
  ///   - answers: what the world may answer, simplest first, the same for every such call.
  ///   - function: the name of the function; the one that calls by default.
  ///   - isolation: the actor of the caller.
  ///   - body: works on the rows, given one of the answers.
  /// - Throws: what the body throws, or the failure that a schedule injects.
  public func callAsFunction<each Argument: Sendable, Answer: Sendable, Reply: Sendable>(
    _ arguments: repeat each Argument, answers: [Answer], function: String = #function,
    isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable (inout Rows, Answer) throws -> Reply
  ) async throws -> Reply {
    var contents: [ContentTree] = []
    for argument in repeat each arguments { contents.append(ContentTree(argument)) }
    let body = GateBody<Rows>(answers: { answers.map { ContentTree($0).words } }) { rows, place in
      guard let place, answers.indices.contains(place) else {
        throw OperationFailure("the world outside gives no answer")
      }
      return try body(&rows, answers[place])
    }
    return try await carryOut(GateCall(function, contents), body, isolation)
  }

  /// Waits for something that comes from outside without being asked for: each of what may come is
  /// tried.
  ///
  /// An app that waits here has nothing pending. The scope says how often anything comes.
  ///
  /// ```swift
  /// func next() async throws -> Message { try await gate.pushed([.first, .second]) { $1 } }
  /// ```
  ///
  /// - Parameters:
  ///   - pushes: what may come, simplest first, the same whenever the app waits for it.
  ///   - function: the name of the function; the one that calls by default.
  ///   - isolation: the actor of the caller.
  ///   - body: works on the rows, given what comes.
  /// - Throws: what the body throws, or a `CancellationError`.
  public func pushed<Push: Sendable, Reply: Sendable>(
    _ pushes: [Push], function: String = #function, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable (inout Rows, Push) throws -> Reply
  ) async throws -> Reply {
    let body = GateBody<Rows>(answers: { pushes.map { ContentTree($0).words } }) { rows, place in
      guard let place, pushes.indices.contains(place) else {
        throw OperationFailure("nothing comes")
      }
      return try body(&rows, pushes[place])
    }
    var call = GateCall(function, [])
    call.waitsForPush = true
    return try await carryOut(call, body, isolation)
  }

  private func carryOut<Reply: Sendable>(
    _ call: GateCall, _ body: GateBody<Rows>, _ isolation: isolated (any Actor)?
  ) async throws -> Reply {
    let reply = try await pass(call, body, isolation)
    guard let value = reply as? Reply else { throw OperationFailure("a reply of another type") }
    return value
  }
}

/// A call of an app's database or server.
public struct GateCall: Hashable, Sendable, Codable, Comparable, CaseNamed, PartlyAsked,
  RequestPart, ToldByDescription
{
  /// The function: "delete(id:)".
  package let function: String
  /// The arguments, as code would write them.
  package let arguments: [String]
  /// The arguments as people read them.
  private let words: [String]
  /// Which of its answers the world outside gives; nil as long as none is given.
  private(set) var answer: Int?
  private var answerWords: String?
  /// Whether it comes without a request: it waits for what comes from outside.
  package var isPush: Bool { waitsForPush != nil }
  package var isAnsweredOutside: Bool { answer != nil }
  package var callsAhead: [GateCall] { [] }
  package var sleepers: [Int]? { nil }
  /// True for such a call, and left out of traces for every other.
  fileprivate var waitsForPush: Bool?
  /// What it belongs to; nil in a call as the app asks for it, and as steps name it.
  package internal(set) var request: AppRequest?
  /// Whether its task was cancelled while its reply was on its way.
  package private(set) var isCancelled = false

  private enum CodingKeys: CodingKey {
    case function, arguments, words, answer, answerWords, waitsForPush
  }

  init(_ function: String, _ arguments: [ContentTree]) {
    self.function = function
    self.arguments = arguments.map(\.text)
    words = arguments.map(\.words)
  }

  /// The call, given one of its answers.
  func answered(_ place: Int, words: String) -> GateCall {
    var call = self
    (call.answer, call.answerWords) = (place, words)
    return call
  }

  /// The call as the app asks for it, before the world outside answers.
  package var unanswered: GateCall {
    var call = self
    (call.answer, call.answerWords) = (nil, nil)
    return call
  }

  /// The call as part of a request.
  func serving(_ request: AppRequest?, isCancelled: Bool = false) -> GateCall {
    var call = self
    (call.request, call.isCancelled) = (request, isCancelled)
    return call
  }

  /// The call as a gate sees it, with its answer.
  package var asked: GateCall { serving(nil) }

  /// Compares functions, then arguments, then answers.
  public static func < (first: GateCall, second: GateCall) -> Bool {
    if first.function != second.function { return first.function < second.function }
    if first.arguments != second.arguments {
      return first.arguments.lexicographicallyPrecedes(second.arguments)
    }
    return (first.answer ?? -1) < (second.answer ?? -1)
  }

  /// Whether an argument is read as a value in these words, or holds such a text or number as a
  /// part of it.
  package func carries(_ valueWords: String) -> Bool {
    if words.contains(valueWords) { return true }
    if valueWords.isEmpty { return false }
    if Double(valueWords) == nil {
      let literal = ContentTree.text(valueWords).text
      return arguments.contains { $0.contains(literal) }
    }
    return arguments.contains {
      $0.split { "()[],: \"".contains($0) }.contains(Substring(valueWords))
    }
  }

  /// Its arguments as people read them.
  package var carried: [String] { words }

  /// The name of the function without its arguments.
  public var caseName: String { String(function.prefix { $0 != "(" }) }

  /// Its words in a story.
  public var description: String { phrase }

  /// Its words in a story: "delete Milk".
  package var phrase: String {
    let name = ContentTree.choice(caseName, nil).words
    let call = ([name] + words).joined(separator: " ")
    return answerWords.map { "\(call), answered \($0)" } ?? call
  }
}

/// What a call of an app's database or server answers; two that reflection cannot tell apart are
/// one.
public struct GateReply: Hashable, Sendable {
  private let content: ContentTree

  init(_ value: any Sendable) { content = ContentTree(value) }

  /// Whether it is a value in these words, or holds one.
  package func holds(_ valueWords: String) -> Bool {
    !valueWords.isEmpty && content.words.contains(valueWords)
  }

  /// Whether it is a value and nothing else.
  package func isEqual(to value: ContentTree) -> Bool { content == value }

  /// Compares contents.
  public static func == (first: GateReply, second: GateReply) -> Bool {
    first.content == second.content
  }

  /// Hashes the content.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

/// What a call does to the rows.
struct GateBody<Rows: Hashable & Sendable>: Sendable {
  /// The answers that the world outside may give, in words; nil where it has no part.
  ///
  /// They are asked for seldom, and calls are made all the time.
  let answers: (@Sendable () -> [String])?
  /// Told which answer is given.
  let run: @Sendable (inout Rows, Int?) throws -> any Sendable
}
