import Generators
import Spec
import Testing

@testable import Model

/// Apps in which what was asked for comes, or goes, by another way than with its own answer.
@Suite struct ArrivedAppTests: AppSuite {
  @Test func `what was to be added may be there before the reply`() throws {
    try expectRight(ReceiptChat())
    try expect(
      "queue.consistent: messages does not wait, one request pending after complete receipt",
      after: 6, in: ReceiptChat(defect: .marksAll))
    try expect(
      "failure.shown: messages success after failed complete send", after: 8,
      in: ReceiptChat(defect: .marksAll))
    try expect(
      "failure.shown: messages failure ended by complete receipt", after: 8,
      in: ReceiptChat(defect: .marksAll))
    try expect(
      "memory.durable: state and rows differ", after: 11, in: ReceiptChat(defect: .marksNotSent))
    try expect(
      "queue.consistent: messages does not wait, one request pending after complete load",
      after: 10, in: ReceiptChat(defect: .replaces))
  }

  @Test func `what is taken back once a time is over has to be told`() async {
    await #expect(processExitsWith: .success) {
      try ArrivedAppTests.expectInTime(
        "failure.shown: complete delete unreported", after: 8, in: UndoneAlbum(defect: .isQuiet),
        notIn: UndoneAlbum())
    }
  }

  @Test func `what the store holds no more is not hidden any longer`() async {
    await #expect(processExitsWith: .success) {
      try ArrivedAppTests.expectInTime(
        "deed.kept: undone by complete load", after: 8, in: UndoneAlbum(defect: .bringsBack),
        notIn: UndoneAlbum())
    }
  }

  @Test func `what was saved goes as its request is over`() throws {
    try expectRight(RestartedRouter())
    try expect(
      "draft.kept: lost by complete ping", after: 9, in: RestartedRouter(defect: .clearsEarly))
    try expect(
      "draft.kept: lost by complete save", after: 7,
      in: RestartedRouter(defect: .clearsAlways))
  }
}
