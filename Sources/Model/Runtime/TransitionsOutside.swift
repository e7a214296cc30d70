/// What happens around the app, by its inputs.
extension TransitionCache {
  func arrivals<P: Product>(_ row: Row, asking calls: ProductCalls<P>) -> Range<UInt32> {
    run(of: HandleTable.Key(row[Slot.outliving], row[Slot.database]), in: arrivals) {
      calls.arrivals(of: row[Slot.outliving], database: row[Slot.database])
    }
  }

  func occurrences<P: Product>(_ row: Row, asking calls: ProductCalls<P>) -> Range<UInt32> {
    run(of: HandleTable.Key(row[Slot.store], row[Slot.database]), in: occurrences) {
      calls.occurrences(store: row[Slot.store], database: row[Slot.database])
    }
  }

  /// The transitions of a key, which follow each other; asked for when they were not yet.
  func run(
    of key: HandleTable.Key, in table: HandleTable, asking: () -> [Transition]
  ) -> Range<UInt32> {
    if let place = table.find(key) { return runs[Int(place)].start..<runs[Int(place)].end }
    let start = UInt32(transitions.count)
    for transition in asking() { transitions.append(transition) }
    table.insert(key, UInt32(runs.count))
    runs.append(Run(start: start, end: UInt32(transitions.count)))
    return start..<UInt32(transitions.count)
  }
}
