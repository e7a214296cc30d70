/// What follows from components, asked of the product once for each of their values.
extension ProductCalls {
  func derivedFacet(_ number: Int, ofHandle handle: UInt32) -> UInt32 {
    let value = derivedValue(number, ofHandle: handle)
    latestDerived.extend(to: number + 1, with: absentHandle)
    let latest = latestDerived[number]
    if latest != absentHandle && interned.derived[latest] == value { return latest }
    latestDerived[number] = interned.derived.handle(of: value)
    return latestDerived[number]
  }

  private func derivedValue(_ number: Int, ofHandle handle: UInt32) -> DerivedValue<P> {
    switch number {
    case 0:
      guard case .running(let state) = interned.stores[handle] else { return .statuses(nil) }
      return .statuses(product.statuses(of: state))
    case 1:
      guard case .running(let state) = interned.stores[handle] else {
        return .contents(nil, isLoaded: false, showsFailure: false)
      }
      return .contents(
        product.contents(of: state), isLoaded: product.isLoaded(state),
        showsFailure: product.showsFailure(state))
    default: return .rows(product.rows(of: interned.databases[handle]))
    }
  }

  func pending(mail: UInt32, underWay: UInt32) -> UInt32 {
    let asked = interned.mails[mail].flatMap { product.subjects(askedForBy: interned.notices[$0]) }
    let operating = interned.underWays[underWay].flatMap {
      product.subjects(of: interned.thunks[$0].operation)
    }
    return interned.derived.handle(of: .subjects(count(asked + operating)))
  }

  private func count(_ subjects: [P.Subject]) -> [P.Subject: Int] {
    subjects.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

extension Product {
  /// Whether every collection's status is success.
  package func isLoaded(_ state: State) -> Bool {
    let statuses = statuses(of: state)
    return collections.allSatisfy { statuses[$0] == .success }
  }

  package func showsFailure(_ state: State) -> Bool {
    statuses(of: state).values.contains { $0.isFailure }
  }
}
