import Model
import Testing
@testable import Generators
@testable import ReferenceProducts
@testable import Spec
@testable import SpecRunner

/// Definitions ask for what can be observed; and what every product promises tells defects of which
/// nobody wrote a definition.
@Suite struct ObservableTests {
  private static let animals = RegisteredProduct(
    "animals", scopes: [Scope(name: "none", values: AnimalsScopes.values)],
    mutants: [
      Mutant("failed-delete-is-told-as-a-failed-update") { design, _ in
        design.completing = { operation, result in
          if case .deleteAnimal(let id) = operation, case .failure(let failure) = result {
            return .data(.didUpdateAnimal(id: id, result: .failure(text: failure.text)))
          }
          return AnimalsListener.completion(operation, result)
        }
      },
      Mutant("failed-delete-is-told-as-a-failed-fetch") { design, _ in
        design.completing = { operation, result in
          if case .deleteAnimal = operation, case .failure(let failure) = result {
            return .data(.didFetchAnimals(result: .failure(text: failure.text)))
          }
          return AnimalsListener.completion(operation, result)
        }
      },
    ],
    properties: { AnimalsProperties.all($0) },
    valuesClauses: { AnimalsProperties.valuesClauses($0) }, inputs: AnimalsInputs.all
  ) { Animals($0) }

  private enum AnimalsScopes {
    static let values = Animals.Values(
      samples: .published, additions: [], updates: [], deletions: [])
  }

  private static func news(_ product: RegisteredProduct, _ mutant: String) throws -> Set<String> {
    let known = try KnownOfValues.names(of: product.name)
    let report = product.checkValuesUnshrunk(
      design: "mutant(\(mutant))", ValuePlan(runCount: 300),
      only: { $0.hasPrefix("contract(") || $0.hasPrefix("filter.") })
    let names = try #require(report).findings.map {
      FindingName(property: $0.property, culprit: $0.culprit)
    }
    return Set(Set(names).subtracting(known).map(\.property))
  }

  @Test func `a failure may be reported by another action that does the same`() throws {
    #expect(try Self.news(Self.animals, "failed-delete-is-told-as-a-failed-update") == [])
    let news = try Self.news(Self.animals, "failed-delete-is-told-as-a-failed-fetch")
    #expect(news.contains("contract(store)"))
  }

  private static let quakes = RegisteredProduct(
    "quakes",
    scopes: [
      Scope(
        name: "none",
        values: Quakes.Values(
          ranges: [.allHour], payloads: [], countsRefreshes: false, deletions: [], deletesAll: true,
          searches: [Quakes.Search(text: "", date: .distantPast)], sorts: [Quakes.Sort()]))
    ],
    mutants: [
      Mutant("nothing-is-not-synchronized") { design, _ in
        design.noticing = { old, action in
          let notice = QuakesListener.notice(old, action)
          return notice == .received([]) ? nil : notice
        }
      },
      Mutant("appearing-is-heard-whenever-nothing-waits") { design, _ in
        design.noticing = { old, action in
          if case .ui(.quakeListOnAppear) = action, old.quakes.status != .waiting {
            return .appeared
          }
          return QuakesListener.notice(old, action)
        }
      },
      Mutant("nothing-is-not-let-through") { design, _ in
        for family in ["quakes", "quakes.values"] {
          design.aroundSubscriptions(named: family) { list in
            list.filtering { passes, _, action in
              passes && action != .data(.localStoreDidFetchQuakes(result: .success(payload: [])))
            }
          }
        }
      },
    ],
    properties: { QuakesProperties.all($0) }, valuesClauses: { QuakesProperties.valuesClauses($0) },
    inputs: QuakesInputs.all
  ) { Quakes(published: $0) }

  @Test func `an empty payload may be left alone`() throws {
    #expect(try Self.news(Self.quakes, "nothing-is-not-synchronized") == [])
    #expect(try Self.news(Self.quakes, "nothing-is-not-let-through") == [])
  }

  /// Nothing comes of it at once; when a refresh has begun before the listener takes it, a fetch
  /// does.
  @Test func `what may only later lead to something must not be heard`() throws {
    let news = try Self.news(Self.quakes, "appearing-is-heard-whenever-nothing-waits")
    #expect(news.contains("contract(listener)"))
  }

  @Test func `a form can be left although the scope leaves the way out alone`() throws {
    let animals = try #require(Registry.catalogue.product(named: "animals"))
    let written = try #require(try animals.writtenScope("fields"))
    guard case .object(let fields) = written, case .object(let windows)? = fields["windows"],
      case .array(let known)? = windows["leavesOut"]
    else {
      Issue.record("\(written.text)")
      return
    }
    let bounds = JSONValue.object(windows).setting(
      "leavesOut", to: .array(known + [.string("cancelEditor")]))
    let scope = written.setting("windows", to: bounds)
    let specification = try #require(
      try animals.specification(design: "published", writtenScope: scope))
    #expect(specification.check { $0 == "form.left" }.results.map(\.verdict) == [.holds])
  }

  /// Planted by operators; each is told without a definition of the product's own.
  private static let general = [
    ("animals", "cancelEditor-is-disabled", "window", "form.left"),
    ("animals", "cancel-disabled-while-waiting", "window", "form.left"),
    ("animals", "swipeDelete-dispatches-nothing", "alerts", "control.effective"),
    ("animals", "selectAnimal-leaves-its-window", "alerts", "control.effective"),
    ("animals", "refuses-animalListOnAppear", "alerts", "control.effective"),
    ("animals", "save-dispatches-nothing", "alerts", "draft.kept"),
    ("animals", "fetch-takes-five", "seven", "memory.durable"),
    ("quakes", "sync-ignores-names", "moved", "memory.durable"),
  ]

  @Test(arguments: general.sampled(5))
  func `a defect is told by what every product promises`(
    name: String, mutant: String, scope: String, promise: String
  ) throws {
    let example = CatalogueCase(product: name, design: "mutant(\(mutant))", scope: scope)
    let known = Set(try Explored.report(name, scope).findings.map(\.name))
    let found = try example.specification().check(
      only: { $0 == promise }, limits: Limits(stateCountMax: 30_000))
    #expect(found.findings.contains { !known.contains($0.name) })
  }
}
