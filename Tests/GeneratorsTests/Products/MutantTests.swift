import Model
import Spec
import Testing
@testable import Generators
@testable import ReferenceProducts
@testable import SpecRunner

/// Designs with one planted defect: the suite is worth as much as it catches of them.
@Suite struct MutantTests {
  /// A mutant, a small scope in which it is caught, and properties that catch it there.
  struct Catch: Sendable, CustomTestStringConvertible {
    var example: CatalogueCase
    var properties: [String]

    init(_ product: String, _ mutant: String, _ scope: String, _ properties: String...) {
      example = CatalogueCase(product: product, design: "mutant(\(mutant))", scope: scope)
      self.properties = properties
    }

    var testDescription: String { example.testDescription }
  }

  static let table = [
    Catch("counter", "increment-by-two", "zero", "counter.exact", "counter.inverse"),
    Catch("counter", "wrap-around", "top", "counter.exact"),
    Catch("counter", "stuck-at-zero", "zero", "counter.exact", "counter.inverse"),
    Catch("counter", "decrement-is-gone-from-zero-down", "windows", "control.enabled"),
    Catch("counter", "three-below-zero-is-shown-as-three", "windows", "view.fresh"),
    Catch("counter", "closing-closes-what-is-alike", "windows", "window.alone"),
    Catch("animals", "closing-closes-what-is-alike", "closing", "window.alone"),
    Catch("animals", "request-arrives-twice", "killed", "request.once"),
    Catch("animals", "third-launch-loses-a-row", "seven", "memory.durable", "contract(store)"),
    Catch("animals", "editor-follows-the-diet", "fields", "form.opened"),
    Catch(
      "animals", "fetch-leaves-waiting", "kills", "operation.answered", "queue.consistent",
      "recovery.possible", "relaunch.sound"),
    Catch(
      "animals", "reload-merges", "adds", "animals.samples", "memory.durable", "recovery.possible",
      "selector.pure"),
    Catch(
      "animals", "add-under-placeholder", "adds", "animals.key", "animals.placeholder",
      "memory.durable", "recovery.possible"),
    Catch(
      "animals", "delete-at-once", "overtaking", "failure.shown", "filter.sound(animals.values)",
      "operation.answered", "queue.consistent", "recovery.possible"),
    Catch(
      "animals", "failure-as-success", "faults", "animals.reference", "failure.shown",
      "memory.durable"),
    Catch(
      "animals", "appear-fetches-again", "overtaking", "operation.answered", "queue.consistent",
      "recovery.possible"),
    Catch(
      "animals", "crash-on-update", "overtaking", "reducer.total", "recovery.possible",
      "runtime.crash"),
    Catch("animals", "filter-forgets-old-category", "overtaking", "filter.sound(animals.values)"),
    Catch("animals", "filter-drops-reload", "overtaking", "filter.sound(categories.values)"),
    Catch("animals", "list-without-id", "late", "view.fresh"),
    Catch(
      "animals", "dependency-misses-name", "late", "dependency.sound(animals.values)",
      "view.fresh"),
    Catch("animals", "listener-ignores-guard", "calm", "operation.once", "queue.consistent"),
    Catch(
      "animals", "listener-forgets-reload", "overtaking", "operation.answered", "operation.once",
      "queue.consistent", "recovery.possible"),
    Catch(
      "animals", "completion-swallows-failure", "faults", "failure.shown", "operation.answered",
      "queue.consistent"),
    Catch("animals", "delete-keeps-row", "calm", "memory.durable", "recovery.possible"),
    Catch(
      "animals", "add-inserts-twice", "adds", "memory.durable", "animals.delete.final",
      "filter.sound(animals.values)", "recovery.possible"),
    Catch(
      "animals", "reload-keeps-added", "adds", "animals.samples", "memory.durable",
      "recovery.possible"),
    Catch("animals", "save-enabled-while-waiting", "adding", "control.enabled"),
    Catch("animals", "save-enabled-without-category", "adding", "control.enabled"),
    Catch("animals", "edit-enabled-while-waiting", "window", "control.enabled"),
    Catch("animals", "save-enabled-without-name", "adding", "control.enabled"),
    Catch("animals", "save-disabled-for-spaces", "adding", "control.enabled"),
    Catch("animals", "first-category-stays", "adding", "selection.kept"),
    Catch("animals", "reload-disabled-after-failure", "adding", "control.enabled"),
    Catch("animals", "add-disabled", "adding", "control.enabled"),
    Catch("animals", "cancel-disabled-while-waiting", "window", "control.enabled"),
    Catch("animals", "delete-first", "alerts", "control.target"),
    Catch("animals", "swipe-deletes-first", "alerts", "control.target"),
    Catch("animals", "swipe-does-nothing", "alerts", "control.target"),
    Catch("animals", "alert-for-first", "alerts", "control.target"),
    Catch("animals", "delete-alert-stays", "alerts", "presentation.ends"),
    Catch("animals", "alert-cannot-be-dismissed", "alerts", "presentation.ends"),
    Catch("animals", "reload-alert-stays", "alerts", "presentation.ends"),
    Catch("animals", "save-opening-value", "window", "save.faithful"),
    Catch("animals", "new-editors-share-an-id", "adds", "form.opened"),
    Catch("animals", "save-always-adds", "alerts", "save.faithful"),
    Catch("animals", "editor-opens-empty", "window", "form.opened"),
    Catch("animals", "new-editor-opens-filled", "adding", "form.opened"),
    Catch("animals", "editor-stays-after-success", "window", "presentation.ends"),
    Catch("animals", "editor-closes-on-failure", "window", "presentation.ends"),
    Catch("animals", "new-form-cleared-after-failure", "saves", "form.opened"),
    Catch("animals", "alert-comes-back-as-editor", "shared", "presentation.asked"),
    Catch("animals", "alert-closes-when-list-changes", "alerts", "presentation.ends"),
    Catch("animals", "selection-cleared-on-delete", "alerts", "selection.kept"),
    Catch("animals", "category-clears-animal", "alerts", "selection.kept"),
    Catch("animals", "deselecting-does-nothing", "alerts", "selection.kept"),
    Catch("animals", "appears-on-each-render", "alerts", "appear.once"),
    Catch("animals", "list-appears-with-each-animal", "alerts", "appear.once"),
    Catch("animals", "detail-shows-first", "alerts", "view.fresh"),
    Catch("animals", "failure-shown-as-success", "window", "view.fresh"),
    Catch("quakes", "withdrawn-stays", "kills", "quakes.positive"),
    Catch("quakes", "negative-shown", "calm", "quakes.positive"),
    Catch("quakes", "kept-under-name", "kills", "quakes.key"),
    Catch("quakes", "refresh-twice", "calm", "operation.once", "queue.consistent"),
    Catch("quakes", "failure-as-success", "faults", "failure.shown"),
    Catch("quakes", "crash-on-empty", "calm", "runtime.crash", "reducer.total"),
    Catch(
      "quakes", "filter-drops-delete-all", "calm", "filter.sound(quakes)",
      "filter.sound(quakes.values)"),
    Catch("quakes", "filter-drops-local-fetch", "kills", "filter.sound(quakes)"),
    Catch("quakes", "listener-ignores-guard", "calm", "operation.once"),
    Catch("quakes", "listener-forgets-delete-all", "calm", "operation.once", "memory.durable"),
    Catch("quakes", "sync-forgets-updates", "calm", "memory.durable"),
    Catch("quakes", "completion-swallows-failure", "faults", "failure.shown", "operation.answered"),
    Catch("quakes", "delete-keeps-row", "calm", "memory.durable"),
    Catch("quakes", "sync-keeps-first", "calm", "memory.durable"),
    Catch("quakes", "sync-keeps-deleted", "calm", "memory.durable"),
    Catch("quakes", "sync-keeps-backups", "calm", "memory.durable"),
    Catch("quakes", "delete-all-enabled-at-zero", "sorts", "control.enabled"),
    Catch("quakes", "sort-enabled-without-quakes", "sorts", "control.enabled"),
    Catch("quakes", "delete-selected-deletes-first", "sorts", "control.target"),
    Catch("quakes", "sorting-does-nothing", "sorts", "control.target"),
    Catch("quakes", "selection-cleared-on-delete", "sorts", "selection.kept"),
    Catch("quakes", "map-ignores-list", "sorts", "quakes.selection.agree"),
    Catch("quakes", "appears-on-each-search", "window", "appear.once"),
    Catch("quakes", "week-asks-for-month", "sorts", "control.target"),
    Catch("quakes", "opens-with-a-text", "calendar", "window.opened"),
    Catch("quakes", "sync-half-done", "calm", "operation.atomic"),
    Catch("quakes", "closing-closes-what-is-alike", "opening", "window.alone"),
    Catch("quakes", "selection-goes-when-its-quake-moves", "moved", "selection.kept"),
  ]

