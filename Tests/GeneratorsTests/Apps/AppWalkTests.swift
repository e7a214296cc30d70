import Dispatch
import Foundation
import Spec
import Synchronization
import Testing
@testable import ReferenceProducts

@testable import Model

/// Running apps that walk on once they have taken a step.
struct AppWalkTests {
  private typealias Derived = DerivedProduct<ProductApp<Animals>>
  private typealias State = RuntimeState<Derived>

  /// A step as far as searches tell it from others.
  private struct Step: Hashable {
    let label: RuntimeLabel<Derived>
    let state: State
  }

  /// Animals with a listener that takes the next element before the last answer is there.
  private static func source() throws -> (product: Derived, source: StepSource<Derived>) {
    let written = try CatalogueCase(product: "animals", scope: "overtaking").specification()
    let system = try #require(written as? Specification<RuntimeSystem<Animals>>).system
    let app = ProductApp(
      product: system.product, values: system.scope.values, discipline: system.scope.discipline)
    let scope = system.scope
    let bounds = try Scope(
      name: "app", mailMax: scope.mailMax, faultsMax: scope.faultsMax,
      relaunchesMax: scope.relaunchesMax, additionsMax: scope.additionsMax, values: NoValues())
    let product = DerivedProduct(app)
    return (product, product.source(in: bounds))
  }

  /// The steps out of every state, asked about breadth first or depth first.
  private static func explore(
    _ source: StepSource<Derived>, breadthFirst: Bool, atMost countMax: Int = .max,
    _ steps: (State) -> [ExploredStep<Derived>]
  ) -> [State: [Step]] {
    var found: [State: [Step]] = [:]
    var (waiting, seen) = ([source.start], Set([source.start]))
    while !waiting.isEmpty && found.count < countMax {
      let state = breadthFirst ? waiting.removeFirst() : waiting.removeLast()
      found[state] = steps(state).map { Step(label: $0.label, state: $0.state) }
      for step in found[state] ?? [] where seen.insert(step.state).inserted {
        waiting.append(step.state)
      }
    }
    return found
  }

  /// Who asks depth first is answered by an app that is launched for each step.
  @Test func `walks see what an app sees that takes each step anew`() throws {
    let (walking, anew) = (try Self.source(), try Self.source())
    let breadthFirst = Self.explore(walking.source, breadthFirst: true, walking.source.steps)
    let depthFirst = Self.explore(anew.source, breadthFirst: false, anew.source.steps)
    #expect(breadthFirst == depthFirst && breadthFirst.count > 200)
    #expect(walking.product.complaint == nil && anew.product.complaint == nil)
    #expect(walking.product.launchCount < anew.product.launchCount)
  }

  @Test func `who asks about one state at the same time is told the same steps`() throws {
    let (product, source) = try Self.source()
    let found = Self.explore(source, breadthFirst: true, atMost: 120) { state in
      let answers = Mutex<[[ExploredStep<Derived>]]>([])
      let threads = DispatchGroup()
      let ready = Atomic<Int>(0)
      for _ in 0..<2 {
        DispatchQueue(label: "asker").async(group: threads) {
          ready.add(1, ordering: .relaxed)
          while ready.load(ordering: .relaxed) < 2 { usleep(10) }
          let steps = source.steps(state)
          answers.withLock { $0.append(steps) }
        }
      }
      threads.wait()
      let all = answers.withLock(\.self)
      #expect(Set(all.map { $0.map { Step(label: $0.label, state: $0.state) } }).count == 1)
      return all[0]
    }
    #expect(found.count == 120 && product.complaint == nil)
  }

  /// Threads that work ahead know more where the search is slow.
  @Test func `what a search launches and compares does not depend on how fast it asks`() throws {
    let counts = try [UInt32(0), 3000].map { microseconds in
      let (product, source) = try Self.source()
      _ = Self.explore(source, breadthFirst: true) { state in
        usleep(microseconds)
        return source.steps(state)
      }
      #expect(product.complaint == nil)
      return [product.launchCount, product.comparedCount]
    }
    #expect(counts[0] == counts[1])
  }
}
