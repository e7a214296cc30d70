import Model

extension Generator {
  /// Arrays of so many values; fewer are simpler.
  ///
  /// ```swift
  /// let readings = Generator<Double>.doubles(in: 0...9).array(count: 1...20)
  /// ```
  public func array(count: ClosedRange<Int> = 0...20) -> Generator<[Value]> {
    Generator<[Value]> { source throws(Rejection) in
      let low = max(0, count.lowerBound)
      source.beginGroup(.collection)
      let spread: ChoiceSpread = count.upperBound - low < 16 ? .even : .bySize
      let total = low + source.choose(below: max(0, count.upperBound - low) + 1, spread: spread)
      let values = try Elements.draw(total, of: self, from: &source)
      source.endGroup()
      return values
    }
  }

  /// Arrays of exactly so many values.
  public func array(count: Int) -> Generator<[Value]> {
    Generator<[Value]> { source throws(Rejection) in
      try Elements.draw(max(0, count), of: self, from: &source)
    }
  }

  /// Sets of so many values; a value that is drawn twice is in the set once.
  ///
  /// A draw is given up where too few different values come for the least number.
  ///
  /// ```swift
  /// let names = Generator.element(of: ["Dog", "Cat", "Newt"]).set()
  /// ```
  public func set(count: ClosedRange<Int> = 0...20) -> Generator<Set<Value>>
  where Value: Hashable & Sendable {
    Generator<Set<Value>> { source throws(Rejection) in
      var values = Set(try array(count: count).draw(from: &source))
      while values.count < count.lowerBound {
        let other = filter { [values] in !values.contains($0) }
        values.insert(try other.draw(from: &source))
      }
      return values
    }
  }

  /// Dictionaries of so many entries; of two entries with one key the later stays.
  ///
  /// A draw is given up where too few different keys come for the least number.
  ///
  /// ```swift
  /// let stock = Generator<String>.identifiers().dictionary(of: .integers(in: 0...9))
  /// ```
  public func dictionary<Other>(
    of values: Generator<Other>, count: ClosedRange<Int> = 0...20
  ) -> Generator<[Value: Other]> where Value: Hashable & Sendable {
    Generator<[Value: Other]> { source throws(Rejection) in
      let drawn = try pair(with: values).array(count: count).draw(from: &source)
      var entries = Dictionary(drawn.map { ($0.0, $0.1) }) { _, later in later }
      while entries.count < count.lowerBound {
        let keys = Set(entries.keys)
        let key = try filter { !keys.contains($0) }.draw(from: &source)
        entries[key] = try values.draw(from: &source)
      }
      return entries
    }
  }

  /// The values given in every order; the order given is the simplest.
  ///
  /// ```swift
  /// let orders = Generator.permutations(of: ["a", "b", "c"]).allValues()  // all six
  /// ```
  public static func permutations<Element: Sendable>(
    of values: [Element]
  ) -> Generator where Value == [Element] {
    Generator { source throws(Rejection) in Elements.order(values, by: &source) }
  }
}

/// Arrays drawn element by element.
enum Elements {
  /// So many values, each a part of the whole.
  static func draw<Value>(
    _ count: Int, of generator: Generator<Value>, from source: inout any ChoiceSource
  ) throws(Rejection) -> [Value] {
    var values: [Value] = []
    for _ in 0..<count {
      source.beginGroup(.element)
      values.append(try generator.draw(from: &source))
      source.endGroup()
    }
    return values
  }

  /// The values in an order.
  fileprivate static func order<Value>(_ values: [Value], by source: inout any ChoiceSource)
    -> [Value]
  {
    var rest = values
    var order: [Value] = []
    while !rest.isEmpty {
      order.append(rest.remove(at: source.choose(below: rest.count)))
    }
    return order
  }

  /// How likely each count is, from the least of few on: few, some more, and now and then more than
  /// a batch, a page or a buffer holds.
  static func weights(few: ClosedRange<Int>) -> [Int] {
    (few.lowerBound...257).map { count in
      switch count {
      case few: 420 / few.count
      case ...12: 15
      case 20...40: 2
      case 101...130, 255...: 1
      default: 0
      }
    }
  }
}
