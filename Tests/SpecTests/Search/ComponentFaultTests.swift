@testable import Model
@testable import Spec
import Testing

/// What a system whose states have components can get wrong, and how it is told.
@Suite struct ComponentFaultTests {
  private func explore<System: TransitionSystem>(
    _ system: System, _ properties: [Property<System>] = []
  ) -> Exploration<System> {
    Explorer(system: system, properties: properties).run(auditsAll: true)
  }

  /// Two numbers, of which one may be forgotten, and a label whose function counts its calls.
  private struct Wrong: ComponentSystem {
    enum Mistake {
      case none, forgets, startsElsewhere, repeats, lists8, counts, overlaps, twice, observed
    }
    struct State: Hashable, Sendable {
      var one = 0
      var other = 0
      var level = 0 { didSet { other = max(other, level) } }
      var both: [Int] {
        get { [one, other] }
        set { (one, other) = (newValue[0], newValue[1]) }
      }
    }
    enum Label: Hashable, Sendable { case add, swap }

    // Only one test looks at these.
    nonisolated(unsafe) static var mistake = Mistake.none
    nonisolated(unsafe) static var callCount = 0
    var initialStates: [State] {
      Self.mistake == .startsElsewhere ? [State(), State(one: 0, other: 1)] : [State()]
    }
    var labels: [Label] { Self.mistake == .repeats ? [.add, .swap, .add] : [.add, .swap] }
    static var components: [Component<State>] {
      let both = [Component<State>(\.one), Component(\.other)]
      return switch mistake {
      case .forgets, .startsElsewhere: [both[0]]
      case .lists8: Array(repeating: both[0], count: 8)
      case .twice: [both[0], both[0]]
      case .observed: [Component(\.level)]
      case .none, .repeats, .counts: both
      case .overlaps: both + [Component(\.both)]
      }
    }

    func take(_ label: Label, in draft: inout Draft<State>) -> Bool {
      Self.callCount += 1
      if Self.mistake == .counts && Self.callCount > 4 && draft.other == 7 { return false }
      switch label {
      case .add: draft.one = (draft.one + 1) % 3
      case .swap: (draft.one, draft.other) = (draft.other, draft.one)
      }
      return true
    }
  }

  @Test func `what is wrong with a system is said, and nothing holds`() {
    func words(_ mistake: Wrong.Mistake) -> String {
      Wrong.mistake = mistake
      Wrong.callCount = 0
      defer { Wrong.mistake = .none }
      return explore(Wrong()).reason.words
    }
    #expect(words(.none) == "exhausted")
    #expect(words(.forgets).contains("is written, and is none of the system's components"))
    #expect(words(.startsElsewhere).contains("a state holds more than its components: "))
    #expect(words(.repeats).contains("it lists the label add twice; list each once"))
    #expect(words(.overlaps).contains("is no component: list stored properties of structures"))
    #expect(words(.lists8).contains("it lists 8 components, and 7 are the most"))
    #expect(words(.twice).contains("\\State.one and \\State.one share something"))
    #expect(words(.observed).contains("\\State.(computed) is no component"))
    #expect(words(.counts).contains("looked at something else; let it answer by what it is shown"))
  }

  /// A line of items that are equal by their ids, and labels that look at the first and add others.
  private struct Shallow: ComponentSystem {
    struct Item: Hashable, Sendable {
      var id: Int
      var isNew = false
      static func == (first: Item, second: Item) -> Bool { first.id == second.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
    struct State: Hashable, Sendable {
      var line: [Item] = []
      var isSeen = false
    }
    enum Label: Hashable, Sendable { case addOld, addNew, look }

    static var components: [Component<State>] { [Component(\.line), Component(\.isSeen)] }
    let initialStates = [State()]
    let labels = [Label.addOld, .addNew, .look]

    func take(_ label: Label, in draft: inout Draft<State>) -> Bool {
      guard draft[\.line, \.count] < 2 || label == .look else { return false }
      switch label {
      case .addOld: draft.append(Item(id: 1), to: \.line)
      case .addNew: draft.append(Item(id: 1, isNew: true), to: \.line)
      case .look: draft.isSeen = draft[\.line, \.first]?.isNew ?? false
      }
      return true
    }
  }

  @Test func `parts that == calls equal and that differ are told`() {
    #expect(
      explore(Shallow()).reason.words.contains("two parts of states differ that == calls equal: "))
  }

  /// A list that is short or not, and a step that counts its calls.
  private struct Counting: ComponentSystem {
    typealias Label = String
    struct State: Hashable, Sendable {
      var count = 0
      var hasFailed = false
    }
    // Only one test counts.
    nonisolated(unsafe) static var callCount = 0
    static var components: [Component<State>] { [Component(\.count), Component(\.hasFailed)] }
    let initialStates = [State()]
    let labels = ["add", "send"]

