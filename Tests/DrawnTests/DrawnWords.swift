import Model

/// Digests of what clauses look at: the same for equal values, whoever made them.
enum Words {
  static func of(_ words: UInt64...) -> UInt64 { words.reduce(5, ContentDigest.join) }
  static func of(_ number: Int) -> UInt64 { ContentDigest.mix(UInt64(bitPattern: Int64(number))) }
  static func of(_ flag: Bool) -> UInt64 { flag ? 11 : 12 }

  static func list<Element>(_ elements: some Sequence<Element>, _ word: (Element) -> UInt64)
    -> UInt64
  {
    elements.reduce(3) { ContentDigest.join($0, word($1)) }
  }

  static func some<Value>(_ value: Value?, _ word: (Value) -> UInt64) -> UInt64 {
    value.map { of(1, word($0)) } ?? 2
  }

  static func map<Value>(_ entries: [Int: Value], _ word: (Value) -> UInt64) -> UInt64 {
    entries.reduce(7) { $0 &+ ContentDigest.join(of($1.key), word($1.value)) }
  }

  static func result(_ result: Result<[Int: Int], OperationFailure>) -> UInt64 {
    switch result {
    case .success(let rows): of(1, map(rows, of))
    case .failure(let failure): of(2, ContentDigest.text(failure.text))
    }
  }

  static func rows(_ rows: StoredRows<[Int: Int]>) -> UInt64 {
    switch rows {
    case .unopened: 21
    case .repeated: 22
    case .rows(let rows): of(23, map(rows, of))
    case .uncompared: 24
    }
  }

  static func budgets(_ budgets: Budgets) -> UInt64 {
    of(of(budgets.faultsLeft), of(budgets.relaunchesLeft), of(budgets.additionsLeft))
  }
}

extension Status {
  var word: UInt64 {
    switch self {
    case .empty: 1
    case .waiting: 2
    case .success: 3
    case .failure(let text): ContentDigest.text(text)
    }
  }
}

extension DrawnProduct.Gesture {
  var word: UInt64 {
    switch self {
    case .load: 31
    case .appear: 32
    case .note: 33
    case .change(let item): Words.of(34, Words.of(item))
    case .remove(let item): Words.of(35, Words.of(item))
    }
  }
}

extension DrawnProduct.Operation {
  var word: UInt64 {
    switch self {
    case .fetch: 41
    case .ask: 42
    case .told(let value): Words.of(43, Words.of(value))
    case .write(let item): Words.of(44, Words.of(item))
    case .remove(let item): Words.of(45, Words.of(item))
    }
  }
}

extension DrawnProduct.Action {
  var word: UInt64 {
    switch self {
    case .tap(let gesture): Words.of(51, gesture.word)
    case .done(let operation, let result): Words.of(52, operation.word, Words.result(result))
    }
  }
}

extension DrawnProduct.State {
  var word: UInt64 {
    Words.of(Words.map(items, Words.of), Words.map(statuses, \.word), Words.of(isNoted))
  }
}

extension DrawnProduct.Database {
  var word: UInt64 { Words.of(Words.of(isOpen), Words.map(rows, Words.of)) }
}

extension DrawnProduct.WindowGesture {
  var word: UInt64 {
    switch self {
    case .appear: 61
    case .load: 62
    case .select(let item): Words.of(63, Words.of(item))
    case .deselect: 64
    case .edit: 65
    case .type: 66
    case .save: 67
    case .cancel: 68
    }
  }
}

extension DrawnProduct.Window {
  var word: UInt64 { Words.of(Words.some(selected, Words.of), Words.some(field, Words.of)) }
}

extension WindowState<DrawnProduct> {
  var word: UInt64 {
    Words.of(
      window.word,
      Words.some(lagging) { view in
        Words.of(
          view.rendered.word,
          Words.list(view.subscriptions) { Words.of($0.word, Words.of($0.isBehind)) })
      })
  }
}

extension LaggingSubscription<DrawnProduct> {
  fileprivate var word: UInt64 {
    Words.of(
      ContentDigest.text(name), Words.some(mount.subscription.id, ContentDigest.text), output.word,
      shown.word)
  }
}

extension Output {
  var word: UInt64 {
    if let items = value as? [Int: Int] { return Words.map(items, Words.of) }
    return Words.some(value as? Status, \.word)
  }
}

extension RuntimeLabel<DrawnProduct> {
  var word: UInt64 {
    switch self {
    case .gesture(let gesture, _): Words.of(71, gesture.word)
    case .windowGesture(let gesture, let place): Words.of(72, gesture.word, Words.of(place))
    case .deliver: 73
    case .perform(let operation, let occurrence, let fault):
      Words.of(
        74, operation.word, Words.of(occurrence),
        Words.some(fault) { ContentDigest.text($0.rawValue) })
    case .complete(let operation, let occurrence):
      Words.of(75, operation.word, Words.of(occurrence))
    case .arrive(let operation): Words.of(81, operation.word)
    case .occur: 82
    case .drain(let place, let name): Words.of(76, Words.of(place), ContentDigest.text(name))
    case .render(let place): Words.of(77, Words.of(place))
    case .relaunch: 78
    case .openWindow: 79
    case .closeWindow(let place): Words.of(80, Words.of(place))
    }
  }
}
