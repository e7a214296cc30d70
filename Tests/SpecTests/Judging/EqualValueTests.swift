import Foundation
import Model
import Testing

@testable import Spec

/// Values that `==` calls equal and that differ, and values that are not equal to themselves.
@Suite struct EqualValueTests {
  /// A system whose label writes a value.
  private struct Writer<Value: Hashable & Sendable>: ExplicitSystem {
    struct State: Hashable, Sendable { var value: Value }
    enum Label: Hashable, Sendable { case write(Int) }
    let values: [Value]
    var initialStates: [State] { [State(value: values[0])] }
    func steps(from state: State) -> [Step<State, Label>] {
      values.indices.map { Step(.write($0), to: State(value: values[$0])) }
    }
  }

  private func complaint<Value: Hashable & Sendable>(_ values: Value...) -> String? {
    let found = explore(Writer(values: values), [Property("any", .invariant { _ in .holds })])
    guard case .invalidSystem(let complaint) = found.reason else { return nil }
    #expect(!found.verdicts.contains(.holds) && found.findings.isEmpty)
    return complaint
  }

  private struct Item: Hashable, Sendable {
    var id: Int
    var name: String
    static func == (first: Item, second: Item) -> Bool { first.id == second.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  @Test func `states that differ in what == leaves out are told, and nothing holds`() {
    #expect(
      complaint([Item(id: 1, name: "Milk")], [Item(id: 1, name: "Bread")])
        == "two states differ that == calls equal: Item.name ('Milk' and 'Bread'); let == and "
        + "hash(into:) compare everything, or leave what does not count out of its customMirror")
    #expect(complaint(["a": Item(id: 1, name: "Milk")], ["a": Item(id: 1, name: "")]) != nil)
    #expect(complaint(Optional(Item(id: 1, name: "Milk")), Item(id: 1, name: "milk")) != nil)
    #expect(complaint([Item(id: 1, name: "Milk")], [Item(id: 2, name: "Milk")]) == nil)
  }

  @Test func `texts of other characters and numbers of other signs are told`() {
    #expect(complaint("\u{e9}", "e\u{301}")?.contains(".value ('é' in two normal forms)") == true)
    #expect(complaint(0.0, -0.0)?.contains(".value (0.0 and -0.0)") == true)
    #expect(complaint(Character("\u{e9}"), Character("e\u{301}")) != nil)
    #expect(complaint("a", "b") == nil && complaint(0.0, 1.0) == nil)
  }

  @Test func `a place in a text is one, however it was come by`() {
    let text = "hello w\u{f6}rld"
    let second = text.index(after: text.startIndex)
    let again = text.utf8.index(after: text.startIndex)
    let back = text.index(before: text.index(after: second))
    #expect(complaint(text.startIndex, second, again, back) == nil)
    #expect(complaint([text.startIndex..<second], [text.startIndex..<again]) == nil)
    struct Cursor: Hashable, Sendable {
      var id: Int
      var place: String.Index
      static func == (first: Cursor, second: Cursor) -> Bool { first.id == second.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
    #expect(
      complaint(Cursor(id: 1, place: text.startIndex), Cursor(id: 1, place: second))?
        .contains("Cursor.place") == true)
  }

  @Test func `what is no number is told as not equal to itself`() {
    let alone = complaint(0.0, Double.nan)
    #expect(alone?.contains(".value is not equal to itself") == true, "\(alone ?? "")")
    struct Speed: Hashable, Sendable { var x: Double }
    /// Puts it into a new collection each time.
    struct Divider: ExplicitSystem {
      struct State: Hashable, Sendable { var speeds: [Int: [Speed]] }
      enum Label: Hashable, Comparable, Sendable { case divide }
      let initialStates = [State(speeds: [:])]
      func steps(from state: State) -> [Step<State, Label>] {
        [Step(.divide, to: State(speeds: [1: [Speed(x: noNumber)]]))]
      }
    }
    let reason = explore(Divider(), limits: Limits(stateCountMax: 1000)).reason
    #expect(reason.words.contains("Speed.x is not equal to itself"), "\(reason.words)")
  }

  @Test func `what is no number is told as that where it is met once and where a list hides it`() {
    /// Writes a list that is made anew each time, and goes on to where nothing follows.
    struct Once: ExplicitSystem {
      enum Label: Hashable, Sendable { case write, go }
      let initialStates: [[Double]] = [[]]
      func steps(from state: [Double]) -> [Step<[Double], Label>] {
        state.isEmpty ? [Step(.write, to: [noNumber])] : state == [1] ? [] : [Step(.go, to: [1])]
      }
    }
    let found = explore(Once(), [.never("never 1") { $0 == [1] }])
    #expect(
      found.reason.words.contains("Array<Double> is not equal to itself"), "\(found.reason.words)")
    #expect(found.findings.isEmpty && found.audit.differences.isEmpty)
  }

