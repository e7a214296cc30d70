/// What listeners hear, and what they ask for then.
struct MailTables {
  let shapes = LargeArray<MailShape>()
  let deliveries = HandleTable()
  let appendings = HandleTable()

  var memory: MemoryUse { shapes.memory + deliveries.memory + appendings.memory }
}

/// A mail, taken apart.
struct MailShape: BitwiseCopyable {
  static let unknown = MailShape(count: -1, head: absentHandle, tail: absentHandle)

  var count: Int
  var head: UInt32
  var tail: UInt32
}

/// The listener takes the oldest element.
extension TransitionCache {
  /// Whether the mail holds no gesture back.
  @inline(__always)
  mutating func hasRoom<P: Product>(inMail mail: UInt32, asking calls: ProductCalls<P>) -> Bool {
    shape(ofMail: mail, asking: calls).count < mailMax
  }

  @inline(__always)
  mutating func addDelivery<P: Product>(
    _ row: Row, into steps: inout StepBuffer, asking calls: ProductCalls<P>
  ) {
    let shape = shape(ofMail: row[Slot.mail], asking: calls)
    guard shape.count > 0 && (!isSerial || row[Slot.underWay] == Self.emptyHandle) else { return }
    let key = HandleTable.Key(shape.head, row[Slot.store])
    let transition: UInt32
    if let known = mailTables.deliveries.find(key) {
      transition = known
    } else {
      transition = remember(calls.delivery(ofNotice: shape.head, store: row[Slot.store]))
      mailTables.deliveries.insert(key, transition)
    }
    var base = row
    base[Slot.mail] = shape.tail
    let thunk = transitions[Int(transition)].thunk
    if thunk != absentHandle {
      base[Slot.underWay] = underWay(
        row[Slot.underWay], replacing: absentHandle, with: thunk, asking: calls)
    }
    apply(transition, to: row, base: base, into: &steps, asking: calls)
  }

  @inline(__always)
  private func shape<P: Product>(ofMail mail: UInt32, asking calls: ProductCalls<P>) -> MailShape {
    let shapes = mailTables.shapes
    shapes.extend(to: Int(mail) + 1, with: .unknown)
    if shapes[Int(mail)].count == MailShape.unknown.count {
      shapes[Int(mail)] = calls.shape(ofMail: mail)
    }
    return shapes[Int(mail)]
  }

  @inline(__always)
  mutating func mail<P: Product>(
    _ mail: UInt32, appending notice: UInt32, asking calls: ProductCalls<P>
  ) -> UInt32 {
    let key = HandleTable.Key(mail, notice)
    if let longer = mailTables.appendings.find(key) { return longer }
    let longer = calls.mail(mail, appending: notice)
    mailTables.appendings.insert(key, longer)
    return longer
  }
}

/// What the listener makes of an element.
extension ProductCalls {
  func delivery(ofNotice notice: UInt32, store: UInt32) -> Transition {
    var transition = Transition(kind: .deliver, traits: .delivery, payload: notice)
    guard case .running(let state) = interned.stores[store] else { return transition }
    do {
      if let operation = try product.react(to: interned.notices[notice], current: state) {
        transition.thunk = interned.thunks.handle(of: Thunk(operation: operation))
      }
    } catch let crash as Crash {
      fail(crash, into: &transition)
    } catch {
      // A listener's decision has no other way to fail; what it threw is printed and the element
      // dropped.
    }
    return transition
  }

  func shape(ofMail mail: UInt32) -> MailShape {
    let elements = interned.mails[mail]
    guard let head = elements.first else {
      return MailShape(count: 0, head: absentHandle, tail: mail)
    }
    return MailShape(
      count: elements.count, head: head,
      tail: interned.mails.handle(of: Array(elements.dropFirst())))
  }

  func mail(_ mail: UInt32, appending notice: UInt32) -> UInt32 {
    interned.mails.handle(of: interned.mails[mail] + [notice])
  }
}

extension Reads {
  /// A delivery decides by the store, and moves an element on.
  mutating func decideDelivery() {
    decide(FacetBits.ofStore)
    changed |=
      FacetBits.ofDatabase | FacetBits.underWay | FacetBits.mail | FacetBits.pending
      | FacetBits.windows
  }
}
