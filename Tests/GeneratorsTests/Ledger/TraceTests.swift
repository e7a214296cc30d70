import Foundation
import Generators
import Spec
import Testing
@testable import ReferenceProducts
@testable import SpecRunner

/// Traces that cannot be read, and what the grades of those that can be say.
@Suite struct TraceTests {
  // MARK: Errors

  private func object(_ change: (inout [String: Any]) -> Void) throws -> Data {
    let data = try CounterTraces.crash().data
    var fields = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    change(&fields)
    return try JSONSerialization.data(withJSONObject: fields)
  }

  private func error(_ data: Data) throws -> String {
    try #require(throws: TraceError.self) { _ = try Trace(data: data) }.description
  }

  @Test(arguments: ["", "[]", "nonsense", "{}", #"{"format": "1"}"#, #"{"format": null}"#])
  func `what has no format is no trace`(_ text: String) throws {
    let expected = "not a trace: a JSON object with a number under \"format\" is expected"
    #expect(try error(Data(text.utf8)) == expected)
  }

  @Test(arguments: [#"{"format": 1"#, #"{"format": 1, "labels": [1,,2]}"#])
  func `what breaks off is no whole trace`(_ text: String) throws {
    let expected = "no whole trace: its JSON breaks off or is malformed; restore the file"
    #expect(try error(Data(text.utf8)) == expected)
  }

  @Test(arguments: [-1, 0, 2, 99])
  func `a format that is not known is told before anything else`(_ format: Int) throws {
    let expected =
      "trace format \(format) is not known, this version reads up to 1; "
      + "use the version of spec-runner that wrote it"
    #expect(try error(Data(#"{"format": \#(format)}"#.utf8)) == expected)
    #expect(try error(object { $0["format"] = format }) == expected)
  }

  @Test(arguments: [
    "product", "design", "environment", "scope", "property", "culprit", "expected", "form",
  ])
  func `a field that is missing is named`(_ field: String) throws {
    #expect(try error(object { $0[field] = nil }) == "malformed trace: \"\(field)\" is missing")
  }

  @Test func `a field of another kind is named`() throws {
    #expect(
      try error(object { $0["product"] = 7 }) == "malformed trace: a string is expected at product")
    #expect(
      try error(object { $0["labels"] = "none" })
        == "malformed trace: an array is expected at labels")
    for field in ["form", "expected"] {
      let text = "malformed trace: 'odd' is not known at \(field)"
      #expect(try error(object { $0[field] = "odd" }) == text)
    }
  }

  @Test(arguments: ["path", "goal"])
  func `a path without labels is refused`(_ form: String) throws {
    let expected = "malformed trace: form '\(form)' needs labels and no values"
    let values = ["state": ["value": "1"]]
    let edits: [(inout [String: Any]) -> Void] = [
      { $0["labels"] = nil }, { $0["values"] = values },
      {
        $0["labels"] = nil
        $0["values"] = values
      },
    ]
    for edit in edits {
      let data = try object {
        edit(&$0)
        $0["form"] = form
      }
      #expect(try error(data) == expected)
    }
  }

  @Test func `values with labels are refused`() throws {
    let expected = "malformed trace: form 'values' needs values and no labels"
    #expect(try error(object { $0["form"] = "values" }) == expected)
  }

  @Test func `a file is named in what is wrong with it`() throws {
    let folder = try TemporaryFolder()
    func error(_ path: String) throws -> String {
      try #require(throws: TraceError.self) { _ = try Trace(path: path) }.description
    }
    let none = folder.path + "/none.json"
    #expect(try error(none) == "\(none): no such file; check the path")
    #expect(try error(folder.path) == "\(folder.path): is a folder; name a trace file in it")
    let odd = try folder.write(Data(#"{"format": 1}"#.utf8), to: "odd.json")
    #expect(try error(odd) == "\(odd): malformed trace: \"product\" is missing")
  }

  // MARK: Round trips

  @Test(arguments: [0, 1 << 53, UInt64.max])
  func `a seed comes back as it was`(_ seed: UInt64) throws {
    let trace = try CounterTraces.crash().with {
      $0.seed = seed
      $0.initial = 3
    }
    #expect(try Trace(data: trace.data) == trace)
  }

  @Test func `what is nil is left out`() throws {
    let crash = try CounterTraces.crash()
    let fields = try #require(JSONSerialization.jsonObject(with: crash.data) as? [String: Any])
    #expect(
      fields.keys.sorted() == [
        "culprit", "design", "environment", "expected", "form", "format", "labels", "product",
        "property", "scope",
      ])
    #expect(String(decoding: crash.data, as: UTF8.self).hasSuffix("}\n"))
  }

  // MARK: Grades

  private func grade(_ trace: Trace) throws -> Grade { try Registry.catalogue.grade(trace).grade }

  private func error(_ trace: Trace) throws -> String {
    try #require(throws: TraceError.self) { _ = try Registry.catalogue.grade(trace) }.description
  }

  @Test func `what there is no more is obsolete`() throws {
    let crash = try CounterTraces.crash()
    #expect(
      try grade(crash.with { $0.product = "abacus" })
        == .obsolete("there is no product 'abacus' any more"))
    #expect(
      try grade(crash.with { $0.design = "mended" })
        == .obsolete("counter has no design 'mended' any more"))
    #expect(
      try grade(crash.with { $0.property = "runtime.gone" })
        == .obsolete("there is no property 'runtime.gone' any more"))
    let total = try CounterTraces.entry(CounterTraces.totalPath)
    #expect(
      try grade(total.with { $0.property = "runtime.crash" })
        == .obsolete("'runtime.crash' is no property of values any more"))
  }

  @Test func `a label that is not enabled diverges with the step and what is enabled there`() throws
  {
    let grade = try grade(CounterTraces.detour("-++-"))
    #expect(grade == .diverges(stepNumber: 4, enabled: []))
    #expect(grade.words == "diverges at step 4, which cannot be taken; what can be: nothing")
    let deliver = try CounterTraces.crash().with {
      $0.labels = [.object(["deliver": .object([:])])]
    }
    let taps = [
      "the user taps Increment; the app crashes (arithmetic overflow at 9223372036854775807)",
      "the user taps Decrement",
    ]
    #expect(try self.grade(deliver) == .diverges(stepNumber: 1, enabled: taps))
    #expect(
      try self.grade(deliver).words
        == "diverges at step 1, which cannot be taken; what can be: \(taps[0]); \(taps[1])")
  }

  @Test
  func `a label that the product does not know any more diverges like one that is not enabled`()
    throws
  {
    let reset = JSONValue.object(["gesture": .object(["gesture": .string("didTapResetButton")])])
    let trace = try CounterTraces.crash().with { $0.labels = CounterTraces.taps("-") + [reset] }
    let taps = ["the user taps Increment", "the user taps Decrement"]
    #expect(try grade(trace) == .diverges(stepNumber: 2, enabled: taps))
  }

  @Test func `a path that breaks nothing passes`() throws {
    let grade = try grade(CounterTraces.detour("-+"))
    #expect(grade == .passes(otherCulprits: []))
    #expect(grade.words == "passes: the property is kept at the end of the path")
  }

  @Test func `a path that breaks the property otherwise passes and names the culprits`() throws {
    let grade = try grade(CounterTraces.crash().with { $0.culprit = "crash after lunch" })
    #expect(grade == .passes(otherCulprits: ["crash after didTapIncrementButton"]))
    #expect(
      grade.words
        == "passes, but the property is broken otherwise: crash after didTapIncrementButton")
  }

  @Test func `a path that goes on after the property was broken passes`() throws {
    let culprit = "animal-success-without-an-item-after-complete-addAnimal"
    let trace = try CounterTraces.entry("animals/published/open/queue.bounded--\(culprit).json")
    let appearing = JSONValue.object(["animalListOnAppear": .object([:])])
    let appear = JSONValue.object(["gesture": .object(["gesture": appearing])])
    #expect(try grade(trace.with { $0.labels?.append(appear) }) == .passes(otherCulprits: []))
  }

  @Test func `a step without the shape of a label is named`() throws {
    let trace = try CounterTraces.crash().with {
      $0.labels = CounterTraces.taps("-") + [.string("tap")]
    }
    #expect(
      try error(trace)
        == "malformed trace: step 2: it is no label: an object with one key is expected")
  }

  @Test func `a scope that cannot be read is told on one line`() throws {
    let crash = try CounterTraces.crash()
    let missing = crash.with { $0.scope = $0.scope.setting("mailMax", to: nil) }
    #expect(try error(missing) == "the scope cannot be read: \"mailMax\" is missing")
    let other = crash.with { $0.environment = "windows" }
    #expect(
      try error(other)
        == "the environment is 'windows', and the scope says otherwise; make them agree")
    let bound = crash.with { $0.scope = $0.scope.setting("mailMax", to: .integer(0)) }
    #expect(try error(bound) == "the scope cannot be read: mailMax is 0, it must be from 1 to 64")
  }
}