  @Test func `values of many types behind one are told apart by what they are`() {
    /// `@unchecked Sendable`: what it is given never changes, and `AnyHashable` cannot say so.
    struct Key: Hashable, @unchecked Sendable { var id: AnyHashable }
    #expect(complaint(Key(id: 1), Key(id: "a"), Key(id: "b"), Key(id: 2), Key(id: [1: "a"])) == nil)
    #expect(complaint(Key(id: "a"), Key(id: 1), Key(id: Optional(1)), Key(id: Key(id: 2))) == nil)
    #expect(
      complaint(Set<Key>([Key(id: 1)]), [Key(id: "a"), Key(id: 1)], [Key(id: 1), Key(id: "a")])
        == nil)
    let numbers = complaint(Key(id: 1), Key(id: 1.0))
    #expect(numbers?.contains("Key.id (1 and 1.0)") == true, "\(numbers ?? "")")
    #expect(complaint(Key(id: "\u{e9}"), Key(id: "e\u{301}")) != nil)
    #expect(complaint(Key(id: 0.0), Key(id: Double.nan))?.contains("not equal to itself") == true)
  }

  @Test func `what a library's == takes for one is told`() {
    #expect(complaint("caf\u{e9}"[...], "cafe\u{301}"[...])?.contains("normal forms") == true)
    #expect(
      complaint(SIMD2(0.0, 1), SIMD2(-0.0, 1)) != nil && complaint(SIMD2(1, 2), SIMD2(1, 3)) == nil)
    #expect(
      complaint(CGPoint(x: 0, y: 1), CGPoint(x: -0.0, y: 1))?.contains("(0.0 and -0.0)") == true)
    #expect(complaint(CGRect(x: 0, y: 1, width: 1, height: 1), .zero) == nil)
    #expect(
      complaint(
        Measurement(value: 1, unit: UnitLength.kilometers), .init(value: 1000, unit: .meters))
        != nil)
  }

  @Test func `an optional that was seen with a value is compared without one`() {
    #expect(
      complaint(Optional(1), nil, 2) == nil
        && complaint(["a", nil], [nil, "a"], [nil, nil]) == nil)
    #expect(complaint(Optional(Optional(1.5)), .some(nil), nil) == nil)
  }

  @Test func `equal values that list their elements in other orders are no two`() {
    let (numbers, words) = (
      Set(0..<50), Dictionary(uniqueKeysWithValues: (0..<50).map { ("\($0)", $0) })
    )
    var others = Set((0..<500).reversed())
    for number in 50..<500 { others.remove(number) }
    #expect(complaint(numbers, others) == nil)
    var entries = Dictionary(uniqueKeysWithValues: (0..<500).reversed().map { ("\($0)", $0) })
    for number in 50..<500 { entries["\(number)"] = nil }
    #expect(complaint(words, entries) == nil)
    #expect(complaint(Data([1, 2, 3]), Data([1, 2, 3])) == nil)
    #expect(complaint(Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 1)) == nil)
    #expect(complaint(URL(string: "a:b"), URL(string: "a:b")) == nil)
    #expect(complaint(Decimal(1), Decimal(1)) == nil)
  }

  @Test func `what a customMirror leaves out does not count`() {
    struct Cached: Hashable, Sendable, CustomReflectable {
      var number: Int
      var hits: Int
      static func == (first: Cached, second: Cached) -> Bool { first.number == second.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
      var customMirror: Mirror { Mirror(self, children: ["number": number]) }
    }
    #expect(complaint(Cached(number: 1, hits: 0), Cached(number: 1, hits: 9)) == nil)
  }

  @Test func `labels that are not equal and read alike are told, as no trace can name them`() {
    struct Hidden: Hashable, Sendable, CustomReflectable {
      var number: Int
      var customMirror: Mirror { Mirror(self, children: [:]) }
    }
    struct Labelled: ExplicitSystem {
      typealias Label = Hidden
      let initialStates = [0]
      func steps(from state: Int) -> [Step<Int, Hidden>] {
        state == 0 ? [1, 2].map { Step(Hidden(number: $0), to: $0) } : []
      }
    }
    #expect(explore(Labelled(), []).reason.words.contains("two labels are not equal and read"))
    struct Drafted: ComponentSystem {
      typealias Label = Hidden
      struct State: Hashable, Sendable { var number = 0 }
      static var components: [Component<State>] { [Component(\.number)] }
      let initialStates = [State()]
      let labels = [Hidden(number: 1), Hidden(number: 2)]
      func take(_ label: Hidden, in draft: inout Draft<State>) -> Bool {
        draft.number = label.number
        return true
      }
    }
    #expect(explore(Drafted(), []).reason.words.contains("two labels are not equal and read"))
  }

  @Test func `what a property remembers is compared as closely as states`() {
    let watched = Observer<BoundedCounter, Substring>(initial: "") { step, memory in
      memory.value = step.new == 1 ? "\u{e9}" : "e\u{301}"
    }
    let reason = explore(
      BoundedCounter(),
      [Property("watched", .step(remembering: watched) { _, _, _ in .holds })]
    ).reason
    #expect(
      reason.words.contains(
        "two remembered values differ that == calls equal: Substring ('é' in two"),
      "\(reason.words)")
  }

  @Test func `labels that differ in what == leaves out are told`() {
    struct Labelled: ExplicitSystem {
      typealias State = Int
      typealias Label = Item
      let initialStates = [0]
      func steps(from state: Int) -> [Step<Int, Item>] {
        state < 3 ? [Step(Item(id: 1, name: "\(state)"), to: state + 1)] : []
      }
    }
    let reason = explore(Labelled(), []).reason
    #expect(reason.words.contains("two labels differ that == calls equal: Item.name ('0' and '1')"))
  }
}

/// Nothing divided by nothing: the compiler does not know what comes of it, so that a list of it is
/// made anew each time.
private var noNumber: Double { 0 / (Double("0") ?? 1) }
