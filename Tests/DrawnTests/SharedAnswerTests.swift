import Model
import Testing

@testable import Spec

/// Operations that share an answer would give two steps of one state one label.
@Suite struct SharedAnswerTests {
  private func reason(_ kiosk: Kiosk, _ discipline: Discipline = .concurrent) throws -> ExitReason {
    let property = KioskProperty("any", "", witness: "", .invariant { _ in .holds })
    let system = try kiosk.system(discipline, mailMax: 2)
    return Explorer(system: system, properties: [property]).run(auditsAll: true).reason
  }

  private static let complaint =
    "two steps of one state have the label perform(answer, occurrence: 0): "
    + "give each operation answers of its own"

  @Test func `two operations that share an answer make a system invalid`() throws {
    let kiosk = Kiosk(
      gestures: [.ask(.left), .ask(.right)], answers: [.left: [.answer], .right: [.answer]])
    #expect(try reason(kiosk) == .invalidSystem(Self.complaint))
  }

  @Test func `an answer that is asked for by itself makes a system invalid`() throws {
    let kiosk = Kiosk(gestures: [.ask(.left), .ask(.answer)], answers: [.left: [.answer]])
    #expect(try reason(kiosk) == .invalidSystem(Self.complaint))
  }

  @Test func `an answer that is given twice makes a system invalid`() throws {
    let kiosk = Kiosk(gestures: [.ask(.left)], answers: [.left: [.answer, .answer]])
    #expect(try reason(kiosk) == .invalidSystem(Self.complaint))
  }

  @Test func `operations that share an answer and are never under way together are no harm`() throws
  {
    let kiosk = Kiosk(
      gestures: [.ask(.left), .ask(.right)], answers: [.left: [.answer], .right: [.answer]])
    #expect(try reason(kiosk, .serial) == .exhausted)
  }

  @Test func `answers of their own, and an operation among its own answers, are no harm`() throws {
    let apart = Kiosk(
      gestures: [.ask(.left), .ask(.right)], answers: [.left: [.answer], .right: [.fetch]])
    #expect(try reason(apart) == .exhausted)
    let own = Kiosk(gestures: [.ask(.left), .ask(.right)], answers: [.left: [.left, .answer]])
    #expect(try reason(own) == .exhausted)
  }
}
