import Foundation
import Spec
import Testing

@testable import SpecRunner

struct SharedValuesTests {
  @Test func `a story that earlier versions kept as text is read, and is the same text`() {
    let text = """
      Promised: A thing is kept.
        1. the user taps Add (or any other)
             queue[Dog]: none → waiting
        2. the add fails
      Broken: a thing is gone
      Kept if step 2 comes before step 1 and all else is the same.
      For the user: What was typed is gone.
      """
    let story = Story(text: text)
    #expect(story.text == text)
    #expect(story.lines.count == 2)
    #expect(story.ending == "a thing is gone" && story.consequence == "What was typed is gone.")
    #expect(story.remarks.count == 1)
  }

  /// What stands for a value that is shared is that value again.
  private func expanded(_ value: JSONValue, _ shared: [JSONValue]) -> JSONValue {
    switch value {
    case .object(let fields):
      if case .integer(let number)? = fields["$"] { return expanded(shared[number], shared) }
      return .object(fields.mapValues { expanded($0, shared) })
    case .array(let elements): return .array(elements.map { expanded($0, shared) })
    default: return value
    }
  }

  @Test func `what stands twice is written once, and reads as it was`() {
    let long = JSONValue.string("a text that is long enough to be shared")
    let pair = JSONValue.object(["title": long, "rows": .array([.integer(1), .integer(2)])])
    let value = JSONValue.array([
      pair, .object(["inner": pair]), long, .string("short"), .string("short"),
    ])
    var values = SharedValues()
    guard case .object(let parts) = values.shared(value),
      case .array(let shared)? = parts["shared"], let report = parts["report"]
    else {
      Issue.record("there is no report")
      return
    }
    #expect(expanded(report, shared) == value)
    #expect(shared.count == 2)
    #expect(report.text.components(separatedBy: "long enough").count == 1)
  }
}
