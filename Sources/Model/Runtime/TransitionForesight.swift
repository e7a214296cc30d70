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
      if store < menus.count { next.offer = menus[store].moving.start }
      if underWay != Self.emptyHandle && underWay < moveRuns.count {
        let run = moveRuns[underWay]
        if run != .unknown && !moves[Int(run.start)].isAsked {
          next.transition = completions.peek(
            HandleTable.Key(moves[Int(run.start)].handle, row[Slot.store]))
        }
      } else if mail < mails.count && mails[mail].count > 0 {
        next.transition = deliveries.peek(HandleTable.Key(mails[mail].head, row[Slot.store]))
      }
      foreseen[number] = next
    }
    var sum: UInt32 = 0
    for number in rows.indices {
      let (transition, offer) = (Int(foreseen[number].transition), Int(foreseen[number].offer))
      if transition < transitions.count { sum &+= transitions[transition].payload }
      if offer < offers.count { sum &+= offers[offer].transition }
    }
    // Something has to depend on what was read, or nothing would be read.
    foreseen[0].transition = sum
  }
}
