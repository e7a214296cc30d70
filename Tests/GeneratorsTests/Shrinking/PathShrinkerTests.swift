import Generators
import Model
import Spec
import Testing
@testable import ReferenceProducts
@testable import SpecRunner

/// Paths that show a finding: how short they become, what is claimed of them, and how they are
/// explained.
@Suite struct PathShrinkerTests {
  /// A cup that is filled, emptied and dropped; it breaks when it is dropped full.
  ///
  /// Filling takes two steps, opening and closing the tap, with the water running in between.
  private struct Cup: ExplicitSystem {
    struct State: Hashable, Sendable {
      var level = 0
      var isRunning = false
      var isBroken = false
    }
    enum Label: Int, Hashable, Comparable, Codable, Sendable {
      case open, close, sip, wipe, drop
      static func < (first: Label, second: Label) -> Bool { first.rawValue < second.rawValue }
    }

    let initialStates = [State()]

    func steps(from state: State) -> [Step<State, Label>] {
      if state.isBroken { return [] }
      var steps: [Step<State, Label>] = []
      func add(_ label: Label, _ change: (inout State) -> Void) {
        var next = state
        change(&next)
        steps.append(Step(label, to: next))
      }
      if !state.isRunning { add(.open) { $0.isRunning = true } }
      if state.isRunning {
        add(.close) {
          $0.isRunning = false
          $0.level = min(3, $0.level + 1)
        }
      }
      if state.level > 0 { add(.sip) { $0.level -= 1 } }
      add(.wipe) { _ in }
      add(.drop) { $0.isBroken = $0.level == 3 }
      return steps
    }

    func isSettled(_ state: State) -> Bool { !state.isRunning }
    func traits(of label: Label) -> StepTraits { label == .close ? [] : .gesture }
  }

  private static let cup = Cup().promising("cup.whole", "The cup stays whole.") {
    .require(!$0.isBroken, culprit: "broken", "in pieces")
  }

  private static let name = FindingName(property: "cup.whole", culprit: "broken after drop")

  private func shrink(_ labels: [Cup.Label]) -> ShrunkPath<Cup> {
    PathShrinker(Self.cup).shrink(Path(labels: labels), showing: Self.name)
  }

  private static let shortest: [Cup.Label] = [.open, .close, .open, .close, .open, .close, .drop]

  // MARK: Shrinking

  @Test func `a path loses its loops, its detours and what comes after the finding`() {
    let path = shrink(
      [
        .wipe, .open, .wipe, .close, .sip, .drop, .open, .drop, .close, .open, .close, .open, .wipe,
        .close, .sip, .open, .close, .wipe, .drop,
      ])
    #expect(path.path.labels == Self.shortest)
    #expect(path.minimality == .twoMinimal)
    #expect(path.evaluationCount > 0)
  }

  @Test func `a path that is shortest already stays as it is`() {
    #expect(shrink(Self.shortest).path.labels == Self.shortest)
  }

  @Test func `a path that does not show the finding stays as it is and says so`() {
    for labels in [[Cup.Label.open, .close], [.sip], []] {
      let path = shrink(labels)
      #expect(path.path.labels == labels)
      #expect(path.minimality == .unknown)
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `every path that a walk finds ends at the shortest`(_ seed: UInt64) throws {
    let plan = WalkPlan(seed: seed * 1000, runCount: 200, stepCountMax: 60)
    let finding = try #require(Self.cup.walk(plan).findings.first)
    #expect(finding.trace.length == 7)
    #expect(
      finding.report.story.remarks.last
        == "Shortest: nothing nearer to the start breaks the promise so.")
  }

  // MARK: Claims

  @Test func `the explorer confirms what it can exhaust`() {
    let shrinker = PathShrinker(Self.cup)
    let path = shrink(Self.shortest)
    let confirmed = shrinker.confirm(path, showing: Self.name, stateCountMax: 100)
    #expect(confirmed.minimality == .shortest)
    #expect(confirmed.path.labels == Self.shortest)
    #expect(shrinker.confirm(path, showing: Self.name, stateCountMax: 3).minimality == .twoMinimal)
  }

  // MARK: The ledger

  /// A scope of the catalogue, and what the ledger holds of it.
  private static func saved(of product: String, in scope: String) throws
    -> (specification: any Checkable, traces: [Trace])
  {
    let specification = try #require(
      Registry.catalogue.product(named: product)?.specification(scope: scope))
    let traces = try Ledger.ofRepository.entries.map(\.trace)
    return (specification, traces.filter { $0.scope == specification.writtenScope })
  }

