import Model
import Spec
import Synchronization

/// One call of a live check: the test that makes it, where it stands, and what it asks for.
///
/// A child process runs the test again and knows the call by its identity. Two calls with one identity
/// cannot be told apart, and the child says so.
struct LiveCall: Sendable {
  /// The name of the test function, with its labels.
  let test: String
  /// The module and the file of the call.
  let fileID: String
  /// What tells the call apart from every other.
  let identity: String

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - place: the line and the column.
  ///   - asked: what is run against what, and the caller's name for this case.
  init(test: String, fileID: String, place: (line: Int, column: Int), asked: [String]) {
    self.test = test
    self.fileID = fileID
    identity = (["\(fileID):\(place.line):\(place.column)", test] + asked).joined(separator: " · ")
  }

  /// A pattern for the whole id of the test, as Swift Testing writes it.
  ///
  /// The id names module, suites, function and file; what could mean more in a pattern stands for itself.
  var filter: String {
    func literal(_ text: some StringProtocol) -> String {
      text.map { $0.isLetter || $0.isNumber || $0 == " " || $0 == "_" ? String($0) : "." }.joined()
    }
    let name = test.filter { $0 != "`" }
    let labels = name.lastIndex(of: "(") ?? name.endIndex
    let module = fileID.prefix { $0 != "/" }
    let file = fileID.split(separator: "/").last ?? ""
    return "^\(literal(module))\\.(.*/)?`?\(literal(name[..<labels]))`?\(literal(name[labels...]))"
      + "/\(literal(file)):\\d+:\\d+$"
  }

  // MARK: What calls came to

  private static let answers = Mutex<[String: LiveOutcome]>([:])

  /// What the calls of this process came to, by identity.
  static var answersSoFar: [String: LiveOutcome] { answers.withLock { $0 } }

  /// Notes what the call comes to, so that a child of a later call of the same test can pass over it.
  func noting(_ body: () throws -> LiveOutcome) throws -> LiveOutcome {
    do {
      let outcome = try body()
      Self.answers.withLock { $0[identity] = outcome }
      return outcome
    } catch {
      var outcome = LiveOutcome()
      outcome.failure = "\(error)"
      Self.answers.withLock { $0[identity] = outcome }
      throw error
    }
  }
}
