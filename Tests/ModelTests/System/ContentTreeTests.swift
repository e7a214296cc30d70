import Foundation
import Testing
@testable import ReferenceProducts

@testable import Model

/// What reflection makes of values: text, order and words.
struct ContentTreeTests {
  enum Diet: Sendable { case omnivorous, carnivorous }
  struct Animal: Hashable, Sendable {
    var id = 7
    var name: String
    var diet: Diet
    var category: String?
  }
  enum Gesture: Hashable, Sendable {
    case didTapAddButton
    case add(Animal)
    case move(Int, to: Int)
    case rename(name: String)
    case pick(Set<Int>)
  }
  private static let ada = Animal(name: "Ada", diet: .omnivorous, category: "Bird")

  @Test(arguments: [
    (Gesture.didTapAddButton, "didTapAddButton", "did tap add button"),
    (
      .add(ada), "add(id: 7, name: \"Ada\", diet: omnivorous, category: \"Bird\")",
      "add Ada (omnivorous, Bird)"
    ),
    (.move(1, to: 2), "move(1, to: 2)", "move 1 (2)"),
    (.rename(name: "Eve"), "rename(name: \"Eve\")", "rename Eve"),
    (.pick([3, 1, 2]), "pick([1, 2, 3])", "pick 1, 2, 3"),
  ])
  func `a value has a text and words`(_ gesture: Gesture, _ text: String, _ words: String) {
    #expect(ContentTree(gesture).text == text)
    #expect(ContentTree(gesture).words == words)
  }

  @Test func `facts say where a value stands, and nothing of what is empty`() {
    struct State: Sendable {
      var animals = [7: ContentTreeTests.ada]
      var status: Status? = .waiting
      var selected: Int?
      var drafts: [String] = []
    }
    #expect(
      ContentTree(State()).facts(named: "")
        == ["animals[7]": "Ada (omnivorous, Bird)", "status": "waiting"])
    #expect(ContentTree(3).facts(named: "") == ["state": "3"])
  }

  @Test func `values without an order of their own are ordered by content`() {
    let gestures: [Gesture] = [
      .rename(name: "Eve"), .move(10, to: 1), .move(9, to: 3), .didTapAddButton,
    ]
    #expect(
      gestures.contentSorted() == [
        .didTapAddButton, .move(9, to: 3), .move(10, to: 1), .rename(name: "Eve"),
      ])
    #expect(!contentPrecedes(Gesture.didTapAddButton, .didTapAddButton))
  }

  @Test func `cases that a type lists come in that order, and its own order goes first`() {
    enum Size: CaseIterable { case small, large }
    struct Reversed: Hashable, Comparable {
      var number: Int
      var note = ""
      static func < (first: Self, second: Self) -> Bool { first.number > second.number }
    }
    #expect(contentPrecedes(Size.small, .large) && !contentPrecedes(Size.large, .small))
    #expect(contentPrecedes(Reversed(number: 2), Reversed(number: 1)))
    #expect(contentPrecedes(Reversed(number: 1, note: "a"), Reversed(number: 1, note: "b")))
    #expect(
      contentOrder(of: Reversed.self)(
        Reversed(number: 1, note: "a"), Reversed(number: 1, note: "b")))
    #expect([3, 1, 2].sorted(by: contentOrder(of: Int.self)) == [1, 2, 3])
  }

  @Test func `what is no text and no number is read as its description`() throws {
    let id = try #require(UUID(uuidString: "C2A6A1F1-0B5B-4A0B-9A64-21D5C9D9F4D0"))
    #expect(ContentTree(id).words == id.uuidString)
    #expect(ContentTree(Optional<Int>.none as Any).words == "none")
    #expect(ContentTree(UInt64.max).text == "\"18446744073709551615\"")
  }

  /// A version that has words of its own, which end alike.
  private enum Version: CustomStringConvertible, Sendable {
    case waiting, success
    var description: String { self == .waiting ? "v1.0" : "v2.0" }
  }

  @Test func `a case is known by its name, whatever words its type has for it`() {
    #expect(ContentTree(Version.waiting).text == "waiting")
    #expect(ContentTree([Version.success]).text == "[success]")
    #expect(actionKind(of: Version.success) == "success")
    struct Page: Sendable { var version = Version.waiting }
    #expect(AppFacts(of: Page()).statuses == [AppSubject("version"): .waiting])
  }

  @Test func `statuses are found in dictionaries, in lists with ids and in payloads`() {
    struct Row: Hashable, Sendable {
      let id: Int
      var status: Status?
    }
    enum Screen: Hashable, Sendable { case shown(Status) }
    struct Shown: Hashable, Sendable {
      var rows = [Row(id: 1, status: .waiting), Row(id: 2, status: nil)]
      var queue: [String: Status] = ["a": .success]
      var screen = Screen.shown(.waiting)
    }
    let facts = AppFacts(of: Shown())
    let found = facts.statuses.map { "\($0.key.path) \($0.key.name): \($0.value)" }.sorted()
    #expect(found == ["queue a: success", "rows.status 1: waiting", "screen.shown : waiting"])
    #expect(facts.contents.hasKey("2") && !facts.contents.hasKey("a"))
    #expect(facts.contents == AppFacts(of: Shown(queue: [:], screen: .shown(.success))).contents)
  }

  @Test func `an action is named by all of its cases, but not by how something ended`() {
    enum Item: Hashable { case milk }
    enum Action { case open(Item), answer(Outcome<Bool>), rename(id: Int) }
    #expect(casePath(of: Action.open(.milk)) == ["open", "milk"])
    #expect(casePath(of: Action.answer(.success(payload: true))) == ["answer"])
    #expect(casePath(of: Action.rename(id: 1)) == ["rename"])
    #expect(casePath(of: 1) == [])
  }
}