  /// Scopes of the ledger with findings that random walks meet soon.
  @Test(arguments: [
    ("animals", "standard", "queue.bounded"), ("quakes", "standard", "failure.shown"),
    ("counter", "top", "runtime.crash"),
  ])
  func `paths to known findings end at the length of the ledger`(
    _ product: String, _ scope: String, _ property: String
  ) throws {
    let (specification, saved) = try Self.saved(of: product, in: scope)
    let traces = saved.filter { $0.form == .path && $0.property.hasPrefix(property) }
    let paths = specification.walkedPaths(to: traces, runCount: 30)
    #expect(!paths.isEmpty)
    for path in paths { #expect(path.length == path.knownLength, "\(path.name)") }
  }

  /// Findings that a few random walks do not meet, losses of continuations among them.
  @Test(arguments: [
    ("quakes", "standard", "memory.durable"), ("quakes", "malformed", "recovery.possible"),
  ])
  func `walks aimed at a finding meet it, and their paths end at the length of the ledger`(
    _ product: String, _ scope: String, _ property: String
  ) throws {
    let (specification, saved) = try Self.saved(of: product, in: scope)
    let traces = saved.filter { $0.property == property }
    let paths = specification.aimedPaths(to: traces, count: 2)
    #expect(paths.count == 6)
    for path in paths {
      #expect(
        path.length == path.knownLength && path.confirmedLength == path.knownLength, "\(path.name)")
    }
    #expect(paths.contains { $0.foundLength > $0.knownLength })
  }

  // MARK: Explanations

  /// A letter that is written in some colour and sent; sending can fail, and the office can close.
  private struct Letter: ExplicitSystem {
    struct State: Hashable, Sendable {
      var color: Int?
      var isSent: Bool?
      var isClosed = false
      var isLate = false
    }
    enum Label: Hashable, Comparable, Codable, Sendable {
      case write(Int)
      case send
      case lose
      case close
    }

    let initialStates = [State()]

    func steps(from state: State) -> [Step<State, Label>] {
      var steps: [Step<State, Label>] = []
      func add(_ label: Label, _ change: (inout State) -> Void) {
        var next = state
        change(&next)
        steps.append(Step(label, to: next))
      }
      if state.color == nil { (0..<3).forEach { color in add(.write(color)) { $0.color = color } } }
      if state.color != nil && state.isSent == nil {
        add(.send) {
          $0.isSent = true
          $0.isLate = $0.isClosed
        }
        add(.lose) { $0.isSent = false }
      }
      if !state.isClosed { add(.close) { $0.isClosed = true } }
      return steps
    }

    func isSettled(_ state: State) -> Bool { state.color == nil || state.isSent != nil }
    func traits(of label: Label) -> StepTraits {
      switch label {
      case .write, .close: .gesture
      case .send: .performance
      case .lose: [.performance, .fault]
      }
    }
    func kind(of label: Label) -> String { if case .write = label { "write" } else { "\(label)" } }
  }

  private static let letter = Specification(
    identity: Identity(product: "letter", scope: "all"), system: Letter(),
    properties: [
      Property<Letter>(
        "letter.sent", "No letter is lost.", witness: "a letter",
        .invariant({ .require($0.isSent != false, culprit: "lost", "it is lost") })),
      Property<Letter>(
        "letter.early", "No letter is sent late.", witness: "a letter",
        .invariant({ .require(!$0.isLate, culprit: "late", "it is late") })),
    ], teller: Teller())

