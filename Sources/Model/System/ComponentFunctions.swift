/// Functions of one component each, with what they said of each of its values: what a step looks
/// at, and what it makes of a component.
final class ComponentFunctions {
  /// What a function gives.
  private enum Kind: UInt8 {
    /// The handle of what it works out.
    case worked
    /// The handle that it is given.
    case whole
    /// The same handle of every value.
    case constant
  }

  private struct Function: BitwiseCopyable {
    /// The handles that it gave, by those that it was given; absent where it was not asked.
    var answers: UnsafeMutablePointer<UInt32>
    var count: UInt32 = 0
    var position: UInt8
    var kind: Kind
    var constant = absentHandle
  }

  private let functions = LargeArray<Function>()
  private var answers: [LargeArray<UInt32>] = []
  private var learning: [(UInt32) -> UInt32] = []
  /// Told of each function that is asked of a value for the first time.
  var note: ((_ function: UInt32, _ handle: UInt32) -> Void)?

  private func add(
    _ kind: Kind, _ position: Int, constant: UInt32 = absentHandle,
    _ learn: @escaping (UInt32) -> UInt32
  ) -> UInt32 {
    let known = LargeArray<UInt32>()
    answers.append(known)
    learning.append(learn)
    functions.append(
      Function(answers: known.start, position: UInt8(position), kind: kind, constant: constant))
    return UInt32(functions.count - 1)
  }

  /// A function of a component.
  ///
  /// - Parameter learn: gives the handle of what follows from a value.
  func add(ofComponent position: Int, learn: @escaping (UInt32) -> UInt32) -> UInt32 {
    add(.worked, position, learn)
  }

  /// The component itself.
  func addWhole(ofComponent position: Int) -> UInt32 { add(.whole, position) { $0 } }

  /// One value in place of whatever the component is.
  func addConstant(_ handle: UInt32, ofComponent position: Int) -> UInt32 {
    add(.constant, position, constant: handle) { _ in handle }
  }

  func isConstant(_ function: UInt32) -> Bool { functions[Int(function)].kind == .constant }

  /// Whether a function gives the very value that it is given.
  func isWhole(_ function: UInt32) -> Bool { functions[Int(function)].kind == .whole }

  /// The handles that a function was asked of.
  func asked(_ function: UInt32) -> [UInt32] {
    (0..<UInt32(answers[Int(function)].count)).filter { isAsked(function, of: $0) }
  }

  /// What a function says of a value.
  func answer(_ function: UInt32, of handle: UInt32) -> UInt32 {
    var row = Row()
    row[position(function)] = handle
    return self(function, row)
  }

  /// Whether a function was asked of a value.
  func isAsked(_ function: UInt32, of handle: UInt32) -> Bool {
    let known = answers[Int(function)]
    return handle < known.count && known[Int(handle)] != absentHandle
  }

  @inline(__always)
  func position(_ function: UInt32) -> Int { Int(functions.start[Int(function)].position) }

  /// What a function says of a state.
  ///
  /// - Parameter words: the handles of the state's components.
  @inline(__always)
  func callAsFunction(_ function: UInt32, _ words: UnsafePointer<UInt32>) -> UInt32 {
    let known = functions.start + Int(function)
    let handle = words[Int(known.pointee.position)]
    if handle < known.pointee.count {
      let answer = known.pointee.answers[Int(handle)]
      if answer != absentHandle { return answer }
    }
    switch known.pointee.kind {
    case .worked: return learn(function, handle)
    case .whole: return handle
    case .constant: return known.pointee.constant
    }
  }

  /// The same of a row.
  func callAsFunction(_ function: UInt32, _ row: Row) -> UInt32 {
    row.withWords { self(function, $0) }
  }

  @inline(never)
  private func learn(_ function: UInt32, _ handle: UInt32) -> UInt32 {
    let answer = learning[Int(function)](handle)
    let known = answers[Int(function)]
    known.extend(to: Int(handle) + 1, with: absentHandle)
    known[Int(handle)] = answer
    functions[Int(function)].answers = known.start
    functions[Int(function)].count = UInt32(known.count)
    note?(function, handle)
    return answer
  }

  var memory: MemoryUse { functions.memory + answers.map(\.memory).sum }
}

extension Row {
  /// Hands the handles over, to be looked at here and there: a vector would be written down for
  /// each look.
  @inline(__always)
  func withWords<Result>(_ body: (UnsafePointer<UInt32>) -> Result) -> Result {
    withUnsafeBytes(of: words) { bytes in
      body(bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt32.self))
    }
  }
}
