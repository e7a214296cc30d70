import Model
import Spec
import Synchronization

/// What a repair does to the findings of the published design.
package struct Defect: Hashable, Codable, Sendable {
  /// The repair's name, by which the defect goes too.
  package var repair: String
  /// What the repair changes, as a sentence.
  package var words: String
  /// The findings that go with this repair alone.
  package var cures: [FindingKey] = []
  /// Those that go once the repairs before it are switched on, too, and that none cures alone.
  package var curesWithOthers: [FindingKey] = []
  /// The findings that come with this repair alone.
  package var worsens: [FindingKey] = []
}

/// The defects behind the findings of a product: which repair cures which, by search of the default
/// scopes and by drawn values.
package struct DefectTable: Hashable, JSONFile, Sendable {
  package var product: String
  /// The scopes that were exhausted, for every design.
  package var scopes: [String]
  package var valueCount: Int
  /// The findings of the published design, in order.
  package var findings: [FindingKey]
  package var defects: [Defect]
  /// What all repairs together leave, or bring.
  package var unrepaired: [FindingKey]

  /// To which repair a finding belongs: the first that cures it alone, or else the one with which
  /// it goes; nil where no repair cures it.
  package func repair(of finding: FindingKey) -> String? {
    let defect =
      defects.first { $0.cures.contains(finding) }
      ?? defects.first { $0.curesWithOthers.contains(finding) }
    return defect?.repair
  }

  /// The findings that belong to a repair, or to none, in order.
  package func findings(of repair: String?) -> [FindingKey] {
    findings.filter { self.repair(of: $0) == repair }
  }
}

extension RegisteredProduct {
  /// Works out what each repair cures.
  ///
  /// Every repair is tried alone. What none cures is looked for again with the first two together,
  /// the first three, and so on.
  ///
  /// - Parameters:
  ///   - scopes: the scopes to look at; the default scopes by default.
  ///   - valueCount: how many values are drawn, from seed 0 on.
  ///   - jobCount: how many threads explore.
  ///   - show: told now and then what is looked at.
  /// - Returns: nil where somebody ended it, or a scope cannot be exhausted.
  /// - Complexity: as many searches of each scope as there are repairs, twice where some findings
  ///   take several.
  package func defectTable(
    scopes: [String]? = nil, valueCount: Int = 1500, jobCount: Int,
    show: @escaping @Sendable (String) -> Void,
    isOver: @escaping @Sendable () -> Bool
  ) -> DefectTable? {
    let scopes = scopes ?? defaultScopes
    let search = DesignSearch(
      product: self, valueCount: valueCount, jobCount: jobCount, show: show, isOver: isOver)
    let names = repairs.map { "repair(\($0.name))" }
    let joined = names.indices.map { names[0...$0].joined(separator: "+") }
    let all = joined.last.map { [$0] } ?? []
    search.explore(["published"] + names + all.filter { !names.contains($0) }, in: scopes)
    let published = search.findings(of: "published", in: scopes)
    let cured = names.map { published.subtracting(search.findings(of: $0, in: scopes)) }
    var table = DefectTable(
      product: name, scopes: scopes, valueCount: valueCount, findings: published.sorted(),
      defects: [], unrepaired: all.flatMap { search.findings(of: $0, in: scopes) }.sorted())
    // What repairs cure together: only scopes that show it are looked at again.
    var left = published.subtracting(cured.reduce([]) { $0.union($1) }).subtracting(
      table.unrepaired)
    for (place, repair) in repairs.enumerated() {
      var defect = Defect(
        repair: repair.name, words: repair.words, cures: cured[place].sorted(),
        worsens: search.findings(of: names[place], in: scopes).subtracting(published).sorted())
      let showing = scopes.filter {
        !search.findings(of: "published", in: [$0]).isDisjoint(with: left)
      }
      if place > 0 && !left.isEmpty {
        search.explore([joined[place]], in: showing)
        let gone = left.subtracting(search.findings(of: joined[place], in: showing))
        defect.curesWithOthers = gone.sorted()
        left.subtract(gone)
      }
      table.defects.append(defect)
    }
    return search.isWhole ? table : nil
  }
}

/// Searches of designs within scopes, each taken once.
private final class DesignSearch: Sendable {
  private struct Key: Hashable {
    var design: String
    /// Nil for drawn values.
    var scope: String?
  }

  let product: RegisteredProduct
  let valueCount: Int
  let jobCount: Int
  let show: @Sendable (String) -> Void
  let isOver: @Sendable () -> Bool
  private let known = Mutex<[Key: Set<FindingKey>]>([:])
  private let isCut = Atomic(false)

  init(
    product: RegisteredProduct, valueCount: Int, jobCount: Int,
    show: @escaping @Sendable (String) -> Void, isOver: @escaping @Sendable () -> Bool
  ) {
    self.product = product
    self.valueCount = valueCount
    self.jobCount = jobCount
    self.show = show
    self.isOver = isOver
  }

  /// Whether every search came to its end.
  var isWhole: Bool { !isCut.load(ordering: .relaxed) }

  /// What a design shows of values and within scopes that were explored.
  func findings(of design: String, in scopes: [String]) -> Set<FindingKey> {
    known.withLock { known in
      scopes.reduce(known[Key(design: design)] ?? []) {
        $0.union(known[Key(design: design, scope: $1)] ?? [])
      }
    }
  }

  func explore(_ designs: [String], in scopes: [String]) {
    let wanted = designs.flatMap { design in
      [Key(design: design)] + scopes.map { Key(design: design, scope: $0) }
    }
    let keys = known.withLock { known in wanted.filter { known[$0] == nil } }
    sideBySide(jobCount, upTo: keys.count) { [self] number in
      if isOver() { isCut.store(true, ordering: .relaxed) }
      if !isWhole { return }
      show("\(keys[number].design) \(keys[number].scope ?? "values")")
      let found = findings(keys[number])
      known.withLock { $0[keys[number]] = found }
    }
  }

  private func findings(_ key: Key) -> Set<FindingKey> {
    guard let scope = key.scope else {
      let names = product.valueFindings(key.design, valueCount, until: isOver)
      if isOver() { isCut.store(true, ordering: .relaxed) }
      return Set(names.map { FindingKey($0, setting: Environment.open.rawValue) })
    }
    guard let specification = product.specification(design: key.design, scope: scope) else {
      isCut.store(true, ordering: .relaxed)
      return []
    }
    let over = isOver
    var monitor = Monitor { _ in over() ? .interrupted : nil }
    monitor.mustEnd = over
    let found = specification.findingNames(besides: nil, monitor: monitor)
    if !found.reason.isExhaustive { isCut.store(true, ordering: .relaxed) }
    return Set(found.names.map { FindingKey($0, setting: specification.setting) })
  }
}