  /// Mutants that drawn values show, each with what is broken: no run in a small scope needs to.
  static let byValues = [
    ("counter", "wraps-at-32-bits", "contract(reducer)"),
    ("animals", "delete-of-the-last-of-seven-takes-another", "contract(store)"),
    ("animals", "delete-looks-at-eighty-letters", "contract(store)"),
    ("animals", "eighth-animal-is-not-listed", "contract(selectors)"),
    ("quakes", "alike-quakes-are-listed-once", "contract(selectors)"),
    ("quakes", "seventh-quake-is-not-saved", "contract(store)"),
    ("animals", "fetch-takes-five", "contract(store)"),
    ("animals", "update-touches-last-row", "contract(store)"),
    ("animals", "reload-answers-each-category-once", "contract(store)"),
    ("animals", "failure-gets-words", "contract(store)"),
    ("animals", "list-sorted-by-id", "contract(selectors)"),
    ("animals", "ids-ignore-case", "contract(selectors)"),
    ("animals", "category-looked-up-by-name", "contract(selectors)"),
    ("quakes", "sync-ignores-names", "contract(listener)"),
    ("quakes", "feed-looks-at-last-name", "contract(store)"),
    ("quakes", "fetch-takes-twenty", "contract(store)"),
    ("quakes", "search-ignores-case", "contract(selectors)"),
    ("quakes", "search-finds-beginnings", "contract(selectors)"),
    ("quakes", "search-ids-ignore-case", "contract(selectors)"),
    ("quakes", "search-dependency-ignores-names", "contract(selectors)"),
    ("quakes", "list-shows-twenty", "contract(selectors)"),
    ("quakes", "fetch-shows-a-hundred", "contract(reducer)"),
    ("quakes", "days-of-another-zone", "contract(selectors)"),
    ("quakes", "band-begins-an-ulp-later", "contract(format)"),
    ("quakes", "sync-inserts-each-once", "contract(listener)"),
    ("quakes", "search-misses-line-ends", "contract(selectors)"),
    ("quakes", "sync-deletes-first", "contract(store)"),
    ("quakes", "delete-removes-one-row", "contract(store)"),
    ("quakes", "selections-swap", "contract(windows)"),
    ("quakes", "sorting-is-disabled-while-waiting", "contract(windows)"),
  ]