    func take(_ label: String, in draft: inout Draft<State>) -> Bool {
      if label == "send" {
        Self.callCount += 1
        draft.hasFailed = Self.callCount.isMultiple(of: 10)
        return true
      }
      guard draft[\.count, \.isShort] else { return false }
      draft.count += 1
      return true
    }
  }

  @Test func `a step that counts its calls is found in a small search`() {
    let found = explore(
      Counting(),
      [
        .init(
          "test.failed", "It works.", witness: "a state",
          .invariant {
            .require(!$0.hasFailed, culprit: "failed", "failed")
          })
      ])
    #expect(found.audit.differences.contains { $0.hasPrefix("the step send leads elsewhere") })
    #expect(found.verdicts.map(\.word) == ["undecided"])
  }

  /// Two numbers, looked at by a subscript whose argument is compared by its id alone.
  private struct Tagged: ComponentSystem {
    typealias Label = String
    struct Tag: Hashable, Sendable {
      var id = 1
      var isFirst: Bool
      static func == (first: Tag, second: Tag) -> Bool { first.id == second.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
    struct Pair: Hashable, Sendable {
      var first = 0
      var second = 0
      subscript(tag: Tag) -> Int { tag.isFirst ? first : second }
    }
    struct State: Hashable, Sendable {
      var pair = Pair()
      var seen = 0
    }
    static var components: [Component<State>] { [Component(\.pair), Component(\.seen)] }
    let initialStates = [State()]
    let labels = ["add", "first", "second"]

    func take(_ label: String, in draft: inout Draft<State>) -> Bool {
      switch label {
      case "first": draft.seen = draft[\.pair, \.[Tag(isFirst: true)]]
      case "second": draft.seen = draft[\.pair, \.[Tag(isFirst: false)]]
      default:
        guard draft[\.pair, \.second] < 2 else { return false }
        draft[\.pair, \.second] = draft[\.pair, \.second] + 1
      }
      return true
    }
  }

  @Test func `key paths that are equal and lead elsewhere are told`() {
    #expect(explore(Tagged()).reason.words.contains("are equal and lead to different parts"))
  }

  /// A mailbox whose first letter is looked at by its place, once it is known to be there.
  private struct Mailbox: ComponentSystem {
    struct State: Hashable, Sendable {
      var letters: [Int] = []
      var read = 0
    }
    enum Label: Hashable, Sendable { case put(Int), stamp(Int), take }
    static var components: [Component<State>] { [Component(\.letters), Component(\.read)] }
    let initialStates = [State()]
    let labels: [Label] = [.put(1), .put(2), .stamp(0), .stamp(1), .take]

    func take(_ label: Label, in draft: inout Draft<State>) -> Bool {
      switch label {
      case .put(let letter):
        guard draft[\.letters, \.count] < 2 else { return false }
        draft.append(letter, to: \.letters)
      case .stamp(let place):
        guard draft[\.letters, \.count] > place else { return false }
        draft[\.letters, \.[place]] = 3
      case .take:
        guard !draft[\.letters, \.isEmpty] else { return false }
        draft.read = draft[\.letters, \.[0]]
        draft.removeFirst(from: \.letters)
      }
      return true
    }
  }

  @Test func `a part is looked at where the system looks at it, and nowhere else`() {
    let found = explore(Mailbox(), [.never("never 3") { $0.read == 3 }])
    #expect(found.reason == .exhausted && found.verdicts == [.violated(findingCount: 1)])
    // No letter, one of three, or two of them, each with what was read last: none, 1, 2 or 3.
    #expect(found.statistics.stateCount == 4 * (1 + 3 + 9))
  }

  /// A number whose part is not-a-number, or zero with either sign.
  private struct Parts: ComponentSystem {
    typealias Label = String
    struct State: Hashable, Sendable {
      var count: Double = 0
      var isLarge = false
    }
    let part: @Sendable (borrowing Draft<State>) -> Double
    static var components: [Component<State>] { [Component(\.count), Component(\.isLarge)] }
    let initialStates = [State()]
    let labels = ["add", "look"]

    func take(_ label: String, in draft: inout Draft<State>) -> Bool {
      if label == "look" {
        draft.isLarge = part(draft) > 1
        return true
      }
      guard draft[\.count, \.self] < 3 else { return false }
      draft.count += 1
      return true
    }
  }

  @Test func `a part may be no number, and zeros of two signs are told`() {
    #expect(explore(Parts { $0[\.count, \.share] }).reason == .exhausted)
    let words = explore(Parts { $0[\.count, \.signedZero] }).reason.words
    #expect(words.contains("two parts of states differ that == calls equal: Double"), "\(words)")
  }
}

extension Int {
  fileprivate var isShort: Bool { self < 50 }
}

extension Double {
  fileprivate var share: Double { self / self }
  fileprivate var signedZero: Double { self < 1 ? 0.0 : -0.0 }
}
