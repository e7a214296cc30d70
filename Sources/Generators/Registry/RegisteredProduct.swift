import Foundation
import Model
import Spec
import Synchronization

/// A line of code.
package struct SourceLocation: Hashable, Sendable {
  /// The file.
  package let path: String
  /// The line, from 1.
  package let line: Int
}

/// A product as a runner knows it: its designs, its scopes, and the specifications that they make.
public struct RegisteredProduct: Sendable {
  /// The name by which commands pick it.
  public let name: String
  /// The published design first; repairs can be joined by "+" beside.
  package let designs: [String]
  /// Whether a name is that of a design.
  package let hasDesign: @Sendable (String) -> Bool
  /// The repairs, each with what it changes.
  package let repairs: [(name: String, words: String)]
  /// In the order in which a check takes them.
  package let scopes: [String]
  /// The scopes that a check explores when none is named.
  package let defaultScopes: [String]
  /// Small scopes, for a check of a few seconds.
  package let quickScopes: [String]
  /// The scopes that are too large to be exhausted: random runs go there too, and 'all' leaves them
  /// out.
  package let vastScopes: [String]
  /// The kinds of gestures in windows, which should all fire.
  package let controls: [String]
  /// What cannot fire, as "status: list failure", each with the reason.
  package let unreachable: [String: String]
  /// Why it cannot be explored, on one line.
  package let complaint: String?
  /// Where it is registered.
  package let source: SourceLocation
  /// Whether it is a running app that takes every step itself.
  package var isApp = false
  /// How code gets at it; nil where it is not said.
  private(set) var expression: Expression?
  /// Whether it is told what fires; a system that is no app has branches and statuses of its own
  /// making.
  package private(set) var hasReach = true
  /// Whether a promise counts; all do unless a reader wants to know what the others tell.
  package var counts: @Sendable (_ promise: String) -> Bool = { _ in true }
  private let specify:
    @Sendable (
      _ design: String, _ scope: JSONValue, DesignDifference?, _ counts: (String) -> Bool
    ) throws -> (any Checkable)?
  private let nameValues:
    @Sendable (
      _ design: String, _ count: Int, DesignDifference?, _ counts: (String) -> Bool, () -> Bool
    ) -> Set<FindingName>
  private let askValues:
    @Sendable (String, ValuePlan, (String) -> Bool, GeneratedValuesReport.Stop) ->
      GeneratedValuesReport?
  /// Draws what a trace of values tells by its choices, so that its texts are known here.
  private(set) var learnValues: @Sendable (_ choices: [Int]) -> Void = { _ in }
  let writtenScope: @Sendable (_ name: String) throws -> JSONValue?
  private let findUntouched: @Sendable (_ scopes: [String]) -> Untouched
  private let findChoices: @Sendable (_ scope: JSONValue) throws -> ScopeChoices

