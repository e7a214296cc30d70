import Testing

@testable import Generators

/// Where the traces of one call of a check are kept.
@Suite struct CallSiteTests {
  private func folder(_ test: String) -> String {
    CallSite(test: test, fileID: "App/TodoTests.swift", line: 1, column: 1, asked: []).folder
  }

  @Test func `tests whose names differ in a sign, in letters or in their ends have folders apart`()
  {
    let long = String(repeating: "many words ", count: 12)
    let names = [
      "adds 1", "adds +1", "adds -1", "保存", "削除", long + "first", long + "second", "adds",
      "adds (one)", "adds (two)",
    ]
    #expect(Set(names.map { folder("`\($0)`()") }).count == names.count)
  }

  @Test func `a name of plain words is the name of the folder`() {
    #expect(folder("`the to-do list, as it is`()") == "TodoTests-the-to-do-list-as-it-is")
    #expect(folder("saves()") == "TodoTests-saves")
  }
}
