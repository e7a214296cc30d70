import Foundation
import Generators
import Model
import Spec
import Testing

@testable import SpecRunner

/// What the watchdog tells where a command does not come to its end.
@Suite struct LastWordTests {
  /// A save fails half-way, which is found; then the reducer does not come back.
  private static func run(_ arguments: [String]) -> Never {
    let product = RegisteredProduct("plain", scopes: [Scope(name: "small", values: NoValues())]) {
      _ in
      PlainProduct(savesHalf: true, hangsOnFailure: true)
    }
    let watchdog = Watchdog()
    Surroundings.end {
      defer { watchdog.finish() }
      return try SpecRunner.run(arguments, on: Registry([product]), watchdog)
    }
  }

  private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

  @Test func `a check that hangs tells what it found`() async throws {
    let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardOutputContent])
    {
      FileManager.default.changeCurrentDirectoryPath("/tmp")
      Self.run(["check", "plain", "--limit-time", "1s"])
    }
    let told = text(result?.standardOutputContent)
    #expect(told.contains("small: limit of time hit, "), "\(told)")
    #expect(
      told.contains("found, ended before its story was worked out: operation.atomic"), "\(told)")
    #expect(told.hasSuffix("(exit status 1)\n"), "\(told)")
  }

  @Test func `a walk that hangs tells how far it came`() async throws {
    let result = await #expect(processExitsWith: .exitCode(3), observing: [\.standardOutputContent])
    {
      FileManager.default.changeCurrentDirectoryPath("/tmp")
      Self.run(["walk", "plain", "--limit-time", "1s"])
    }
    let told = text(result?.standardOutputContent)
    #expect(told.contains("stopped: limit of time hit"), "\(told)")
    #expect(told.hasSuffix("(exit status 3)\n"), "\(told)")
  }

  @Test func `a report file is written where a check hangs`() async throws {
    let path = "/tmp/last-word.xml"
    try? FileManager.default.removeItem(atPath: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    await #expect(processExitsWith: .exitCode(1)) {
      FileManager.default.changeCurrentDirectoryPath("/tmp")
      Self.run(["check", "plain", "--limit-time", "1s", "--junit", "/tmp/last-word.xml"])
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("</testsuites>\n"))
  }
}
