import Foundation
import Model
import Testing

@testable import Spec

/// Labels are told apart by how they read, where two of them stand side by side.
@Suite struct LabelReadingTests {
  private struct Chooser<Value: Hashable & Sendable>: ExplicitSystem {
    enum Label: Hashable, Sendable { case choose(Value) }
    let values: [Value]
    let initialStates = [0]
    func steps(from state: Int) -> [Step<Int, Label>] {
      state != 0 ? [] : values.indices.map { Step(.choose(values[$0]), to: $0 + 1) }
    }
  }

  private func expectApart<Value: Hashable & Sendable>(
    _ values: Value..., location: Testing.SourceLocation = #_sourceLocation
  ) {
    let found = explore(Chooser(values: values), [Property("any", .invariant { _ in .holds })])
    #expect(found.reason == .exhausted, "\(found.reason.words)", sourceLocation: location)
  }

  @Test func `values of the library are told apart`() {
    expectApart(SIMD2(1, 2), SIMD2(1, 3))
    expectApart(ObjectIdentifier(NSObject.self), ObjectIdentifier(NSString.self))
    expectApart(Int??.none, Int??.some(nil), Int??.some(1))
    expectApart(Date(timeIntervalSince1970: 0.0000001), Date(timeIntervalSince1970: 0.0000002))
    expectApart(Data(repeating: 1, count: 100), Data(repeating: 2, count: 100))
    expectApart(Decimal(string: "0.1"), Decimal(string: "0.2"))
    expectApart(Duration.seconds(1), Duration.milliseconds(1))
    expectApart(UInt64.max, UInt64.max - 1)
    expectApart(0.1 + 0.2, 0.3)
    expectApart([Optional(1)], [nil], [])
  }

  /// Two sheets with a button for each letter, of which the second ones read like the first.
  private struct Sheets: ExplicitSystem {
    struct Label: Hashable, Sendable, CustomReflectable {
      let words: String
      let place: Int
      var customMirror: Mirror { Mirror(self, children: ["words": words]) }
    }
    let count: Int
    var isMixed = false
    let initialStates = [0]
    func steps(from state: Int) -> [Step<Int, Label>] {
      if state == count { return [] }
      let labels = (0..<20).map { Label(words: "\($0)", place: state % 2) }
      let other = isMixed && state == count - 1 ? [Label(words: "7", place: 2)] : []
      return (labels + other).map { Step($0, to: state + ($0.words == "0" ? 1 : 0)) }
    }
  }

  @Test(arguments: [2, 10, 100])
  func `labels of different states may read alike, however many there are`(count: Int) {
    let found = explore(Sheets(count: count), [Property("any", .invariant { _ in .holds })])
    #expect(found.reason == .exhausted, "\(found.reason.words)")
  }

  @Test(arguments: [2, 10, 100]) func `labels of one state may not`(count: Int) {
    let found = explore(
      Sheets(count: count, isMixed: true), [Property("any", .invariant { _ in .holds })])
    #expect(
      found.reason.words.contains("two labels are not equal and read"), "\(found.reason.words)")
  }

  /// Two steps that read alike and have an order.
  private struct Ordered: ExplicitSystem {
    struct Label: Hashable, Comparable, CustomReflectable, Sendable {
      let number: Int
      var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
      static func < (first: Self, second: Self) -> Bool { first.number < second.number }
    }
    let initialStates = [0]
    func steps(from state: Int) -> [Step<Int, Label>] {
      state > 0 ? [] : [1, 2].map { Step(Label(number: $0), to: $0) }
    }
  }

  @Test func `a step that no trace can name is told, also where labels have an order`() {
    let found = explore(Ordered(), [.never("never") { $0 == 2 }])
    #expect(
      found.reason.words.contains(#"two labels are not equal and read "()""#),
      "\(found.reason.words)")
    #expect(found.found.isEmpty)
  }

  /// Writes one of several values.
  private struct Writer<Value: Hashable & Sendable>: ExplicitSystem {
    typealias State = Value
    typealias Label = Int
    let values: [Value]
    var initialStates: [Value] { [values[0]] }
    func steps(from state: Value) -> [Step<Value, Int>] {
      values.indices.map { Step($0, to: values[$0]) }
    }
  }

  private func expectNoNumber<Value: Hashable & Sendable>(
    _ values: Value..., location: Testing.SourceLocation = #_sourceLocation
  ) {
    let found = explore(
      Writer(values: values), [Property("any", .invariant { _ in .holds })],
      limits: Limits(stateCountMax: 1000))
    #expect(
      found.reason.words.contains("is not equal to itself"), "\(found.reason)",
      sourceLocation: location)
  }

  @Test func `a date and a vector may be no numbers, and are told`() {
    expectNoNumber(Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: .nan))
    expectNoNumber(SIMD2(0.0, 0), SIMD2(Double.nan, 0))
  }
}
