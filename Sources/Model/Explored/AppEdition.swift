/// What tells states of a running app apart that look alike: as little as is enough.
///
/// Where two ways lead to what looks like one state and go on differently, the next one is tried
/// that tells these ways apart. The abstraction is refined by counterexamples, as in CEGAR (Clarke
/// and others, 2000).
enum AppEdition: Int, CaseIterable, Comparable {
  /// Nothing but what can be seen.
  case plain
  /// What each thunk began with: its closures may hold parts of that. From here on, a listener may
  /// decide by the state of the moment.
  case beginnings
  /// How often each thunk was replied to and each task slept, and what a thunk began with: they may
  /// count.
  case counts
  /// The same of more replies and sleeps.
  case manyCounts
  /// Which of the tasks that began in a step of its thunk makes each call and sleeps, counts, and
  /// what each thunk began with: tasks that call alike may go on differently.
  case branches
  /// The last step.
  case lastStep
  /// The last two steps, and what each thunk began with.
  case lastSteps
  /// What each call was answered last since the launch, and what each thunk began with: a cache may
  /// hold it, and a screen that asks once may go by it.
  case answers
  /// The same in the order in which it came, and counts.
  case answersInOrder
  /// What came since each thunk began, before and after its last reply, and what it began with: it
  /// may compare a number with that of the moment.
  case events

  var tellsBeginnings: Bool { self != .plain && self != .lastStep }
  /// Whether what waits behind a call may ask for something else than it would by itself.
  var takesTurns: Bool { self != .plain }
  /// So many replies of a thunk, and sleeps of a task, are counted.
  var countMax: Int {
    switch self {
    case .counts, .branches: 4
    case .manyCounts, .lastSteps, .answersInOrder: 8
    case .plain, .beginnings, .lastStep, .answers, .events: 0
    }
  }
  var tellsBranches: Bool { self == .branches }
  var tellsAnswers: Bool { self == .answers || self == .answersInOrder }
  var tellsEvents: Bool { self == .events }
  /// How many of the steps before a state are told with it.
  var stepCount: Int { self == .lastSteps ? 2 : self == .lastStep ? 1 : 0 }

  static func < (first: AppEdition, second: AppEdition) -> Bool { first.rawValue < second.rawValue }
}
