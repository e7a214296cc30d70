import Foundation
import Model
import Spec

/// A finding as the source of a test: it fails while the finding stands.
package struct EmittedTest: Hashable, Sendable {
  /// The modules that it imports.
  package private(set) var modules: Set<String>
  private let name: String
  /// The lines of the comment above the function.
  private let comment: [String]
  /// The lines of the function.
  private let body: [String]

  /// A file of tests: each once, and each under a name of its own.
  package static func file(_ all: [EmittedTest]) -> String {
    let tests = all.uniqued()
    let names = tests.map(\.name)
    let lines = tests.enumerated().flatMap { number, test in
      let count = names[...number].count { $0 == test.name }
      return [""] + test.comment
        + ["@Test func `\(test.name)\(count > 1 ? " (\(count))" : "")`() async throws {"]
        + test.body + ["}"]
    }
    let modules = tests.reduce(into: Set(["Testing"])) { $0.formUnion($1.modules) }
    let plain = modules.filter { !modules.contains("@testable \($0)") }
    let imports = plain.map { $0.replacing("@testable ", with: "") }.sorted().map { module in
      (plain.contains(module) ? "" : "@testable ") + "import \(module)"
    }
    return (imports + lines).joined(separator: "\n")
  }

  /// - Parameters:
  ///   - setup: the lines before the first step.
  ///   - steps: the lines of each step.
  ///   - isolated: whether it runs in a process of its own, as the app traps.
  fileprivate init(
    _ trace: Trace, _ story: Story, _ modules: Set<String>, setup: [String], steps: [String],
    verdict: [String], isolated: Bool = false
  ) {
    self.modules = modules
    let above = [story.consequence].compactMap(\.self) + story.remarks
    var body = setup
    for (number, (line, step)) in zip(story.lines, steps).enumerated() {
      let told = Story.told(line, number: number).map { $0.trimmingCharacters(in: .whitespaces) }
      body += told.enumerated().map { "// \($0 == 0 ? "" : "   ")\($1.onOneLine)" } + [step]
    }
    body += story.ending.map { ["", "// Broken: \($0.onOneLine)"] } ?? []
    body += verdict + ["#expect(breach == nil, \(story.promise.swiftLiteral))"]
    if isolated {
      let isolation = ["// The app traps: it runs in a process of its own."]
      let told = [trace.culprit, story.ending].compactMap(\.self).joined(separator: ": ")
        .swiftLiteral
      body =
        isolation + ["await #expect(processExitsWith: .success, \(told)) {"]
        + body.map(Self.indented)
        + ["}"]
    }
    comment = above.map { "/// \($0.onOneLine)" }
    name = Self.name(of: trace, story)
    self.body = body.map(Self.indented)
  }

  private static func indented(_ line: String) -> String { line.isEmpty ? "" : "  \(line)" }

  /// The promise in a person's words, and what went wrong: findings of one product have different
  /// names.
  private static func name(of trace: Trace, _ story: Story) -> String {
    var promise = story.promise
    if promise.last == "." { promise.removeLast() }
    let isWord = promise.dropFirst().first?.isUppercase != true
    if isWord { promise = promise.prefix(1).lowercased() + promise.dropFirst() }
    let unusual = [(trace.setting, "open"), (trace.design, "published")].filter { $0.0 != $0.1 }
      .map(\.0)
    let place = ([trace.culprit] + unusual).joined(separator: ", ")
    let name = "\(trace.product): \(promise) (\(place))".onOneLine
    // What no name may hold.
    return name.replacing("`", with: "'").replacing("\\", with: "/")
  }
}

extension Registry {
  /// The test of a finding that is still there.
  ///
  /// - Throws: a `TraceError` that says why there is none.
  package func test(of trace: Trace, telling story: Story) throws(TraceError) -> EmittedTest {
    guard let product = product(named: trace.product),
      let live = try specification(of: trace) as? any LiveCheckable
    else {
      throw TraceError(
        "\(trace.product) is no app: 'check(_:)' is its test, and takes the trace with SPEC_REPLAY")
    }
    if trace.property == LiveDivergence.property {
      throw TraceError(
        "\(trace.property) is about live code beside a model: 'check(live:against:)' is its test, "
          + "and takes the trace with SPEC_REPLAY")
    }
    return try live.test(of: trace, story, product)
  }
}

