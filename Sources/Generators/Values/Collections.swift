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
      var values: [Value] = []
      for _ in 0..<total {
        source.beginGroup(.element)
        values.append(try draw(from: &source))
        source.endGroup()
      }
      source.endGroup()
      return values
    }
  }

  /// Arrays of exactly so many values.
  public func array(count: Int) -> Generator<[Value]> {
    Generator<[Value]> { source throws(Rejection) in
      var values: [Value] = []
      for _ in 0..<max(0, count) {
        source.beginGroup(.element)
        values.append(try draw(from: &source))
        source.endGroup()
      }
      return values
    }
  }

  /// Sets of up to so many values; a value that is drawn twice is in the set once.
  ///
  /// ```swift
  /// let names = Generator.element(of: ["Dog", "Cat", "Newt"]).set()
  /// ```
  public func set(count: ClosedRange<Int> = 0...20) -> Generator<Set<Value>>
  where Value: Hashable & Sendable {
    array(count: count).map { Set($0) }
  }

  /// Dictionaries of up to so many entries; of two entries with one key the later stays.
  ///
  /// ```swift
  /// let stock = Generator<String>.identifiers().dictionary(of: .integers(in: 0...9))
  /// ```
  public func dictionary<Other>(
    of values: Generator<Other>, count: ClosedRange<Int> = 0...20
  ) -> Generator<[Value: Other]> where Value: Hashable & Sendable {
    pair(with: values).array(count: count).map { entries in
      Dictionary(entries.map { ($0.0, $0.1) }) { _, later in later }
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
    Generator { source throws(Rejection) in
      var rest = values
      var order: [Element] = []
      while !rest.isEmpty {
        order.append(rest.remove(at: source.choose(below: rest.count)))
      }
      return order
    }
  }
}
