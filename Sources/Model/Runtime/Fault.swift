/// When an injected fault strikes.
public enum Fault: String, Hashable, Comparable, Codable, Sendable, CaseIterable, BitwiseCopyable {
  /// Before the database changed.
  case before
  /// After the database changed: the reply is lost.
  case after

  /// In the order in which they are listed.
  public static func < (first: Fault, second: Fault) -> Bool { first.place < second.place }

  /// Its place among all faults.
  var place: Int {
    switch self {
    case .before: 0
    case .after: 1
    }
  }

  /// Whether it keeps the operation from being carried out; else the reply is lost of one that was.
  @usableFromInline package var preventsWork: Bool { self == .before }

  /// What becomes of an operation that it strikes, as stories tell it.
  package var words: String {
    switch self {
    case .before: "fails before the database changed"
    case .after: "is carried out, and its reply is lost"
    }
  }

  /// The same among the ways in which operations end.
  var ending: String {
    switch self {
    case .before: "fails before it is carried out"
    case .after: "fails after it was carried out"
    }
  }

  /// Those that strike before an operation is carried out: any that has no answer yet.
  static let beforeWork = allCases.filter(\.preventsWork)
  /// Those that strike afterwards.
  ///
  /// Where nothing changed, a lost reply is that of an operation that was never carried out: then
  /// none of these is tried.
  static let afterWork = allCases.filter { !$0.preventsWork }
}

extension Result {
  /// What is seen of it where a fault loses replies: of an operation that throws, too.
  ///
  /// - Parameter failure: what is seen in place of a reply; a `Crash` is no reply.
  package func struck(by fault: Fault?, seen failure: Failure) -> Self {
    if case .failure(let error) = self, error is Crash { return self }
    return fault == nil ? self : .failure(failure)
  }
}

extension Product {
  /// What a thunk sees of its operation, and what becomes of the database.
  ///
  /// - Throws: a `Crash`.
  @usableFromInline package func result(
    of operation: Operation, fault: Fault?, on database: inout Database
  ) throws(Crash) -> Result<Reply, OperationFailure> {
    if fault?.preventsWork == true { return .failure(.injected) }
    let result: Result<Reply, OperationFailure>
    do {
      result = .success(try perform(operation, on: &database))
    } catch let crash as Crash {
      throw crash
    } catch {
      result = .failure(OperationFailure(error))
    }
    return result.struck(by: fault, seen: .injected)
  }
}
