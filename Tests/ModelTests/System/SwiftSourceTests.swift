import Foundation
import Testing

@testable import Model

/// Values as the Swift source that makes them.
struct SwiftSourceTests {
  enum Diet: Sendable { case omnivorous, none }
  struct Animal: Hashable, Sendable {
    var id = 7
    var name: String
    var diet: Diet?
  }
  struct Box<Value: Sendable>: Sendable { var value: Value }
  @propertyWrapper struct Wrapped: Sendable { var wrappedValue: Int }
  struct Counted: Sendable { @Wrapped var count: Int }
  enum Gesture: Sendable {
    case add
    case adopt(Animal)
    case move(Int, to: Int)
    case rename(name: String)
    case pick(Set<Int>, [String: [Double]])
    case choose(Diet?)
    case boxed(Box<Bool>)
    case `init`(Counted)
  }
  final class Reference: Sendable {}
  struct Ordered: ExpressibleByDictionaryLiteral, CustomReflectable, Sendable {
    let entries: [(key: String, value: Int)]
    init(dictionaryLiteral entries: (String, Int)...) {
      self.entries = entries.map { (key: $0, value: $1) }
    }
    var customMirror: Mirror { Mirror(self, unlabeledChildren: entries, displayStyle: .dictionary) }
  }
  enum Told: CustomStringConvertible, Sendable {
    case one
    var description: String { "the first one" }
  }

  private static func source(_ value: Any) -> String? {
    var source = SwiftSource()
    return source.expression(of: value)
  }

  @Test(arguments: [
    (Gesture.add, ".add"),
    (
      .adopt(Animal(name: "A \"b\"\n", diet: .omnivorous)),
      #".adopt(SwiftSourceTests.Animal(id: 7, name: "A \"b\"\n", diet: .omnivorous))"#
    ),
    (
      .adopt(Animal(name: "", diet: nil)),
      #".adopt(SwiftSourceTests.Animal(id: 7, name: "", diet: nil))"#
    ),
    (.move(1, to: -2), ".move(1, to: -2)"), (.rename(name: "Eve"), #".rename(name: "Eve")"#),
    (.pick([3, 1, 2], ["b": [1.5], "a": []]), #".pick([1, 2, 3], ["a": [], "b": [1.5]])"#),
    (.pick([], [:]), ".pick([], [:])"), (.choose(.some(.none)), ".choose(.some(.none))"),
    (.choose(nil), ".choose(nil)"), (.boxed(Box(value: true)), ".boxed(.init(value: true))"),
    (
      .`init`(Counted(count: 3)), ".`init`(SwiftSourceTests.Counted(count: 3))"
    ),
  ])
  func `a value is written as code makes it`(_ gesture: Gesture, _ text: String) {
    #expect(Self.source(gesture) == text)
  }

  @Test func `what libraries make has source, and names the module`() throws {
    var source = SwiftSource()
    let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    #expect(source.modules.isEmpty)
    #expect(
      source.expression(of: id) == "UUID(uuidString: \"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\")!")
    #expect(source.modules == ["Foundation"])
    #expect(
      Self.source(Date(timeIntervalSinceReferenceDate: 0.5))
        == "Date(timeIntervalSinceReferenceDate: 0.5)")
    #expect(
      Self.source(Double.infinity) == ".infinity" && Self.source(-Float.infinity) == "-.infinity")
    #expect(Self.source(Data([1, 2])) == "Data([1, 2])" && Self.source(Character("x")) == "\"x\"")
  }

  @Test func `entries stay in their order where that is part of the value`() {
    #expect(Self.source(["b": 1, "a": 2] as Ordered) == #"["b": 1, "a": 2]"#)
    #expect(Self.source(["b": 1, "a": 2]) == #"["a": 2, "b": 1]"#)
  }

  @Test func `no text leaves its literal, and none steers a terminal`() {
    #expect(Self.source("D\u{202E}og\u{85}") == #""D\u{202e}og\u{85}""#)
    #expect(#"say "a""#.rawSwiftLiteral == ##"#"say "a""#"##)
    #expect("\\#(x)".rawSwiftLiteral == "##\"\\#(x)\"##")
    #expect(##"a"#b"##.rawSwiftLiteral == ###"##"a"#b"##"###)
    #expect(
      Self.source(Date.distantFuture.addingTimeInterval(.infinity))?.contains(
        "(timeIntervalSinceReferenceDate: .infinity)") == true)
  }

  @Test func `what is closed to reflection has no source`() {
    #expect(Self.source(Reference()) == nil)
    #expect(Self.source([Told.one]) == nil)
    #expect(Self.source(Box(value: Reference())) == nil)
  }

  @Test func `a type is named as code says it, unless no other code can`() {
    struct Local {}
    var source = SwiftSource()
    #expect(source.name(of: Animal.self) == "SwiftSourceTests.Animal")
    #expect(source.modules == ["ModelTests"])
    #expect(source.name(of: Local.self) == nil)
    #expect(Self.source(Local()) == nil)
  }
}
