/// The thunks of a running app: which of its calls one and the same piece of work asked for.
///
/// What a thunk does next may follow from what it was replied so far, and the store does not show
/// that. So the last reply to each of its calls is told with the state, and how often there was one
/// where that tells states apart.
struct AppThunks<Beginning: Hashable & Sendable> {
  typealias Number = Int
  typealias Reply = Result<GateReply, OperationFailure>

  /// A call of a thunk, by a task of its own where branches are told.
  struct Asked: Hashable {
    let call: GateCall
    let branch: Branch?
  }

  /// What was replied to a call of a thunk.
  struct Replied: Hashable {
    var last: Reply
    /// How often; 0 where that is not told.
    var count: Int
    /// Whether its task was cancelled while the reply was on the way, as a time-out does.
    var isCancelledLate = false
  }

  /// Something that came since a thunk began.
  struct Event: Hashable {
    let name: String
    /// Whether the thunk had a reply after that.
    var isReplied = false
  }

  /// The thunks as a state shows them.
  struct Shown: Hashable {
    /// To which thunk each element and each call belongs, in their order.
    let places: [Int]
    /// What was replied to each thunk.
    let replies: [[Asked: Replied]]
    /// What each began with; nil where that tells nothing apart.
    ///
    /// Where it does, they stand in the order in which they began.
    let beginnings: [Beginning?]
    /// What came since each began, where that is told.
    let events: [Set<Event>]
    /// By which task of its thunk each call is made, where that is told.
    let branches: [Branch]
  }

  /// Which of its thunk's tasks one is: its place among those that began in the same step, behind
  /// the branch of the task that went on then; of what begins tasks in turn the last three places.
  typealias Branch = [Int]

  private var count = 0
  /// By the tickets of calls that wait.
  private var numbers: [Int: Number] = [:]
  private var replies: [Number: [Asked: Replied]] = [:]
  private var beginnings: [Number: Beginning] = [:]
  private var events: [Number: Set<Event>] = [:]
  /// By the numbers of tasks.
  private var branches: [Int: Branch] = [:]

  mutating func begin(with beginning: Beginning?) -> Number {
    count += 1
    beginnings[count] = beginning
    return count
  }

  mutating func note(_ ticket: Int, of number: Number) { numbers[ticket] = number }

  /// Tasks begin in a step, where branches are told.
  ///
  /// - Parameter parent: the task that goes on in it.
  mutating func branch(_ tasks: Range<Int>, outOf parent: Int?) {
    let trunk = branch(of: parent) ?? []
    for (place, task) in tasks.enumerated() { branches[task] = Branch((trunk + [place]).suffix(3)) }
  }

  /// The branch of a task; nil where that is not told.
  func branch(of task: Int?) -> Branch? { task.flatMap { branches[$0] } }

  /// Something comes: it is told of all that began before.
  ///
  /// - Parameter elements: those to which more belongs than calls that wait.
  mutating func note(_ event: String, since elements: [Number]) {
    for number in Set(elements).union(numbers.values) {
      events[number, default: []].insert(Event(name: event))
    }
  }

  /// A call ends, and its thunk goes on.
  ///
  /// - Parameters:
  ///   - task: the one that made it.
  ///   - isLate: whether its task was cancelled while the reply was on the way.
  ///   - countMax: up to which number it is told how often it was replied to.
  mutating func end(
    _ ticket: Int, _ call: GateCall, of task: Int?, _ reply: Reply?, isLate: Bool, countMax: Int
  ) -> Number? {
    guard let number = numbers.removeValue(forKey: ticket) else { return nil }
    events[number] = events[number].map { Set($0.map { Event(name: $0.name, isReplied: true) }) }
    let asked = Asked(call: call, branch: branch(of: task))
    let count = min((replies[number]?[asked]?.count ?? 0) + 1, countMax)
    replies[number, default: [:]][asked] = reply.map {
      Replied(last: $0, count: count, isCancelledLate: isLate)
    }
    return number
  }

  /// Leaves those to which nothing belongs any more.
  mutating func keep(_ elements: [Number]) {
    let kept = Set(elements).union(numbers.values)
    replies = replies.filter { kept.contains($0.key) }
    beginnings = beginnings.filter { kept.contains($0.key) }
    events = events.filter { kept.contains($0.key) }
  }

  /// The thunks of elements, then of calls by their tickets and tasks; nil where no two things are
  /// of one thunk, and nothing is known of any.
  func shown(_ elements: [Number], _ calls: [(ticket: Int, task: Int?)]) -> Shown? {
    let all = elements.map(Optional.some) + calls.map { numbers[$0.ticket] }
    let branches = branches.isEmpty ? [] : calls.map { branch(of: $0.task) ?? [] }
    let isTold = !replies.isEmpty || !beginnings.isEmpty || !events.isEmpty || !branches.isEmpty
    if !isTold && Set(all).count == all.count { return nil }
    var shown = all.reduce(into: [Number?]()) { if !$0.contains($1) { $0.append($1) } }
    // Where what each began with is told, so is which began first: a later one may outdate it.
    if !beginnings.isEmpty { shown.sort { ($0 ?? 0) < ($1 ?? 0) } }
    let places = Dictionary(uniqueKeysWithValues: zip(shown, shown.indices))
    return Shown(
      places: all.map { places[$0] ?? 0 }, replies: shown.map { $0.flatMap { replies[$0] } ?? [:] },
      beginnings: shown.map { $0.flatMap { beginnings[$0] } },
      events: shown.map { $0.flatMap { events[$0] } ?? [] },
      branches: branches)
  }
}