extension LiveCheckable {
  private typealias P = System.P

  /// A test that gets at the app or the product by the expression that its owner gave, else by its
  /// name.
  fileprivate func test(
    of trace: Trace, _ story: Story, _ product: RegisteredProduct
  ) throws(TraceError) -> EmittedTest {
    var source = SwiftSource()
    source.note(moduleOf: Scenario<System>.self)
    let variable = isExplored ? "app" : "model"
    let promise = trace.property.swiftLiteral
    if let values = trace.values {
      guard let json = try? JSONValue(encoding: values) else {
        throw TraceError("values cannot be written")
      }
      let setup = try self.setup(
        trace, product, &source, variable: "\(variable)", isScenario: false)
      let verdict = [
        "let breach = try await \(variable).breach(", "  of: \(promise),",
        "  inValuesAsJSON: \(json.text.rawSwiftLiteral))",
      ]
      return EmittedTest(trace, story, source.modules, setup: setup, steps: [], verdict: verdict)
    }
    let setup = try self.setup(trace, product, &source, variable: variable, isScenario: true)
    let metBefore = AppQuestions.ofProcess.metCount
    var path = Path<System>(
      initial: trace.initial ?? 0, labels: try specification.labels(of: trace).labels)
    _ = try? specification.run(along: &path, written: trace.labels ?? [])
    let steps = zip(path.labels, trace.labels ?? []).map { label, written in
      let call = source.call(for: label)
      if call != nil && label.namesModel { source.note(moduleOf: Fault.self) }
      return "\(variable).\(call ?? "take(json: \(written.text.rawSwiftLiteral))")"
    }
    if AppQuestions.ofProcess.mayTrap {
      // What the test does: another trace may have shown the trap.
      let wanted = (trace.labels ?? []).map { WantedStep<System>(written: $0.text) }
      _ = try? specification.breach(of: trace.property, after: wanted)
    }
    return EmittedTest(
      trace, story, source.modules, setup: setup + [""], steps: steps,
      verdict: ["let breach = try await \(variable).breach(of: \(promise))"],
      isolated: AppQuestions.ofProcess.metCount > metBefore)
  }

  /// The lines that make the scenario; for values, which have no steps, the specification.
  private func setup(
    _ trace: Trace, _ product: RegisteredProduct, _ source: inout SwiftSource, variable: String,
    isScenario: Bool
  ) throws(TraceError) -> [String] {
    let system = specification.system
    let app = (system.product as? any DerivedFromApp)?.typeOfApp
    guard let name = source.name(of: app ?? P.self) else {
      throw TraceError("a test cannot name the type \(String(reflecting: app ?? P.self))")
    }
    if let expression = product.expression {
      source.note(expression.modules)
      let design = trace.design == "published" ? "" : "design: \(trace.design.swiftLiteral), "
      let scope = specification.identity.scope
      let isNamed = (try? product.writtenScope(scope)) == trace.scope
      let bounds =
        isNamed
        ? "scope: \(scope.swiftLiteral)" : "scopeAsJSON: \(trace.scope.text.rawSwiftLiteral)"
      let call = "\(isNamed ? "" : "try ")\(expression.text).specification(\(design)\(bounds))"
      if !isScenario { return ["let \(variable) = try #require(\(call))"] }
      source.note(moduleOf: RuntimeSystem<P>.self)
      source.note(moduleOf: Specification<System>.self)
      let type = "RuntimeSystem<\(app == nil ? name : "DerivedProduct<\(name)>")>"
      return [
        "let specification = \(call)",
        "var \(variable) = Scenario(try #require(specification as? Specification<\(type)>))",
      ]
    }
    let remedy: ErrorText = "say how a test gets at it: RegisteredProduct(…).reached(by:importing:)"
    if trace.design != "published" {
      throw TraceError(
        "a test of the design '\(trace.design)' is for products that code can get at; \(remedy)")
    }
    let usual = RuntimeProperties(system: system.runtime).allWithValues
    guard usual.contains(where: { $0.name == trace.property }), isScenario else {
      throw TraceError("\(trace.property) is none of the promises of every product; \(remedy)")
    }
    guard let scope = system.scope as? Scope<NoValues>, let bounds = scope.arguments else {
      throw TraceError(
        "the scope '\(system.scope.name)' has values or a world of its own; \(remedy)")
    }
    return [
      "var \(variable) = try Scenario(\(name)()\(bounds.isEmpty ? "" : ", scope: .app(\(bounds))"))"
    ]
  }
}

