import Foundation
import Testing

@testable import Model
@testable import Spec

/// Values as the Informal Trace Format has them.
@Suite struct InformalTraceTests {
  private enum Shape: Hashable, Sendable {
    case point
    case circle(radius: Int)
    case tagged(String)
  }

  private struct Record: Hashable, Sendable {
    var name = "Ada"
    var age: Int?
    var tags: Set<String> = ["b", "a"]
    var scores = [2: "two", 1: "one"]
    var list = [true, false]
  }

  private func informal(_ value: Any) -> String { ContentTree(value).informal.text }

  @Test func `numbers that every reader of JSON can tell apart are plain, others are big`() {
    let most = 1 << 53 - 1
    #expect(informal(most) == "\(most)" && informal(-most) == "\(-most)")
    #expect(informal(most + 1) == ##"{"#bigint":"9007199254740992"}"##)
    #expect(informal(Int.min) == ##"{"#bigint":"-9223372036854775808"}"##)
    #expect(informal(0.5) == ##""0.5""##)
  }

  @Test func `a set is no list, a dictionary is a map, and what is nil is no text`() {
    #expect(
      informal(Record())
        == ##"{"age":{"tag":"none","value":"U_OF_UNIT"},"list":[true,false],"name":"Ada","##
        + ##""scores":{"#map":[[1,"one"],[2,"two"]]},"tags":{"#set":["a","b"]}}"##)
  }

  @Test func `a tuple is a tuple, where its fields have no names`() {
    #expect(informal((1, "a")) == ##"{"#tup":[1,"a"]}"##)
    #expect(informal((left: 1, 2)) == ##"{"item1":2,"left":1}"##)
    #expect(informal(()) == ##"{"#tup":[]}"##)
  }

  @Test func `a case is its name, and with a payload a variant`() {
    #expect(informal(Shape.point) == ##""point""##)
    #expect(informal(Shape.circle(radius: 2)) == ##"{"tag":"circle","value":{"radius":2}}"##)
    #expect(informal(Shape.tagged("x")) == ##"{"tag":"tagged","value":"x"}"##)
  }

  @Test func `a set and an array of the same elements have equal trees`() {
    #expect(ContentTree(Set([2, 1])) == ContentTree([1, 2]))
    #expect(ContentTree(Set([2, 1])).hashValue == ContentTree([1, 2]).hashValue)
    #expect(ContentTree(Set([2, 1])).text == "[1, 2]")
  }
}