  private static let keptWithoutFault =
    "Kept if the fault at step 2 does not happen and later steps follow where they can, however "
    + "pending work then finishes without faults."

  private func letter(_ labels: [Letter.Label], _ property: String, _ culprit: String)
    -> ShrunkPath<Letter>
  {
    PathShrinker(Self.letter).explain(
      Path(labels: labels), showing: FindingName(property: property, culprit: culprit))
  }

  @Test func `a value that does not matter is marked, and the fault that does is named`() {
    let path = letter([.close, .write(2), .lose], "letter.sent", "lost after lose")
    #expect(path.path.labels == [.write(0), .lose])
    #expect(path.explanation.exchangeable == [0])
    #expect(
      path.explanation.remarks == [
        Self.keptWithoutFault, "Shortest: nothing nearer to the start breaks the promise so.",
      ])
  }

  /// Two words in either order; in one of them they offend.
  private struct Order: ExplicitSystem {
    typealias State = [String]
    typealias Label = String
    let initialStates: [[String]] = [[]]
    func steps(from state: [String]) -> [Step<[String], String>] {
      ["no", "thanks"].filter { !state.contains($0) }.map { Step($0, to: state + [$0]) }
    }
  }

  @Test
  func
    `what an exploration finds is explained as what a walk finds, and its steps stay as they are`()
  {
    let findings = Self.letter.check().findings
    let explained = Self.letter.explained(findings)
    #expect(explained.map(\.trace) == findings.map(\.trace))
    let lost = explained.first { $0.property == "letter.sent" }?.story
    #expect(lost?.lines.map(\.isExchangeable) == [true, false])
    #expect(lost?.remarks == [Self.keptWithoutFault])
    #expect(lost?.ending == findings.first { $0.property == "letter.sent" }?.story.ending)
  }

  @Test func `the nearest schedule that passes is named`() {
    let order = Order().promising("order.polite", "Nobody is offended.") {
      .require($0 != ["thanks", "no"], culprit: "offended", "offended")
    }
    let path = PathShrinker(order).explain(
      Path(labels: ["thanks", "no"]),
      showing: FindingName(property: "order.polite", culprit: "offended after no"))
    #expect(path.path.labels == ["thanks", "no"])
    #expect(
      path.explanation.remarks.first?.hasPrefix("Kept if step 2 comes before step 1 and all")
        == true)
    #expect(path.explanation.exchangeable.isEmpty)
  }

  @Test func `the order among the shortest is that of the explorer although it is off`() {
    let path = letter([.write(1), .close, .send], "letter.early", "late after send")
    #expect(path.path.labels == [.close, .write(0), .send])
    #expect(path.explanation.exchangeable == [1])
    let shrinker = PathShrinker(Self.letter)
    let name = FindingName(property: "letter.early", culprit: "late after send")
    let shrunk = shrinker.shrink(Path(labels: [.write(1), .close, .send]), showing: name)
    let late = shrinker.confirm(shrunk, showing: name, stateCountMax: 1)
    #expect(late.path.labels == path.path.labels)
    #expect(late.minimality == .twoMinimal)
  }

  @Test func `a story marks steps for which any other would do and ends with what is known`() throws
  {
    let findings = Self.letter.walk(WalkPlan(seed: 1, runCount: 50, stepCountMax: 20)).findings
    let lost = try #require(findings.first { $0.trace.property == "letter.sent" })
    let text = """
      Promised: No letter is lost.
        1. write(0) (or any other)
      """
    #expect(lost.report.story.text.hasPrefix(text))
    let ending = """
      Broken: it is lost
      \(Self.keptWithoutFault)
      Shortest: nothing nearer to the start breaks the promise so.
      """
    #expect(lost.report.story.text.hasSuffix(ending))
  }
}