extension Scope<NoValues> {
  /// The arguments of `Scope.app` that make these bounds; nil where none do.
  fileprivate var arguments: String? {
    guard let usual = try? Scope.app(name: name),
      let same = try? Scope.app(
        name: name, discipline: discipline, mailMax: mailMax, faultsMax: faultsMax,
        relaunchesMax: relaunchesMax, additionsMax: additionsMax), same == self
    else { return nil }
    let numbers = [
      ("mailMax", mailMax, usual.mailMax), ("faultsMax", faultsMax, usual.faultsMax),
      ("relaunchesMax", relaunchesMax, usual.relaunchesMax),
      ("additionsMax", additionsMax, usual.additionsMax),
    ]
    let discipline = discipline == usual.discipline ? [] : ["discipline: .\(discipline.rawValue)"]
    return (discipline + numbers.filter { $0.1 != $0.2 }.map { "\($0.0): \($0.1)" }).joined(
      separator: ", ")
  }
}

/// A product that is an app.
private protocol DerivedFromApp {
  var typeOfApp: Any.Type { get }
}

extension DerivedProduct: DerivedFromApp {
  fileprivate var typeOfApp: Any.Type { A.self }
}

/// Something that is done by dispatching an action.
private protocol Dispatching {
  var dispatched: Any { get }
}

extension Interaction: Dispatching {
  fileprivate var dispatched: Any { action }
}

extension RuntimeLabel {
  /// Whether the call for it says more than the modules of its values.
  fileprivate var namesModel: Bool {
    switch self {
    case .gesture(_, nil), .deliver, .complete, .perform(_, _, nil): false
    default: true
    }
  }
}

extension SwiftSource {
  /// The call of a scenario's method that takes a step; nil where a value of it has no source.
  fileprivate mutating func call<P: Product>(for label: RuntimeLabel<P>) -> String? {
    func number(_ occurrence: Int) -> String {
      occurrence == 0 ? "" : ", number: \(occurrence + 1)"
    }
    switch label {
    case .gesture(let interaction as any Dispatching, nil):
      return expression(of: interaction.dispatched).map { "dispatch(\($0))" }
    case .gesture(let gesture, nil): return expression(of: gesture).map { "gesture(\($0))" }
    case .deliver: return "deliver()"
    case .perform(let operation, let occurrence, let fault):
      let fault = fault.map { ", fault: .\($0)" } ?? ""
      return self.operation(operation).map { "perform(\($0)\(fault)\(number(occurrence)))" }
    case .complete(let operation, let occurrence):
      return self.operation(operation).map { "complete(\($0)\(number(occurrence)))" }
    case .occur(let event):
      if event as? AppOccurrence == .goesOn { return "goOn()" }
      return expression(of: event).map { "take(.occur(\($0)))" }
    case .windowGesture(let gesture, let window):
      return expression(of: gesture).map { "take(.windowGesture(\($0), window: \(window)))" }
    case .arrive(let operation): return expression(of: operation).map { "take(.arrive(\($0)))" }
    case .drain(let window, let subscription):
      return "take(.drain(window: \(window), subscription: \(subscription.swiftLiteral)))"
    case .render(let window): return "take(.render(window: \(window)))"
    case .closeWindow(let window): return "take(.closeWindow(\(window)))"
    case .openWindow: return "take(.openWindow)"
    case .relaunch: return "take(.relaunch)"
    default: return nil
    }
  }

  private mutating func operation(_ operation: some Any) -> String? {
    (operation as? GateCall)?.phrase.swiftLiteral ?? expression(of: operation)
  }
}
