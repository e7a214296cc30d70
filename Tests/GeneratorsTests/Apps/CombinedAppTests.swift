import Generators
import Spec
import Testing

@testable import Model

/// Apps that combine what each is common by itself.
@Suite struct CombinedAppTests: AppSuite {
  @Test func `each of several timers belongs to what set it`() async {
    await #expect(processExitsWith: .success) {
      try CombinedAppTests.expectInTime(
        "queue.consistent: search waits, nothing pending after type", after: 9,
        in: RememberedSearch(isForgetful: true), notIn: RememberedSearch())
    }
  }

  @Test func `a timer of what was answered answers nothing`() async {
    await #expect(processExitsWith: .success) {
      try CombinedAppTests.expectInTime(
        "failure.shown: load success after failed complete load", after: 6,
        in: MinuteFeed(isSilent: true), notIn: MinuteFeed())
    }
  }

  @Test func `what is shown of a wish is what a person did`() throws {
    try expectRight(WishedSwitch())
    try expect("deed.kept: undone by complete save", after: 4, in: WishedSwitch(isForgetful: true))
  }

  @Test func `what a listener goes on to dispatch shows which items there are`() throws {
    try expectRight(PagesAhead())
    try expect(
      "queue.consistent: pages waits, nothing pending after complete load", after: 7,
      in: PagesAhead(isForgetful: true))
  }

  @Test func `what was refused waits for what its refusal asked for`() throws {
    try expectRight(RefusedPage())
    try expect(
      "queue.consistent: page waits, nothing pending after complete renew", after: 5,
      in: RefusedPage(isForgetful: true))
  }

  @Test func `a failure may be told twice`() throws {
    try expectRight(PhasedOrder())
    try expect(
      "failure.shown: order waiting after failed complete pay", after: 3,
      in: PhasedOrder(isForgetful: true))
  }

  @Test(arguments: [false, true])
  func `an alert or a banner tells of a failure`(alerts: Bool) throws {
    try expectRight(CountedDeletes(alerts: alerts))
    try expect(
      "failure.shown: delete none after failed complete delete", after: 3,
      in: CountedDeletes(defect: .keepsSilent, alerts: alerts))
  }

  @Test func `what cannot be dispatched twice counts`() throws {
    try expect(
      "deed.kept: undone by complete delete", after: 4, in: CountedDeletes(defect: .undoes))
  }

  @Test func `an app that traps when an action comes once more is asked in one state only`() {
    let (app, state) = (CountedDeletes(), CountedDeletes.State())
    let name = "\(CountedDeletes.self) \(ContentTree(app).text)"
    let asked = AppQuestion.reduce(CountedDeletes.Action.note, in: state).to(name)
    let questions = AppQuestions(traps: [asked.text: "it broke"])
    let memory = AppMemory(app, questions)
    #expect(memory.repeating(.note, in: CountedDeletes.State(busyCount: 1)) == nil)
    #expect(memory.repeating(.close, in: state) == state)
    #expect(questions.unmet == [])
  }
}
