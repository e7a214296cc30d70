/// What a runtime label did, remembered: the answer of one product function to one input.
///
/// The position of a transition in its table is its handle, which every step that it makes bears.
struct Transition: BitwiseCopyable {
  var kind: Kind
  var fault: Fault?
  var traits: StepTraits = []
  /// The gesture, the notice, the move, a window's label, what arrives or occurs; with `kind` and
  /// `fault` it decides the label.
  var payload: UInt32 = absentHandle
  /// The store afterwards; absent when it is untouched.
  var store: UInt32 = absentHandle
  /// What came into the mail.
  var notice: UInt32 = absentHandle
  /// The database afterwards; absent when it is untouched.
  var database: UInt32 = absentHandle
  /// The thunk that is put under way or stands where the moved one stood, absent when there is
  /// none; what else outlives its process, where a request arrives.
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
      store: store, database: database, notice: notice, traits: traits, additionCount: additionCount
    )
  }
}
