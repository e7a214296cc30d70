import Foundation
import Generators
import Model

/// Tells the defects behind findings, and works out which repair cures which.
struct DefectsCommand {
  private let registry: Registry
  private let products: [RegisteredProduct]
  private let directory: String?
  private let isSearching: Bool
  private let saves: Bool
  private let outputs: Outputs
  private let jobCount: Int
  private let secondsMax: Double?

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "defects")
    self.registry = registry
    products = try registry.products(of: arguments)
    if products.allSatisfy(\.repairs.isEmpty) {
      let owners = products.map(\.name).joined(separator: ", ")
      throw UsageError("no repair of \(owners) is known; register the product with 'repairs'")
    }
    directory = arguments.value("--traces")
    isSearching = arguments.has("--search")
    saves = arguments.has("--save")
    jobCount = try arguments.jobCount()
    secondsMax = try arguments.seconds("--limit-time")
    if saves && !isSearching { throw UsageError("--save keeps what a search finds; add --search") }
    if !isSearching,
      let option = ["--jobs", "--limit-time"].first(where: { arguments.value($0) != nil })
    {
      throw UsageError("\(option) is about a search; add --search")
    }
    if arguments.value("--markdown") != nil && !arguments.words.isEmpty {
      throw UsageError("the page of --markdown tells of all products; name none")
    }
    // What cannot be written is told before a long search.
    outputs = try Outputs(arguments, of: registry)
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    var ledger = try Ledger(named: directory, of: registry, about: products, mayBeMade: saves)
    if saves { try ledger.makeFolder() }
    let searched = isSearching ? products.filter { !$0.repairs.isEmpty } : []
    let known = SoFar(Known(ledger: ledger))
    watchdog.limit(secondsMax: secondsMax)
    watchdog.lastWord { try conclude(known.now, searched, Conclusion(endedBy: $0)) }
    for product in searched {
      guard let table = search(product, watchdog) else { continue }
      let before = ledger.defects[product.name]
      if saves { try ledger.save(table) } else { ledger.show(table) }
      known.note { [ledger] in
        $0.ledger = ledger
        $0.searches[product.name] = before == table || saves ? .confirmed : .news(before)
      }
    }
    return try conclude(known.now, searched, Conclusion(watchdog))
  }

  /// What is known while products are searched.
  private struct Known: Sendable {
    var ledger: Ledger
    /// What the searches that came to their end said, by product.
    var searches: [String: DefectsReport.Search] = [:]
  }

  private func conclude(
    _ known: Known, _ searched: [RegisteredProduct], _ conclusion: Conclusion
  ) throws -> Int32 {
    let ledger = known.ledger
    let tables = products.compactMap { ledger.defects[$0.name] }
    let stories = tables.map { DefectStories($0, ledger, stop: conclusion.reason) }
    conclusion.finish()
    var searches = known.searches
    for product in searched where searches[product.name] == nil {
      searches[product.name] = .cutShort
      Surroundings.warn(
        "\(product.name): the search did not come to its end, so what is told is what the ledger "
          + "knows"
      )
    }
    let isThere = FileManager.default.fileExists(atPath: ledger.directory)
    let folder =
      isThere ? "" : "there is no ledger folder '\(ledger.directory.onOneLine)' here, and "
    let missing = products.filter { !$0.repairs.isEmpty && ledger.defects[$0.name] == nil }.map {
      "\($0.name): \(folder)nothing is known of its defects; "
        + "'defects \($0.name) --search --save' works them out"
    }
    return try outputs.write(DefectsReport(stories: stories, missing: missing, searches: searches))
  }

  private func search(_ product: RegisteredProduct, _ watchdog: Watchdog) -> DefectTable? {
    let line = ProgressLine(title: product.name)
    return product.defectTable(
      jobCount: jobCount, show: { line.show(words: $0) },
      isOver: { watchdog.isOver })
  }
}
