/// Positions of a runtime state's components in its row.
enum Slot {
  static let store = 0
  static let mail = 1
  static let underWay = 2
  static let database = 3
  static let budgets = 4
  /// All windows take one word, which stays at zero where there are none.
  static let windows = 5
  static let count = 6
}

/// What a runtime label did, remembered: the answer of one product function to one input.
///
/// The position of a transition in its table is its handle, which every step that it makes bears.
struct Transition: BitwiseCopyable {
  enum Kind: UInt8 { case gesture, deliver, perform, complete, relaunch, window }

  var kind: Kind
  var fault: Fault?
  var traits: StepTraits = []
  /// The gesture, the notice, the move, or a window's label; with `kind` and `fault` it decides the label.
  var payload: UInt32 = absentHandle
  /// The store afterwards; absent when it is untouched.
  var store: UInt32 = absentHandle
  /// What came into the mail.
  var notice: UInt32 = absentHandle
  /// The database afterwards; absent when it is untouched.
  var database: UInt32 = absentHandle
  /// The thunk that is put under way or stands where the moved one stood; absent when there is none.
  var thunk: UInt32 = absentHandle
  /// What is taken from the budget of additions; negative when something is given back.
  var additionCount: Int16 = 0
  /// How far the gesture's values lie from the simplest.
  var complexity: UInt16 = 0

  /// What a step needs to know of a transition, thunks aside.
  struct Change: BitwiseCopyable {
    var store: UInt32
    var database: UInt32
    var notice: UInt32
    var traits: StepTraits
    var additionCount: Int16
  }

  /// What it changes beside the thunks under way.
  var change: Change {
    Change(
      store: store, database: database, notice: notice, traits: traits, additionCount: additionCount)
  }
}

/// A step that a thunk under way can take: named by its thunk, so that equal thunks at equal places share
/// answers.
struct Move: Hashable, BitwiseCopyable {
  /// The handle of (thunk, occurrence, overtaking).
  var handle: UInt32
  /// The thunk's place among those under way.
  var position: UInt32
  /// Whether its operation is still to be carried out.
  var isAsked: Bool
}

/// A mail, taken apart.
struct MailShape: BitwiseCopyable {
  static let unknown = MailShape(count: -1, head: absentHandle, tail: absentHandle)

  var count: Int
  var head: UInt32
  var tail: UInt32
}

/// The product functions behind the tables, asked once for each distinct input.
protocol RuntimeAnswers: AnyObject {
  func gestures(inStore store: UInt32) -> [Transition]
  func delivery(ofNotice notice: UInt32, store: UInt32) -> Transition
  func performances(ofMove move: UInt32, database: UInt32) -> [Transition]
  func completion(ofMove move: UInt32, store: UInt32) -> Transition
  func relaunch(database: UInt32) -> Transition
  func isCrashed(store: UInt32) -> Bool
  func shape(ofMail mail: UInt32) -> MailShape
  func mail(_ mail: UInt32, appending notice: UInt32) -> UInt32
  func moves(ofUnderWay underWay: UInt32) -> [Move]
  func underWay(_ underWay: UInt32, replacing position: UInt32, with thunk: UInt32) -> UInt32
  func pending(mail: UInt32, underWay: UInt32) -> UInt32
  func derivedFacet(_ number: Int, ofHandle handle: UInt32) -> UInt32
}
