import Model

/// The enabled steps by the agent that takes them, in the order of each agent's first step.
///
/// Label order decides, so that groups are the same for every worker.
struct AgentGroups {
  /// An agent that can move.
  struct Group {
    var agent: Int
    /// The traits of its first step.
    var traits: StepTraits
    var count: Int
  }

  private(set) var groups: ContiguousArray<Group> = []
  private var members: ContiguousArray<Int32> = []
  private var transitions: ContiguousArray<Int32> = []
  private var rows: (any RowExpander)?

  mutating func begin(_ rows: any RowExpander) { self.rows = rows }

  /// Sorts steps into groups.
  mutating func read(_ steps: ContiguousArray<RowStep>) {
    groups.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    for step in steps {
      let agent = agent(of: Int(step.transition))
      var place = groups.count - 1
      while place >= 0 && groups[place].agent != agent { place -= 1 }
      if place < 0 {
        place = groups.count
        groups.append(Group(agent: agent, traits: step.traits, count: 0))
      }
      groups[place].count += 1
      members.append(Int32(place))
    }
  }

  private mutating func agent(of transition: Int) -> Int {
    if transition < transitions.count, transitions[transition] >= 0 {
      return Int(transitions[transition])
    }
    while transitions.count <= transition { transitions.append(-1) }
    let agent = rows?.agent(of: UInt32(transition)) ?? 0
    transitions[transition] = Int32(truncatingIfNeeded: agent)
    return Int(agent)
  }

  /// The group whose agent has the highest priority, the first of several.
  func highest(by priorities: AgentNumbers) -> Int {
    var best = (place: 0, priority: UInt64(0))
    for (place, group) in groups.enumerated() {
      let priority = priorities[group.agent] ?? 0
      if place == 0 || priority > best.priority { best = (place, priority) }
    }
    return best.place
  }

  /// The place of a random step of a group.
  func draw(from group: Int, source: inout RandomSource) -> Int {
    var number = source.choose(below: groups[group].count)
    for place in members.indices where members[place] == group {
      if number == 0 { return place }
      number -= 1
    }
    return 0
  }
}

/// A number for each agent, forgotten when a run ends.
struct AgentNumbers {
  private var numbers: ContiguousArray<(run: Int, number: UInt64)> = []
  private var run = 0
  /// How many agents have had a number in this run.
  private(set) var count = 0

  mutating func beginRun() {
    run += 1
    count = 0
  }

  subscript(agent: Int) -> UInt64? {
    get { agent < numbers.count && numbers[agent].run == run ? numbers[agent].number : nil }
    set {
      while numbers.count <= agent { numbers.append((0, 0)) }
      if let newValue {
        if numbers[agent].run != run { count += 1 }
        numbers[agent] = (run, newValue)
      } else if numbers[agent].run == run {
        numbers[agent].run = 0
        count -= 1
      }
    }
  }
}
