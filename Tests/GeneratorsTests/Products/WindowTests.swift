import Generators
import Model
import Testing
@testable import ReferenceProducts

@testable import Spec
@testable import SpecRunner

/// What windows add: what people can do, what is shown late, and windows that are alike.
@Suite struct WindowTests {
  private func animals(
    _ scope: String, design: String = "published",
    _ change: (inout Scope<Animals.Values>) throws -> Void = { _ in }
  ) throws -> RuntimeSystem<Animals> {
    let example = CatalogueCase(product: "animals", design: design, scope: scope)
    let known = try #require(try example.specification() as? Specification<RuntimeSystem<Animals>>)
    var scope = known.system.scope
    try change(&scope)
    return RuntimeSystem(product: known.system.product, scope: scope)
  }

  // MARK: Equal windows

  /// A system that looks at every order of windows.
  private struct Unreduced<P: Product>: TransitionSystem {
    let base: RuntimeSystem<P>
    var initialStates: [RuntimeState<P>] { base.initialStates }
    var expansion: Expansion<Self> { Expansion { _ in Wrapped(base: base.makeExpansion()) } }

    private final class Wrapped: Expander {
      typealias System = Unreduced<P>
      let base: any Expander<RuntimeSystem<P>>
      init(base: any Expander<RuntimeSystem<P>>) { self.base = base }
      var rows: any RowExpander { base.rows }
      func row(of state: RuntimeState<P>) -> Row { base.row(of: state) }
      func state(of row: Row) -> RuntimeState<P> { base.state(of: row) }
      func label(of transition: UInt32) -> RuntimeLabel<P> { base.label(of: transition) }
      func kind(of transition: UInt32) -> String { base.kind(of: transition) }
      func makeFresh() -> any Expander<System> { Wrapped(base: base.makeFresh()) }
      func view(
        of row: Row, at moment: Moment, recording recorder: ReadRecorder?
      ) -> RuntimeState<P> {
        base.state(of: row)
      }
    }

    typealias State = RuntimeState<P>
    typealias Label = RuntimeLabel<P>
  }

  private func counts<P: Product>(_ system: RuntimeSystem<P>) -> (
    reduced: Statistics, whole: Statistics
  ) {
    (
      Explorer(system: system, properties: []).run().statistics,
      Explorer(system: Unreduced(base: system), properties: []).run().statistics
    )
  }

  /// Windows open at the end, and yet every order comes about: any of them can go back to how it
  /// looked.
  @Test(arguments: [false, true])
  func `representatives stand for every order of their windows`(_ opensAndCloses: Bool) throws {
    let quiet = ["openReloadAlert", "openDeleteAlert", "openEditor"]
    let (reduced, whole) = counts(
      try animals("window") {
        let bounds = try WindowBounds(countMax: 2, opensAndCloses: opensAndCloses, leavesOut: quiet)
        $0 = try $0.with(faultsMax: 0, relaunchesMax: 0, windows: bounds)
      })
    #expect(reduced.symmetricStateCount == whole.stateCount)
    #expect(reduced.stateCount < whole.stateCount)
    #expect(reduced.depth == whole.depth)
  }

  @Test func `a counterexample among representatives replays with every window at its place`()
    throws
  {
    let system = try animals("window") {
      let bounds = try WindowBounds(countMax: 2, leavesOut: ["openReloadAlert", "openDeleteAlert"])
      $0 = try $0.with(relaunchesMax: 0, windows: bounds)
    }
    let properties = AnimalsProperties.all(system).filter { $0.name == "draft.kept" }
    let found = Explorer(system: system, properties: properties).run()
    #expect(!found.findings.isEmpty)
    for finding in found.findings {
      let run = try Replayer(system: system).replay(finding.path)
      #expect(run.states.count == finding.path.labels.count + 1)
    }
  }

  // MARK: What people do

  @Test func `a window that has just opened can only appear`() throws {
    let system = try animals("window")
    let state = try #require(system.initialStates.first)
    let store = try #require(state.state)
    let offered = state.windows.map {
      system.gestures(in: $0, showing: system.display(of: $0, in: store))
    }
    #expect(offered == [[.categoryListAppears]])
  }

