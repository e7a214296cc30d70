/// The facets of runtime states over handles, and every answer about them that was given.
struct FacetCache: ~Copyable {
  private let sources = Facet.sources
  /// What derived facets show, by the handle of their component and the facet.
  private let derived = LargeArray<UInt32>()
  let pendings = HandleTable()
  private var lastPeek: UInt32 = 0

  /// The memory of facets that are derived from one component.
  var memory: MemoryUse { derived.memory }

  mutating func values<P: Product>(
    of rows: UnsafeBufferPointer<Row>, into values: UnsafeMutablePointer<FacetValues>,
    asking calls: ProductCalls<P>
  ) {
    var sum: UInt32 = 0
    for row in rows { sum &+= pendings.peek(HandleTable.Key(row[Slot.mail], row[Slot.underWay])) }
    lastPeek = sum
    for number in rows.indices { values[number] = self.values(of: rows[number], asking: calls) }
  }

  /// The handles of all facets: the row's own, then the derived ones.
  mutating func values<P: Product>(of row: Row, asking calls: ProductCalls<P>) -> FacetValues {
    var values = FacetValues(lowHalf: row.words, highHalf: .zero)
    let count = sources.count
    for number in 0..<count {
      let handle = row[sources[number]]
      let place = Int(handle) * count + number
      let known = place < derived.count ? derived[place] : absentHandle
      values[Row.widthMax + number] =
        known != absentHandle ? known : learnFacet(number, ofHandle: handle, asking: calls)
    }
    let key = HandleTable.Key(row[Slot.mail], row[Slot.underWay])
    if let known = pendings.find(key) {
      values[Facet.pending.number] = known
    } else {
      let answer = calls.pending(mail: row[Slot.mail], underWay: row[Slot.underWay])
      pendings.insert(key, answer)
      values[Facet.pending.number] = answer
    }
    return values
  }

  mutating func value<P: Product>(_ facet: Facet, of row: Row, asking calls: ProductCalls<P>)
    -> UInt32
  {
    if facet.number < Row.widthMax { return row[facet.number] }
    let number = facet.number - Row.widthMax
    guard number < sources.count else { return values(of: row, asking: calls)[facet.number] }
    let place = Int(row[sources[number]]) * sources.count + number
    let known = place < derived.count ? derived[place] : absentHandle
    return known != absentHandle
      ? known : learnFacet(number, ofHandle: row[sources[number]], asking: calls)
  }

  private func learnFacet<P: Product>(
    _ number: Int, ofHandle handle: UInt32, asking calls: ProductCalls<P>
  ) -> UInt32 {
    let place = Int(handle) * sources.count + number
    derived.extend(to: place + 1, with: absentHandle)
    derived[place] = calls.derivedFacet(number, ofHandle: handle)
    return derived[place]
  }
}
