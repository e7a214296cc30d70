import Spec
import Synchronization

/// One call of a live check: the test that makes it, where it stands, and what it asks for.
///
/// A child process runs the test again and knows the call by its identity. Two calls with one
/// identity cannot be told apart, and the child says so.
struct CallSite: Hashable, Sendable {
  /// The name of the test function, with its labels.
  let test: String
  /// The module and the file of the call.
  let fileID: String
  /// What tells the call apart from every other.
  let identity: String

  /// The caller's name for this case; empty where one call needs none.
  private let name: String

  /// - Parameters:
  ///   - asked: what is asked for.
  ///   - name: the caller's name for this case.
  init(
    test: String, fileID: String, line: Int, column: Int, asked: [String], case name: String = ""
  ) {
    self.test = test
    self.fileID = fileID
    self.name = name
    identity = (["\(fileID):\(line):\(column)", test] + asked + [name]).joined(separator: " · ")
  }

  /// The folder of the call's traces: two tests, or two cases of one, that check one product save
  /// side by side.
  var folder: String { name.isEmpty ? testFolder : "\(testFolder)/\(FileWords(name).distinctSlug)" }

  private var testFolder: String {
    let file = fileID.split(separator: "/").last.map { $0.replacing(".swift", with: "") } ?? ""
    return FileWords("\(file) \(test[..<(test.lastIndex(of: "(") ?? test.endIndex)])").testFolder
  }

  /// Whether a path is that of a trace that another call of the same test saved.
  ///
  /// - Parameter identity: of what is checked.
  func leaves(_ path: String, of identity: Identity) -> Bool {
    let path = "/\(path)"
    return path.contains("/\(testFolder)/") && !path.contains("/\(folder)/\(identity.scopeFolder)/")
  }

  /// A pattern for the whole id of the test, as Swift Testing writes it.
  ///
  /// The id names module, suites, function and file; what could mean more in a pattern stands for
  /// itself.
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

  private static let known = Mutex<[String: LiveOutcome]>([:])

  /// What the calls of this process came to, by identity.
  static var outcomes: [String: LiveOutcome] { known.withLock { $0 } }

  /// Remembers what the call comes to, so that a child of a later call of the same test can pass
  /// over it.
  func remembering(_ body: () throws -> LiveOutcome) throws -> LiveOutcome {
    func remember(_ outcome: LiveOutcome) { Self.known.withLock { $0[identity] = outcome } }
    do {
      let outcome = try body()
      remember(outcome)
      return outcome
    } catch {
      remember(LiveOutcome(failure: CheckFailure(error)))
      throw error
    }
  }
}
