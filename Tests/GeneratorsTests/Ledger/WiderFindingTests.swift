import Generators
import Model
import Spec
import Testing
@testable import ReferenceProducts
@testable import SpecRunner

/// A new defect whose finding has the property and the culprit of one that is known.
@Suite struct WiderFindingTests {
  /// Two windows and one category without an animal: all that can be tapped is Reload.
  private func specification(
    enabling:
      @escaping @Sendable ([Animals.WindowGesture], Animals.Window, Display) -> [Animals
      .WindowGesture]
  ) throws -> some Checkable {
    var animals = Animals()
    animals.design.windows.enabling = enabling
    let values = Animals.Values(
      samples: SampleData(categories: [Category(categoryId: "Mammal")], animals: []), additions: [],
      updates: [], deletions: [])
    let scope = try Scope(
      name: "reload", environment: .windows, mailMax: 1,
      windows: WindowBounds(countMax: 2, leavesOut: ["selectCategory"]), values: values)
    let system = RuntimeSystem(product: animals, scope: scope)
    return Specification(
      identity: Identity(product: "animals", environment: "windows", scope: "reload"),
      scope: try JSONValue(encoding: scope), system: system,
      properties: AnimalsProperties.all(system).filter { $0.name == "control.effective" },
      teller: Teller.runtime(system))
  }

  @Test func `Reload that is enabled while waiting is news beside two windows that reload at once`()
    throws
  {
    let published = try specification { controls, _, _ in controls }.check()
    let always = try specification { controls, window, _ in
      let isReady = window.hasCategoryListAppeared && window.modal == nil
      return isReady && !controls.contains(.openReloadAlert)
        ? controls + [.openReloadAlert] : controls
    }.check()
    #expect(published.reason == .exhausted && always.reason == .exhausted)
    #expect(published.findings.map(\.culprit) == ["confirmReload does nothing"])
    #expect(always.findings.map(\.culprit) == ["confirmReload does nothing"])

    let folder = try TemporaryFolder()
    var ledger = try Ledger(directory: folder.path, of: .catalogue)
    for finding in published.findings { _ = try ledger.save(finding.trace) }
    _ = try ledger.saveExtents(of: [published])
    ledger = try Ledger(directory: folder.path, of: .catalogue)
    #expect(ledger.extentNews(of: [published]).wider.isEmpty)
    #expect(!ledger.extentNews(of: [always]).wider.isEmpty)
  }
}