  /// Registers a product.
  ///
  /// - Parameters:
  ///   - name: the name by which commands pick it, and its traces' folder.
  ///   - makeScopes: the bounds within which it can be explored. One that makes no sense leaves the
  ///     product without scopes, and a runner says so.
  ///   - defaultScopes: the names of those that a check explores when none is named; all by
  ///     default.
  ///   - quickScopes: the names of those that `check --quick` explores; the default ones by
  ///     default.
  ///   - vastScopes: the names of those that are too large to be exhausted.
  ///   - controls: the kinds of gestures in windows; a check says which of them never fired.
  ///   - unreachable: what cannot fire, in a check's words such as "status: list failure", and why.
  ///   - mutants: designs with a planted defect, each to be named with `--design`.
  ///   - repairs: changes that cure a defect each, to be named alone or together with `--design`.
  ///   - properties: what has to hold; what every product promises by default.
  ///   - valuesClauses: what is asked of generated values; what every product promises by default.
  ///   - inputs: how states, actions and parameters are generated; nil where `values` has nothing
  ///     to ask.
  ///   - subject: the app itself, for live runs; the product's own functions on this package's
  ///     runtime by default.
  ///   - file: where it is registered, for reports that point at code.
  ///   - line: the line there.
  ///   - product: the published design, with the values of a scope.
  public init<P: Product>(
    _ name: String, scopes makeScopes: @autoclosure () throws -> [Scope<P.Values>],
    defaultScopes: [String]? = nil, quickScopes: [String]? = nil, vastScopes: [String] = [],
    controls: [String] = [], unreachable: [String: String] = [:],
    mutants: [Mutant<P>] = [], repairs: [Repair<P>] = [],
    properties: @escaping @Sendable (RuntimeSystem<P>) -> [Property<RuntimeSystem<P>>] = {
      RuntimeProperties(system: $0).allWithValues
    },
    valuesClauses: @escaping @Sendable (RuntimeSystem<P>) -> [ValuesClause<P>] = {
      RuntimeProperties(system: $0).valuesClauses
    },
    inputs: Generator<ValuesInput<P>>? = nil, subject: (any LiveSubject<P>)? = nil,
    file: String = #filePath, line: Int = #line, product: @escaping @Sendable (P.Values) -> P
  ) {
    let all = Designs<P>(mutants: mutants, repairs: repairs)
    var scopes: [Scope<P.Values>] = []
    do {
      scopes = try makeScopes()
      let chosen = [defaultScopes ?? [], quickScopes ?? [], vastScopes]
      complaint = RegisteredNames(name, scopes.map(\.name), chosen, mutants, repairs).complaint
    } catch {
      complaint = "the scopes of \(name) make no sense: \(error)"
    }
    (self.name, source) = (name, SourceLocation(path: file, line: line))
    (designs, hasDesign) = (all.names, { all.has($0) })
    (self.repairs, self.scopes) = (repairs.map { ($0.name, $0.words) }, scopes.map(\.name))
    self.defaultScopes = defaultScopes ?? scopes.map(\.name).filter { !vastScopes.contains($0) }
    self.quickScopes = quickScopes ?? self.defaultScopes
    (self.vastScopes, self.controls, self.unreachable) = (vastScopes, controls, unreachable)
    let compare = { @Sendable in all.design($0, of: product($1), noting: $2) }
    let read = remembering { try ($0 as JSONValue).decodeWhole(as: Scope<P.Values>.self) }
    specify = { design, written, difference, counts in
      let scope = try read(written)
      guard let product = compare(design, scope.values, difference) else { return nil }
      let system = RuntimeSystem(product: product, scope: scope)
      let identity = Identity(
        product: name, design: design, environment: scope.environment.rawValue, scope: scope.name)
      return Specification(
        identity: identity, scope: written, system: system,
        properties: properties(system).filter { counts($0.name) }, teller: Teller.runtime(system),
        means: LiveMeans<RuntimeSystem<P>>(subject: subject))
    }
    @Sendable func drawn(_ design: String, _ difference: DesignDifference?) -> GeneratedValues<P>? {
      guard let inputs, all.has(design) else { return nil }
      return GeneratedValues(
        name: name, design: design, product: { compare(design, $0, difference) },
        clauses: valuesClauses, inputs: inputs)
    }
    askValues = { drawn($0, nil)?.run($1, only: $2, shouldStop: $3) }
    learnValues = { drawn("published", nil)?.learn($0) }
    nameValues = {
      drawn($0, $2)?.findingNames(ValuePlan(runCount: $1), only: $3, until: $4) ?? []
    }
    findChoices = remembering { written in
      let scope = try read(written)
      return ScopeChoices(words: scope.choices, usual: try JSONValue(encoding: scope.usual))
    }
    findUntouched = { [scopes] in Untouched(scopes, $0, controls: controls, product: product) }
    writtenScope = remembering { [scopes] in try Self.written($0, among: scopes) }
  }

  private static func written<V>(_ name: String, among scopes: [Scope<V>]) throws -> JSONValue? {
    try scopes.first { $0.name == name }.map(JSONValue.init(encoding:))
  }

  /// Registers a system that is no app, such as a protocol or a cache, for every command but
  /// `values`, `live`, `mutate` and `defects`.
  ///
  /// - Parameters:
  ///   - name: the name by which commands pick it, and its traces' folder.
  ///   - systems: each under the name of its scope, in the order in which a check takes them.
  ///   - properties: what has to hold.
  ///   - teller: the words; by default those of labels and states themselves.
  ///   - file: where it is registered, for reports that point at code.
  ///   - line: the line there.
  public init<System: TransitionSystem>(
    _ name: String, systems: KeyValuePairs<String, System>, properties: [Property<System>],
    teller: Teller<System> = Teller(), file: String = #filePath, line: Int = #line
  ) {
    let names = systems.map(\.key)
    (self.name, source) = (name, SourceLocation(path: file, line: line))
    complaint =
      names.isEmpty
      ? "\(name) has no system" : RegisteredNames(product: name, scopes: names).complaint
    hasReach = false
    (designs, hasDesign, repairs) = (["published"], { $0 == "published" }, [])
    (scopes, defaultScopes, quickScopes, vastScopes) = (names, names, names, [])
    (controls, unreachable) = ([], [:])
    specify = { design, written, _, counts in
      let scope = try written.decodeWhole(as: SystemScope.self).name
      guard let system = systems.first(where: { $0.key == scope })?.value, design == "published"
      else {
        return nil
      }
      return Specification(
        identity: Identity(product: name, scope: scope), scope: written, system: system,
        properties: properties.filter { counts($0.name) }, teller: teller)
    }
    (askValues, nameValues) = ({ _, _, _, _ in nil }, { _, _, _, _, _ in [] })
    findChoices = { ScopeChoices(words: [], usual: $0) }
    findUntouched = { _ in Untouched() }
    writtenScope = { name in names.contains(name) ? .object(["name": .string(name)]) : nil }
  }
}

