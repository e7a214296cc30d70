import Model

/// What components of Quakes subscribe to, in a design.
struct QuakesSubscriptions {
  let product: Quakes
  private var design: Design<Quakes> { product.design }

  /// What list and map of one window subscribe to, for every search, order and quake of the values.
  func all(_ values: Quakes.Values) -> [Subscription<Quakes>] {
    let searched = values.searches.flatMap { search in
      [quakes(search)] + values.sorts.map { list(search, $0) }
    }
    // Nothing is selected, too.
    let single = (values.quakeIds + [String?.none]).map(quake)
    return [count, status] + searched + single
  }

  var count: Subscription<Quakes> {
    design.subscribing(
      Subscription(ofContentsIn: product, name: "quakes.count") { quakes, _ in quakes.count })
  }

  var status: Subscription<Quakes> {
    design.subscribing(Subscription(name: "quakes.status") { state, _ in state.quakes.status })
  }

  func quake(_ id: String?) -> Subscription<Quakes> {
    design.subscribing(
      Subscription(ofContentsIn: product, name: "quake", parameter: id ?? "", id: id) { quakes, _ in
        id.flatMap { quakes[$0] }
      })
  }

  func quakes(_ search: Quakes.Search) -> Subscription<Quakes> {
    let (found, parameter, id) = (found(by: search), search.words, search.id)
    if product.otherTimeZones == nil {
      return design.subscribing(
        Subscription(
          ofContentsIn: product, name: "quakes", parameter: parameter, id: id,
          filter: QuakesSelectors.filterQuakes
        ) {
          quakes, _ in found(Quakes.State(quakes))
        })
    }
    return design.subscribing(
      Subscription(
        name: "quakes", parameter: parameter, id: id, filter: QuakesSelectors.filterQuakes
      ) {
        state, _ in
        found(state)
      })
  }

  func list(_ search: Quakes.Search, _ sort: Quakes.Sort) -> Subscription<Quakes> {
    let (found, words) = (found(by: search), sort.words)
    let (parameter, id) = ("\(search.words), \(words)", "\(words) \(search.id)")
    let sorted = {
      @Sendable [selectors = product.selectors()] (state: Quakes.State, order: EntryOrder) in
      selectors.sorted(order.entries(of: found(state)).map(\.value), sort)
    }
    if product.otherTimeZones == nil {
      return design.subscribing(
        Subscription(
          ofContentsIn: product, name: "quakes.values", parameter: parameter, id: id,
          filter: QuakesSelectors.filterQuakes,
          countsEntries: { found(Quakes.State($0)).count },
          dependencies: [{ quakes, _ in found(Quakes.State(quakes)) }],
          output: { sorted(Quakes.State($0), $1) }))
    }
    return design.subscribing(
      Subscription(
        name: "quakes.values", parameter: parameter, id: id, filter: QuakesSelectors.filterQuakes,
        countsEntries: { found($0).count }, dependencies: [{ state, _ in found(state) }],
        output: sorted))
  }

  /// The quakes that a search finds, by the calendar at the moment of each selection.
  private func found(by search: Quakes.Search) -> @Sendable (Quakes.State) -> [String: Quake] {
    let (text, selectors) = (search.text, product.selectors())
    let day = selectors.day(of: search.date)
    let zones = product.repaired.contains(.keepCalendar) ? [] : product.otherTimeZones ?? []
    let others = Dictionary(
      zones.map { ($0, product.selectors(in: $0).day(of: search.date)) },
      uniquingKeysWith: { first, _ in first })
    return { state in
      selectors.quakes(text: text, day: state.clock.timeZone.flatMap { others[$0] } ?? day, state)
    }
  }
}