  @Test func `a new editor takes the first placeholder that nobody uses`() throws {
    let system = try animals("saves")
    var window = Animals.Window()
    var state = Animals.State()
    state.animals.queue["placeholder 1"] = .success
    let nothing = Display { _ in nil }
    let gestures: [Animals.WindowGesture] = [
      .openNewEditor, .fillIn(name: "Dog", diet: .carnivore, categoryId: "Mammal"),
    ]
    for gesture in gestures {
      _ = system.product.handle(gesture, in: &window, showing: nothing)
      system.product.assignIds(in: &window, besides: [Animals.Window()], state: state)
    }
    let saved = system.product.handle(.save, in: &window, showing: nothing)
    #expect(
      saved == .addAnimal(id: "placeholder 2", name: "Dog", diet: .carnivore, categoryId: "Mammal"))
    #expect(window.editor?.id == "placeholder 2")
  }

  @Test func `new editors of two windows have placeholders of their own`() {
    let product = Animals()
    var windows = [Animals.Window(), Animals.Window()]
    for place in windows.indices {
      _ = product.handle(.openNewEditor, in: &windows[place], showing: Display { _ in nil })
      product.assignIds(in: &windows[place], besides: [windows[1 - place]], state: Animals.State())
    }
    #expect(windows.map { $0.editor?.id } == ["placeholder 1", "placeholder 2"])
  }

  // MARK: Controls

  @Test(arguments: [
    ("animals", ["saves", "adding", "alerts", "pair"]), ("quakes", ["sorts", "window", "moved"]),
  ])
  func `every window enables what the table of controls says`(_ product: String, _ scopes: [String])
    throws
  {
    for scope in scopes where !CatalogueCase.heavyScopes.contains(scope) {
      let report = try Explored.report(product, scope)
      let enabled = try #require(report.results.first { $0.property.name == "control.enabled" })
      #expect(enabled.verdict == .holds, "\(scope)")
    }
  }

  #if !DEBUG
    @Test(arguments: ["animals", "quakes"], ["forms", "lag"])
    func `every window of a large scope enables what the table of controls says`(
      _ product: String, _ scope: String
    ) throws {
      let example = CatalogueCase(product: product, scope: scope)
      let report = try example.specification().check { $0 == "control.enabled" }
      #expect(report.results.map(\.verdict) == [.holds])
    }
  #endif

  // MARK: Presentations

  /// A detail that shows an animal, or, the animal gone, a hint.
  private static func detail(showing id: String?) -> Display {
    Display { name in
      switch name {
      case "AnimalDetail.animal":
        Output(id.map { Animal(animalId: $0, name: $0, diet: .carnivore, categoryId: "Mammal") })
      case "AnimalDetail.animal.category": Output(id.map { _ in Category(categoryId: "Mammal") })
      default: nil
      }
    }
  }

  /// The window after Dog goes, and after Cat is shown.
  @Test(
    arguments: [
      (Animals.Presentations.keepFlag, nil, "Cat"), (.clearFlag, nil, nil), (.stayUp, "Dog", "Dog"),
    ] as [(Animals.Presentations, String?, String?)])
  func `a presentation hangs on its branch as the scope says`(
    _ presentations: Animals.Presentations, _ whenGone: String?, _ whenNext: String?
  ) {
    let product = Animals(presentations: presentations)
    for gesture in [Animals.WindowGesture.openDeleteAlert(id: "Dog"), .openEditor(id: "Dog")] {
      var window = Animals.Window()
      _ = product.handle(gesture, in: &window, showing: Self.detail(showing: "Dog"))
      var last = Rendering(window: window, display: Self.detail(showing: "Dog"))
      let shown = [nil, "Cat"].map { (id: String?) -> String? in
        let now = Rendering(window: window, display: Self.detail(showing: id))
        product.refresh(&window, from: last, to: now)
        last = now
        if case .deleteAlert(let id) = window.modal { return id }
        return window.editor?.id
      }
      #expect(shown == [whenGone, whenNext])
    }
  }

  @Test func `a presentation that comes up again waits for the one that is up`() {
    let product = Animals()
    var window = Animals.Window()
    window.hidden = [.deleteAlert]
    window.modal = .reloadAlert
    let showsCat = Self.detail(showing: "Cat")
    let last = Rendering(window: window, display: showsCat)
    product.refresh(&window, from: last, to: last)
    #expect(window.modal == .reloadAlert)
    _ = product.handle(.dismissAlert, in: &window, showing: showsCat)
    product.refresh(&window, from: last, to: Rendering(window: window, display: showsCat))
    #expect(window.modal == .deleteAlert(id: "Cat"))
    #expect(window.hidden == [])
  }

  // MARK: What is shown

  @Test(
    arguments: ["list-without-id", "dependency-misses-name", "filter-forgets-old-category"].sampled(
      3))
  func `a defect of a subscription makes a window show something stale`(_ mutant: String) throws {
    let published = try Explored.report("animals", "late")
    #expect(published.findings.allSatisfy { $0.property != "view.fresh" })
    let example = CatalogueCase(product: "animals", design: "mutant(\(mutant))", scope: "late")
    let stale = try example.explored().findings.filter { $0.property == "view.fresh" }
    #expect(stale.map(\.culprit) == ["AnimalList.animals.values"])
  }

  @Test func `windows that show everything at once and windows that lag nothing show the same`()
    throws
  {
    let quiet = ["openReloadAlert", "openDeleteAlert"]
    let atOnce = try animals("late") {
      $0 = try $0.with(windows: WindowBounds(countMax: 1, leavesOut: quiet))
    }
    let cached = try animals("late") {
      $0 = try $0.with(windows: WindowBounds(countMax: 1, lagging: [], leavesOut: quiet))
    }
    let counts = [atOnce, cached].map { Explorer(system: $0, properties: []).run().statistics }
    #expect(counts[0].stateCount == counts[1].stateCount)
    #expect(counts[0].stepCount == counts[1].stepCount)
  }

  // MARK: Stories

  @Test func `a story tells what a window shows in the words of the product`() throws {
    let trace = try Trace(
      path: Package.path("traces/animals/published/windows/draft.kept--render.json"))
    let story = try #require(try Registry.catalogue.grade(trace).story).text
    #expect(
      story.contains("window 1 shows AnimalList.animals.values: nothing → 'Dog', Carnivore, Mammal")
    )
    #expect(story.contains("window 1 shows AnimalEditor.animal.status: nothing → success"))
    #expect(!story.contains("Optional"))
  }
}
