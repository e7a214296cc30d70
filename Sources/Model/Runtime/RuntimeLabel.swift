/// What a step of the runtime did.
///
/// Thunks are named by their operation, as the code under test asks for it; when several thunks
/// stand alike, the occurrence (0 for the earliest) tells them apart.
public enum RuntimeLabel<P: Product>: Hashable, Comparable, Sendable {
  /// A person did something; `window` is nil in the open environment.
  case gesture(P.Gesture, window: Int?)
  /// A person did something in a window.
  case windowGesture(P.WindowGesture, window: Int)
  /// The listener takes the oldest element, decides, and asks for what it decided.
  case deliver
  /// The persistent store carries an operation out, or a fault keeps the reply or the operation
  /// from being done.
  case perform(P.Operation, occurrence: Int, fault: Fault?)
  /// A thunk dispatches its completion.
  case complete(P.Operation, occurrence: Int)
  /// A remote store carries out what a launch asked for that was killed meanwhile.
  case arrive(P.Operation)
  /// Something happens around the app.
  case occur(P.Occurrence)
  /// A subscription takes its oldest element.
  case drain(window: Int, subscription: String)
  /// A window renders what its subscriptions published.
  case render(window: Int)
  /// The app is killed and launched again.
  case relaunch
  /// A window opens.
  case openWindow
  /// A window closes.
  case closeWindow(Int)

  private var rank: Int {
    switch self {
    case .gesture: 0
    case .windowGesture: 1
    case .deliver: 2
    case .perform: 3
    case .complete: 4
    case .arrive: 5
    case .occur: 6
    case .drain: 7
    case .render: 8
    case .relaunch: 9
    case .openWindow: 10
    case .closeWindow: 11
    }
  }

  private static func faultRank(_ fault: Fault?) -> Int { fault.map { $0.place + 1 } ?? 0 }

  /// Gestures first, then what moves inside, then kills and windows; payloads by content.
  public static func < (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.gesture(let one, let here), .gesture(let other, let there)):
      return here == there ? contentPrecedes(one, other) : (here ?? -1) < (there ?? -1)
    case (.windowGesture(let one, let here), .windowGesture(let other, let there)):
      return here == there ? contentPrecedes(one, other) : here < there
    case (.render(let here), .render(let there)):
      return here < there
    case (
      .perform(let one, let place, let fault), .perform(let other, let otherPlace, let otherFault)
    ):
      if one != other { return contentPrecedes(one, other) }
      return (place, faultRank(fault)) < (otherPlace, faultRank(otherFault))
    case (.complete(let one, let place), .complete(let other, let otherPlace)):
      return one == other ? place < otherPlace : contentPrecedes(one, other)
    case (.arrive(let one), .arrive(let other)):
      return contentPrecedes(one, other)
    case (.occur(let one), .occur(let other)):
      return contentPrecedes(one, other)
    case (.drain(let here, let one), .drain(let there, let other)):
      return (here, one) < (there, other)
    case (.closeWindow(let here), .closeWindow(let there)):
      return here < there
    default:
      return first.rank < second.rank
    }
  }
}

extension RuntimeLabel {
  /// The label's word, followed by the case of its gesture or operation: "complete delete".
  package var kind: String {
    func name(_ value: Any) -> String { Self.caseName(of: value) }
    switch self {
    case .gesture(let gesture, _): return name(gesture)
    case .windowGesture(let gesture, _): return name(gesture)
    case .deliver: return "deliver"
    case .perform(let operation, _, nil): return "perform \(name(operation))"
    case .perform(let operation, _, let fault?): return "fault \(fault.rawValue) \(name(operation))"
    case .complete(let operation, _): return "complete \(name(operation))"
    case .arrive(let operation): return "arrive \(name(operation))"
    case .occur(let event): return "occur \(name(event))"
    case .drain(_, let subscription): return "drain \(subscription)"
    case .render: return "render"
    case .relaunch: return "relaunch"
    case .openWindow: return "openWindow"
    case .closeWindow: return "closeWindow"
    }
  }

  /// The case of a value, without its payload.
  package static func caseName(of value: Any) -> String {
    if let named = value as? any CaseNamed { return named.caseName }
    let mirror = Mirror(reflecting: value)
    // To describe a value with all that it holds takes long.
    let isNamed = mirror.displayStyle == .enum && !(value is any CustomStringConvertible)
    let name = (isNamed ? mirror.children.first?.label : nil) ?? String(describing: value)
    // Most names are one word of plain letters; to ask Unicode about each of them takes long.
    let isWord = name.utf8.allSatisfy {
      UInt8(ascii: "a") <= $0 | 32 && $0 | 32 <= UInt8(ascii: "z")
    }
    return isWord ? name : String(name.prefix { $0.isLetter || $0.isNumber })
  }
}

/// What a label is about.
package enum MoveKind: UInt8 {
  case gesture, deliver, perform, complete, relaunch, outside, window
}

extension RuntimeLabel {
  package var moveKind: MoveKind {
    switch self {
    case .gesture, .windowGesture, .openWindow, .closeWindow: .gesture
    case .deliver: .deliver
    case .perform: .perform
    case .complete: .complete
    case .relaunch: .relaunch
    case .arrive, .occur: .outside
    case .drain, .render: .window
    }
  }

