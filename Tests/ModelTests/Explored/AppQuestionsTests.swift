import Foundation
import Testing

@testable import Model
@testable import ReferenceProducts

/// What an app is asked, as whoever watches sees it.
@Suite struct AppQuestionsTests {
  private static func words(_ state: Int) -> String { AppQuestion.interactions(in: state).text }

  @Test func `each thread has its own question, and none is left when all are answered`() throws {
    let questions = AppQuestions()
    let (isAsked, mayEnd, isOver) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    try questions.ask({ .interactions(in: 1) }) {
      Thread.detachNewThread {
        try? questions.ask({ .interactions(in: 2) }) {
          isAsked.signal()
          mayEnd.wait()
        }
        isOver.signal()
      }
      isAsked.wait()
      #expect(questions.underWay?.text == Self.words(1))
      #expect(questions.numberUnderWay == 1)
    }
    #expect(questions.underWay?.text == Self.words(2))
    #expect(questions.numberUnderWay == 2)
    mayEnd.signal()
    isOver.wait()
    #expect(questions.underWay == nil)
    #expect(questions.numberUnderWay == nil)
  }

  @Test func `of calls that are alike a step names the one that it is about`() {
    let labels: [RuntimeLabel<Animals>] = [
      .perform(.fetchCategories, occurrence: 0, fault: nil),
      .perform(.fetchCategories, occurrence: 1, fault: nil),
      .complete(.fetchCategories, occurrence: 1),
    ]
    #expect(
      WrittenWay.words(labels)
        == "the call fetch categories is carried out, the call fetch categories (number 2 of those "
        + "alike, oldest first) is carried out, the call fetch categories (number 2 of those "
        + "alike, oldest first) ends")
  }

  @Test func `a question within a question hides it until it is answered`() throws {
    let questions = AppQuestions()
    try questions.ask({ .interactions(in: 1) }) {
      try questions.ask({ .launch() }) { #expect(questions.underWay == .launch()) }
      #expect(questions.underWay?.text == Self.words(1))
      #expect(questions.numberUnderWay == 1)
    }
    #expect(questions.underWay == nil)
  }

  @Test func `questions of threads that ask side by side do not grow`() throws {
    let questions = AppQuestions()
    let (isAsked, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isOver = DispatchSemaphore(value: 0)
    // The other thread's question was asked before the first of this thread, and ends after it.
    Thread.detachNewThread {
      try? questions.ask({ .interactions(in: 0) }) {
        isAsked.signal()
        mayEnd.wait()
      }
      isOver.signal()
    }
    isAsked.wait()
    for number in 1...300_000 { try questions.ask({ .interactions(in: number) }) {} }
    mayEnd.signal()
    isOver.wait()
    #expect(questions.underWay == nil)
  }
}