/// How the scope of a system is written: it is the system's name.
private struct SystemScope: Codable { let name: String }

extension RegisteredProduct {
  /// Source code that stands for a product.
  struct Expression: Sendable {
    let text: String
    let modules: [String]
  }

  /// The product with the code by which a test gets at it, as `replay --emit-test` prints it.
  ///
  /// It is of use where a type's name and `()` are no instance of it, and for promises and scopes
  /// of its own.
  ///
  /// - Parameters:
  ///   - expression: such as "TodoProducts.model".
  ///   - modules: what a file imports that says so.
  public func reached(by expression: String, importing modules: String...) -> RegisteredProduct {
    var product = self
    product.expression = Expression(text: expression, modules: modules)
    return product
  }

  /// The specification of a design within a named scope; nil when there is no such design or scope.
  public func specification(design: String = "published", scope: String) -> (any Checkable)? {
    guard let written = try? writtenScope(scope) else { return nil }
    return try? specify(design, written, nil, counts)
  }

  /// The specification of a design within a scope written out as in a trace; nil where there is no
  /// design.
  ///
  /// - Throws: a `TraceError` when the scope cannot be read.
  public func specification(
    design: String = "published", scopeAsJSON json: String
  ) throws -> (any Checkable)? {
    do {
      let scope = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
      return try specification(design: design, writtenScope: scope)
    } catch let error as DecodingError {
      throw TraceError("the scope is no JSON: \(Trace.words(of: error))")
    }
  }

  /// The same of a design whose functions are compared with those of the published one.
  func compared(_ design: String, _ scope: String, _ difference: DesignDifference) -> (
    any Checkable
  )? {
    guard let written = try? writtenScope(scope) else { return nil }
    return try? specify(design, written, difference, counts)
  }

  /// The names of what drawn values show, as far as they were asked before it was over.
  func valueFindings(
    _ design: String, _ count: Int, noting difference: DesignDifference? = nil,
    until isOver: () -> Bool = { false }
  ) -> Set<FindingName> {
    nameValues(design, count, difference, counts, isOver)
  }

  /// The specification of a design within a scope written out; nil when there is no such design.
  ///
  /// - Throws: a `TraceError` when the scope cannot be read.
  package func specification(design: String, writtenScope scope: JSONValue) throws(TraceError) -> (
    any Checkable
  )? {
    do {
      // Values that only their text can name are known once the product's own scopes were written.
      for name in scopes { _ = try writtenScope(name) }
      return try specify(design, scope, nil, counts)
    } catch {
      throw TraceError("the scope cannot be read: \(Trace.words(of: error))")
    }
  }

  /// What a scope written out takes for granted about the world; nothing where it cannot be read.
  package func choices(ofWrittenScope scope: JSONValue) -> ScopeChoices {
    (try? findChoices(scope)) ?? ScopeChoices(words: [], usual: scope)
  }

  /// What scopes leave alone; those that are explored by default where none are named.
  package func untouched(inScopes names: [String]? = nil) -> Untouched {
    findUntouched(names ?? defaultScopes)
  }

  /// What a named scope takes for granted about the world; nil when there is no such scope.
  package func choices(ofScope name: String) -> ScopeChoices? {
    (try? writtenScope(name)).map(choices)
  }

  /// Asks the properties of values about generated ones; nil when there is no such design, or
  /// nothing that generates values.
  ///
  /// - Parameters:
  ///   - plan: how many values, from which seed; value k has the seed plus k.
  ///   - filter: whether the property of a name is to be decided; all by default.
  ///   - shouldStop: asked before each value, and while a finding is shrunk; may stop the check.
  package func checkValues(
    design: String = "published", _ plan: ValuePlan, only filter: (String) -> Bool = { _ in true },
    shouldStop: GeneratedValuesReport.Stop = { _, _ in false }
  ) -> GeneratedValuesReport? {
    askValues(design, plan, filter, shouldStop)
  }
}

/// What a scope takes for granted about the world that is not the usual choice.
package struct ScopeChoices: Hashable, Sendable {
  /// Each in words that follow "where".
  package let words: [String]
  /// The scope with the usual choices: equal for scopes that differ in choices alone.
  package let usual: JSONValue
}

/// The answers of a function, each worked out once: a ledger asks about few scopes often.
package func remembering<Question: Hashable & Sendable, Answer: Sendable>(
  _ ask: @escaping @Sendable (Question) throws -> Answer
) -> @Sendable (Question) throws -> Answer {
  let answers = RememberedAnswers<Question, Answer>()
  return { question in
    if let known = answers.known.withLock({ $0[question] }) { return known }
    let answer = try ask(question)
    answers.known.withLock { $0[question] = answer }
    return answer
  }
}

private final class RememberedAnswers<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  let known = Mutex<[Question: Answer]>([:])
}
