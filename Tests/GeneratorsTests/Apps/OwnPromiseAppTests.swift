import Foundation
import Generators
import Model
import Spec
import Testing

// What stands between the lines is the second example of docs/write-properties.md.
// BEGIN
/// Of every state that a person can see.
let counted = Property<AppSystem<UnreadBox>>(
  "box.counted", "The badge says how many are unread.", witness: "the box is shown",
  .invariant { state in
    guard let box = state.state, !state.isBetweenDispatches else { return .idle }
    return .require(box.badge == box.unread.count, culprit: "differ", "the badge is another")
  })

/// Of all that a tap does.
let heeded = Property<AppSystem<UnreadBox>>(
  "box.heeded", "No tap is without effect.", witness: "a tap",
  .step { step in
    guard step.gesture != nil else { return .idle }
    return .require(
      step.new.finalState != step.old.state, culprit: step.kind, "the tap changes nothing")
  })
// END

/// Promises that an adopter writes about an app that sets one thing after the other.
@Suite struct OwnPromiseAppTests {
  private func findings(
    _ defect: UnreadBox.Defect?, _ properties: [Property<AppSystem<UnreadBox>>]
  ) throws -> [String] {
    let system = AppSystem<UnreadBox>(
      product: DerivedProduct(UnreadBox(defect: defect)), scope: try .app())
    let report = Specification(
      identity: Identity(product: "box", scope: "app"), system: system, properties: properties,
      teller: .runtime(system)
    ).check()
    #expect(report.errors == [] && !report.results.map(\.verdict.word).contains("vacuous"))
    return report.findings.map { "\($0.property): \($0.culprit) (\($0.trace.length))" }
  }

  @Test func `what is half set is no broken promise`() throws {
    #expect(try findings(nil, [counted, heeded]) == [])
  }

  @Test func `what stays wrong once all is set is found`() throws {
    #expect(
      try findings(.forgetsBadge, [counted, heeded]) == [
        "box.counted: differ after dispatch become (5)"
      ])
  }

  @Test func `a tap that sets only what stood there is found`() throws {
    #expect(try findings(.ignoresTap, [counted, heeded]).first?.hasPrefix("box.heeded: ") == true)
  }

  @Test func `an observer hears of a tap by its gesture`() throws {
    let opened = Observer<AppSystem<UnreadBox>, Int>(initial: 0) { step, memory in
      if step.gesture?.action == .tap(.open) && memory.value < 2 { memory.value += 1 }
    }
    let once = Property<AppSystem<UnreadBox>>(
      "box.once", "The box is opened once.", witness: "it is opened",
      .invariant(remembering: opened) { _, opened in
        let count = opened.value
        return count == 0 ? .idle : .require(count == 1, culprit: "again", "\(count) times")
      })
    #expect(try findings(nil, [once]).first?.hasPrefix("box.once: again") == true)
  }

  @Test func `the example is the page's`() throws {
    let page = try String(contentsOfFile: Package.path("docs/write-properties.md"), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let compiled = try #require(source.components(separatedBy: "// BEGIN\n").dropFirst().first)
      .components(separatedBy: "// END")[0]
    #expect(page.contains("```swift\n\(compiled)```"))
  }
}
