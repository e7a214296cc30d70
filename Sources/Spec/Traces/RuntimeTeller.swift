import Model

extension Teller {
  /// The teller of a product's runtime, in the product's words.
  public static func runtime<P: Product>(_ system: RuntimeSystem<P>) -> Teller<RuntimeSystem<P>>
  where System == RuntimeSystem<P> {
    let words = RuntimeWords(system: system, narrator: system.product.narrator)
    return Teller(
      sentence: { words.sentence($0, $1, $2) }, facts: { words.facts($0) },
      parties: { words.parties($0, $1, $2) }, scene: { words.scene($0) })
  }
}

struct RuntimeWords<P: Product>: Sendable {
  let system: RuntimeSystem<P>
  let narrator: Narrator<P>

  func sentence(_ old: RuntimeState<P>, _ label: RuntimeLabel<P>, _ new: RuntimeState<P>) -> String
  {
    switch label {
    case .gesture(let gesture, let window):
      let person = window.map { "window \($0 + 1)" } ?? "the user"
      return "\(person) \(narrator.gesture(gesture))\(outcome(label, old, new))"
    case .windowGesture(let gesture, let window):
      let person = system.scope.windows?.countMax == 1 ? "the user" : "window \(window + 1)"
      return "\(person) \(narrator.windowGesture(gesture))\(outcome(label, old, new))"
    case .render(let window): return "window \(window + 1) renders"
    case .deliver:
      guard new.underWay.count > old.underWay.count, let thunk = new.underWay.last else {
        return "the listener takes the next element and does nothing"
      }
      return
        "the listener takes the next element and asks for \(narrator.operation(thunk.operation))"
    case .perform(let request, let occurrence, let fault):
      let operation = system.operation(request, occurrence: occurrence, in: old)
      let place = place(of: request, occurrence, isAsked: true, in: old)
      return performance(operation ?? request, place, fault, old)
    case .complete(let operation, let occurrence):
      let thunk = old.thunk(operation, occurrence: occurrence, isAsked: false)
      let result =
        if case .failure(let failure)? = thunk?.result { "failure (\(failure.text))" } else {
          "success"
        }
      let place = place(of: operation, occurrence, isAsked: false, in: old)
      return "\(narrator.operation(operation))\(place) reports \(result)\(outcome(label, old, new))"
    case .arrive(let operation): return arrival(of: operation, from: old.database, to: new.database)
    case .occur(let event):
      let next = (old.mail.last as? any PendingDispatches)?.nextAction
      return narrator.occurrence(event) + (next.map { " with \(actionKind(of: $0))" } ?? "")
    case .drain(let window, let subscription):
      return "window \(window + 1) hears of it in \(subscription)"
    case .relaunch: return "the app is killed and launched again"
    case .openWindow: return "a window opens"
    case .closeWindow(let window): return "window \(window + 1) closes"
    }
  }

  /// Who takes part, from whom it begins on.
  func parties(_ old: RuntimeState<P>, _ label: RuntimeLabel<P>, _ new: RuntimeState<P>) -> [String]
  {
    switch label {
    case .gesture(_, let window): ["person"] + (window.map { [Self.window($0)] } ?? []) + ["app"]
    case .windowGesture(_, let window):
      ["person", Self.window(window)] + (system.event(of: label, in: old) == nil ? [] : ["app"])
    case .deliver: ["app", "listener"]
    case .perform: ["listener", "database"]
    case .complete: ["database", "app"]
    case .arrive: ["database"]
    case .occur: ["outside"]
    case .drain(let window, _): ["app", Self.window(window)]
    case .render(let window): [Self.window(window)]
    case .relaunch: ["person", "app"]
    case .openWindow: ["person", Self.window(old.windows.count)]
    case .closeWindow(let window): ["person", Self.window(window)]
    }
  }

  private static func window(_ place: Int) -> String { "window \(place + 1)" }

  /// Which of several alike it is, in the order in which they were asked for.
  private func place(
    of operation: P.Operation, _ occurrence: Int, isAsked: Bool, in old: RuntimeState<P>
  ) -> String {
    let isSecond = old.thunk(operation, occurrence: 1, isAsked: isAsked) != nil
    return isSecond ? " (number \(occurrence + 1) of those alike, oldest first)" : ""
  }

  private func performance(
    _ operation: P.Operation, _ place: String, _ fault: Fault?, _ old: RuntimeState<P>
  ) -> String {
    let noun = narrator.operation(operation) + place
    if let fault { return "\(noun) \(fault.words)" }
    var database = old.database
    do throws(Crash) {
      let result = try system.product.result(of: operation, fault: nil, on: &database)
      guard case .failure(let failure) = result else { return "\(noun) is carried out" }
      return "\(noun) is refused by the database (\(failure.text))"
    } catch {
      return "\(noun) crashes the app (\(error.reason))"
    }
  }

  /// What becomes of a request whose launch is over.
  private func arrival(of operation: P.Operation, from old: P.Database, to new: P.Database)
    -> String
  {
    "\(narrator.operation(operation)), asked for before the kill, is carried out now"
      + (old == new ? " and changes nothing" : "")
  }

  /// What is out of the ordinary about a dispatch.
  private func outcome(_ label: RuntimeLabel<P>, _ old: RuntimeState<P>, _ new: RuntimeState<P>)
    -> String
  {
    if case .crashed(let crash) = new.store { return "; the app crashes (\(crash.reason))" }
    if case .dispatched(_, _, to: nil)? = system.event(of: label, in: old) {
      return "; the reducer throws"
    }
    return ""
  }

  /// What a subscription shows, optionals and collections taken apart.
  func words(ofShown value: Any) -> String {
    if let words = narrator.shown(value) { return words }
    let mirror = Mirror(reflecting: value)
    let children = mirror.children.map(\.value)
    switch mirror.displayStyle {
    case .optional: return children.first.map(words(ofShown:)) ?? "nothing"
    case .collection: return list(children.map(words(ofShown:)))
    // In an order of their own, as that in which they come is another one in each process.
    case .set: return list(children.map(words(ofShown:)).sorted())
    case .dictionary:
      return list(
        children.map { entry in
          Mirror(reflecting: entry).children.map { words(ofShown: $0.value) }
            .joined(separator: ": ")
        }.sorted())
    default: return "\(value)"
    }
  }

  private func list(_ words: [String]) -> String {
    words.isEmpty ? "nothing" : words.joined(separator: "; ")
  }

  func facts(_ state: RuntimeState<P>) -> [String: String] {
    var facts: [String: String] = [:]
    if let store = state.state { facts = narrator.state(store) }
    for (name, value) in narrator.database(state.database) { facts["database \(name)"] = value }
    if !state.outliving.isEmpty {
      facts["still on its way"] = state.outliving.map(narrator.operation).joined(separator: "; ")
    }
    for (place, window) in state.windows.enumerated() {
      for (name, value) in narrator.window(window.window) {
        facts["window \(place + 1) \(name)"] = value
      }
      for subscription in window.lagging?.subscriptions ?? [] {
        facts["window \(place + 1) shows \(subscription.name)"] = words(
          ofShown: subscription.shown.value)
      }
    }
    return facts
  }
}
