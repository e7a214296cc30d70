import Foundation
import Generators
import Model
import Spec
import Testing
@testable import ReferenceProducts

/// What a check in a test makes of a trace that it is to replay.
extension CheckTests {
  @Test func `the line of a failure replays what failed`() async throws {
    _ = try await failure(counter("top"))
    let path = folder.path + "/CheckTests-check/top/" + CounterTraces.crashPath
    let again = try await failure(counter("top"), variables: ["SPEC_REPLAY": path])
    let expected = """
      \(path): reproduces
      Promised: No product function crashes.
        1. the user taps Increment; the app crashes (arithmetic overflow at 9223372036854775807)
             value: 9223372036854775807 → none
      Broken: arithmetic overflow at 9223372036854775807
      For the user: The app closes by itself.
      """
    #expect(again.description == expected)
  }

  @Test(arguments: [CounterTraces.crashPath, CounterTraces.totalPath])
  func `a replay passes once the design is mended`(_ entry: String) async throws {
    let path = Package.path("traces/" + entry)
    _ = try await failure(counter("top"), variables: ["SPEC_REPLAY": path])
    #expect(
      try await check(
        CounterTraces.top(design: "mutant(wrap-around)"), variables: ["SPEC_REPLAY": path])
        == nil)
    #expect(folder.files == [])
  }

  @Test func `a replay looks at nothing else`() async throws {
    let path = try folder.write(CounterTraces.detour("-+").data, to: "kept.json")
    #expect(try await check(counter("top"), variables: ["SPEC_REPLAY": path]) == nil)
  }

  @Test func `a replay that diverges fails with what is enabled`() async throws {
    let path = try folder.write(CounterTraces.detour("++").data, to: "diverging.json")
    let expected = "\(path): diverges at step 2, which cannot be taken; what can be: nothing"
    #expect(
      try await failure(counter("top"), variables: ["SPEC_REPLAY": path]).description == expected)
  }

  @Test func `a replay of a property that another check has does nothing`() async throws {
    let trace = try CounterTraces.crash().with { $0.property = "runtime.other" }
    let path = try folder.write(trace.data, to: "other.json")
    #expect(try await check(counter("top"), variables: ["SPEC_REPLAY": path]) == nil)
  }

  @Test func `a replay of a file that is not there is an error that names it`() async throws {
    let path = folder.path + "/none.json"
    await #expect(throws: TraceError("\(path): no such file; check the path")) {
      try await check(counter("top"), variables: ["SPEC_REPLAY": path])
    }
  }

  @Test func `a trace that the check itself names has to be one of what is checked`() async throws {
    let path = Package.path("traces/" + CounterTraces.crashPath)
    let plan = CheckPlan(replaying: path).reading([:])
    await #expect(throws: TraceError.self) { try await Generators.check(counter("bottom"), plan) }
    await #expect(throws: CheckFailure.self) { try await Generators.check(counter("top"), plan) }
    let other = try CounterTraces.crash().with { $0.property = "runtime.other" }
    let renamed = try CheckPlan(replaying: folder.write(other.data, to: "other.json")).reading([:])
    await #expect(throws: TraceError.self) { try await Generators.check(counter("top"), renamed) }
  }

  @Test func `a trace of live code is an error of a search that names it itself`() async throws {
    let trace = try CounterTraces.crash().with { $0.property = "live.conforms" }
    let path = try folder.write(trace.data, to: "live.json")
    await #expect(throws: TraceError.self) {
      try await Generators.check(counter("top"), CheckPlan(replaying: path).reading([:]))
    }
    #expect(try await check(counter("top"), variables: ["SPEC_REPLAY": path]) == nil)
  }

  @Test func `a trace of another product is no failure of this one`() async throws {
    let calm = try CatalogueCase(product: "animals", scope: "calm").specification()
    let variables = ["SPEC_REPLAY": Package.path("traces/" + CounterTraces.crashPath)]
    let report = try await check(calm, variables: variables)
    #expect(report == nil)
  }

  @Test func `a trace of another scope is no failure of this one`() async throws {
    let bottom = try CatalogueCase(product: "counter", scope: "bottom").specification()
    let variables = ["SPEC_REPLAY": Package.path("traces/" + CounterTraces.crashPath)]
    #expect(try await check(bottom, variables: variables) == nil)
    let top = try CatalogueCase(product: "counter", scope: "top").specification()
    await #expect(throws: CheckFailure.self) {
      try await check(top, variables: variables)
    }
  }
}