  /// The operation that is carried out or completed.
  package var operation: P.Operation? {
    switch self {
    case .perform(let operation, _, _), .complete(let operation, _): operation
    default: nil
    }
  }

  package var fault: Fault? { if case .perform(_, _, let fault) = self { fault } else { nil } }
}

/// A label that says something which no label of any product says.
package struct MalformedLabel: Error, CustomStringConvertible {
  /// What is wrong, on one line.
  package let description: String
}

extension RuntimeLabel: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case gesture, deliver, perform, complete, arrive, occur, drain, render, relaunch, openWindow,
      closeWindow
    case window, operation, occurrence, fault, subscription, event
  }

  /// Reads `{"<label>": {…}}`.
  public init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: Key.self) else {
      throw MalformedLabel(description: "it is no label: an object with one key is expected")
    }
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      let words = "a label is an object with one known key"
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: words))
    }
    let payload = try container.nestedContainer(keyedBy: Key.self, forKey: key)
    func value<Value: Hashable & Sendable>(_ type: Value.Type, _ key: Key) throws -> Value {
      try payload.decode(WrittenContent<Value>.self, forKey: key).value
    }
    func operation() throws -> P.Operation { try value(P.Operation.self, .operation) }
    func number(_ key: Key) throws -> Int? {
      let number = try payload.decodeIfPresent(Int.self, forKey: key)
      guard let number, number < 0 else { return number }
      throw MalformedLabel(description: "\(key.rawValue) \(number) is no number from 0")
    }
    func occurrence() throws -> Int { try number(.occurrence) ?? 0 }
    func window() throws -> Int {
      guard let window = try number(.window) else {
        throw MalformedLabel(description: "'window' is missing")
      }
      return window
    }
    func fault() throws -> Fault? {
      guard let word = try payload.decodeIfPresent(String.self, forKey: .fault) else { return nil }
      guard let fault = Fault(rawValue: word) else {
        let faults = Fault.allCases.map(\.rawValue).joined(separator: " or ")
        throw MalformedLabel(description: "'\(word)' is no fault; write \(faults)")
      }
      return fault
    }
    switch key {
    case .gesture:
      if let window = try number(.window) {
        self = .windowGesture(try value(P.WindowGesture.self, .gesture), window: window)
      } else {
        self = .gesture(try value(P.Gesture.self, .gesture), window: nil)
      }
    case .deliver: self = .deliver
    case .perform:
      self = .perform(try operation(), occurrence: try occurrence(), fault: try fault())
    case .complete: self = .complete(try operation(), occurrence: try occurrence())
    case .arrive: self = .arrive(try operation())
    case .occur: self = .occur(try value(P.Occurrence.self, .event))
    case .drain:
      self = .drain(
        window: try window(),
        subscription: try payload.decode(String.self, forKey: .subscription))
    case .render: self = .render(window: try window())
    case .relaunch: self = .relaunch
    case .openWindow: self = .openWindow
    case .closeWindow: self = .closeWindow(try window())
    case .window, .operation, .occurrence, .fault, .subscription, .event:
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "'\(key.rawValue)' is no label"))
    }
  }

  /// Writes `{"<label>": {…}}`, leaving out what is nil or 0.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    func payload(_ key: Key) -> KeyedEncodingContainer<Key> {
      container.nestedContainer(keyedBy: Key.self, forKey: key)
    }
    switch self {
    case .gesture(let gesture, let window):
      var fields = payload(.gesture)
      try fields.encode(WrittenContent(gesture), forKey: .gesture)
      try fields.encodeIfPresent(window, forKey: .window)
    case .windowGesture(let gesture, let window):
      var fields = payload(.gesture)
      try fields.encode(WrittenContent(gesture), forKey: .gesture)
      try fields.encode(window, forKey: .window)
    case .deliver: _ = payload(.deliver)
    case .perform(let operation, let occurrence, let fault):
      var fields = payload(.perform)
      try fields.encode(WrittenContent(operation), forKey: .operation)
      if occurrence > 0 { try fields.encode(occurrence, forKey: .occurrence) }
      try fields.encodeIfPresent(fault, forKey: .fault)
    case .complete(let operation, let occurrence):
      var fields = payload(.complete)
      try fields.encode(WrittenContent(operation), forKey: .operation)
      if occurrence > 0 { try fields.encode(occurrence, forKey: .occurrence) }
    case .arrive(let operation):
      var fields = payload(.arrive)
      try fields.encode(WrittenContent(operation), forKey: .operation)
    case .occur(let event):
      var fields = payload(.occur)
      try fields.encode(WrittenContent(event), forKey: .event)
    case .drain(let window, let subscription):
      var fields = payload(.drain)
      try fields.encode(window, forKey: .window)
      try fields.encode(subscription, forKey: .subscription)
    case .render(let window):
      var fields = payload(.render)
      try fields.encode(window, forKey: .window)
    case .relaunch: _ = payload(.relaunch)
    case .openWindow: _ = payload(.openWindow)
    case .closeWindow(let window):
      var fields = payload(.closeWindow)
      try fields.encode(window, forKey: .window)
    }
  }
}
