extension TransitionCache {
  /// Looks at what the expansions of states will look at, all of them at once, so that the
  /// processor can overlap the waiting for memory.
  mutating func foresee(_ rows: UnsafeBufferPointer<Row>) {
    foreseen.extend(to: rows.count, with: Foreseen(transition: 0, offer: 0))
    for number in rows.indices {
      let row = rows[number]
      var next = Foreseen(transition: 0, offer: 0)
      let (store, mail, underWay) = (
        Int(row[Slot.store]), Int(row[Slot.mail]), Int(row[Slot.underWay])
      )
      if store < gestureTables.menus.count { next.offer = gestureTables.menus[store].moving.start }
      if underWay != Self.emptyHandle && underWay < thunkTables.runs.count {
        let run = thunkTables.runs[underWay]
        if run != .unknown && !thunkTables.moves[Int(run.start)].isAsked {
          next.transition = thunkTables.completions.peek(
            HandleTable.Key(thunkTables.moves[Int(run.start)].handle, row[Slot.store]))
        }
      } else if mail < mailTables.shapes.count && mailTables.shapes[mail].count > 0 {
        next.transition = mailTables.deliveries.peek(
          HandleTable.Key(mailTables.shapes[mail].head, row[Slot.store]))
      }
      foreseen[number] = next
    }
    var sum: UInt32 = 0
    for number in rows.indices {
      let (transition, offer) = (Int(foreseen[number].transition), Int(foreseen[number].offer))
      if transition < transitions.count { sum &+= transitions[transition].payload }
      if offer < gestureTables.offers.count { sum &+= gestureTables.offers[offer].transition }
    }
    // Something has to depend on what was read, or nothing would be read.
    foreseen[0].transition = sum
  }
}