  @Test(arguments: byValues)
  func `a mutant of one function is caught by its definition`(
    name: String, mutant: String, property: String
  ) throws {
    let product = try #require(Registry.catalogue.product(named: name))
    let known = try KnownOfValues.names(of: name)
    func news(_ report: GeneratedValuesReport) -> [CheckReport.Finding] {
      report.findings.filter {
        !known.contains(FindingName(property: $0.property, culprit: $0.culprit))
      }
    }
    let report = product.checkValuesUnshrunk(
      design: "mutant(\(mutant))", ValuePlan(runCount: 400), only: { $0 == property },
      until: { !news($0).isEmpty })
    #expect(!news(try #require(report)).isEmpty, "\(mutant)")
  }

  /// The operators of the mutation table plant it.
  @Test func `a refusal that is swallowed is caught by the definition of refusals`() throws {
    try `a mutant of one function is caught by its definition`(
      name: "animals", mutant: "swallows-didUpdateAnimal-failure", property: "contract(refusals)")
  }

  @Test func `every mutant that is written by hand stands in a table once`() {
    let mutants = [
      ("counter", Counter.mutants.map(\.name)), ("animals", AnimalsMutants.written.map(\.name)),
      ("quakes", QuakesMutants.written.map(\.name)),
    ]
    let tried =
      Self.table.map { "\($0.example.product) \($0.example.design)" }
      + Self.byValues.map { "\($0.0) mutant(\($0.1))" }
    #expect(
      tried.sorted()
        == mutants.flatMap { product, names in names.map { "\(product) mutant(\($0))" } }.sorted())
  }

  /// A mutant is caught by a finding that the published design does not have in the same scope.
  @Test(arguments: table.sampled(72))
  func `a mutant is caught`(_ expected: Catch) throws {
    let example = expected.example
    let published = try Explored.report(example.product, example.scope)
    let report = try example.explored()
    let known = Set(published.findings.map(\.name))
    let caught = Set(report.findings.filter { !known.contains($0.name) }.map(\.property))
    #expect(report.reason == .exhausted)
    #expect(Set(report.findings.map(\.trace.ledgerPath)).count == report.findings.count)
    #expect(!caught.isEmpty, "\(example.product) \(example.design) survives \(example.scope)")
    #expect(
      caught.isSuperset(of: expected.properties),
      "\(example.design) escapes \(Set(expected.properties).subtracting(caught).sorted())")
  }
}
