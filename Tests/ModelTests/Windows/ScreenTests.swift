import Foundation
import Testing

@testable import Model

/// What a drawn window says of its rows.
@Suite struct ScreenTests {
  @Test func `what a window waits for is marked, and a title says nothing of it`() {
    #expect(Screen.Row.waiting.isWaiting == true)
    #expect(Screen.Row("waiting room").isWaiting == nil)
    #expect(Screen.Row.waiting != Screen.Row("waiting …"))
  }

  @Test func `rows that earlier versions wrote are read`() throws {
    let text = #"{"title":"waiting …","isSelected":false}"#
    let row = try JSONDecoder().decode(Screen.Row.self, from: Data(text.utf8))
    #expect(row == Screen.Row("waiting …"))
  }
}
