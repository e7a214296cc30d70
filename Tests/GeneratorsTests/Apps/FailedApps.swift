import Model

/// A chat whose field is emptied as a message is sent; what could not be sent comes back before
/// what was typed since.
struct TypedOn: TaskApp {
  struct State: Hashable, Sendable {
    var text = ""
    var send: LoadStatus?
  }
  enum Action: Hashable, Sendable { case type(String), send, sent, failed(String, String) }

  /// Whether it comes back in the place of what was typed since.
  var isForgetful = false
  let initialState = State()
  let initialRows: [String] = []

  func drafts(in state: State) -> [String: String] {
    state.text.isEmpty ? [:] : ["field": state.text]
  }
  func interactions(in state: State) -> [Interaction<Action>] {
    // What stands in what comes back is typed, too.
    ["hello", "he", "yes"].filter { $0 != state.text }.map { Interaction("types \($0)", .type($0)) }
      + (!state.text.isEmpty && state.send != .waiting
        ? [Interaction("taps Send", .send, .adds(1))] : [])
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .type(let text): state.text = text
    case .send: state = State(send: .waiting)
    case .sent: state.send = .success
    case .failed(let text, let why):
      let newer = isForgetful || state.text.isEmpty ? "" : " \(state.text)"
      state = State(text: text + newer, send: .failure(why))
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { old, action, store in
      guard action == .send else { return }
      let text = old.text
      store.request(
        { try await gate(text, function: "send") { $0.append(text) } },
        { .sent }, { .failed(text, $0) })
    }
    return RunningApp(store)
  }
}

/// Two conversations, each with a field; what could not be sent comes back before what was typed
/// there since.
struct TypedInRooms: TaskApp {
  struct State: Hashable, Sendable {
    var room = "a"
    var fields: [String: String] = [:]
    var send: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case type(String), send, go(String), sent, failed(room: String, text: String, String)
  }

  /// Whether it comes back in the conversation that is open by then.
  var isForgetful = false
  let initialState = State()
  let initialRows: [String] = []

  func drafts(in state: State) -> [String: String] { state.fields }
  func interactions(in state: State) -> [Interaction<Action>] {
    let isEmpty = state.fields[state.room] == nil
    let (text, other) = state.room == "a" ? ("oh yes", "b") : ("yes", "a")
    return [Interaction("goes to \(other)", .go(other))]
      + (isEmpty ? [Interaction("types \(text)", .type(text))] : [])
      + (!isEmpty && state.send != .waiting ? [Interaction("taps Send", .send, .adds(1))] : [])
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .type(let text): state.fields[state.room] = text
    case .go(let room): state.room = room
    case .send: (state.fields[state.room], state.send) = (nil, .waiting)
    case .sent: state.send = .success
    case .failed(let room, let text, let why):
      let room = isForgetful ? state.room : room
      state.fields[room] = state.fields[room].map { "\(text) \($0)" } ?? text
      state.send = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { old, action, store in
      let room = old.room
      guard action == .send, let text = old.fields[room] else { return }
      store.request(
        { try await gate(room, text, function: "send") { $0.append(text) } },
        { .sent }, { .failed(room: room, text: text, $0) })
    }
    return RunningApp(store)
  }
}

/// A post that may be passed on and taken back, each by a call that does not say which is wanted;
/// one wish follows the other.
struct PassedOn: TaskApp {
  struct State: Hashable, Sendable {
    var isPassedOn = false
    var copy: String?
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case tap, passed(String), takenBack, failed(wish: Bool, String)
  }

  /// Whether each reply shows what it was asked for, whatever is wanted by then.
  var isForgetful = false
  let initialState = State()
  let initialRows: String? = nil

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("taps the arrow", .tap, .destroys)]
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .tap: (state.isPassedOn, state.save) = (!state.isPassedOn, .waiting)
    case .passed(let copy): state = ended(state, copy: copy)
    case .takenBack: state = ended(state, copy: nil)
    case .failed(let wish, let why): (state.isPassedOn, state.save) = (!wish, .failure(why))
    }
    return state
  }
  private func ended(_ state: State, copy: String?) -> State {
    let isPassedOn = isForgetful ? copy != nil : state.isPassedOn
    let isDone = isPassedOn == (copy != nil)
    return State(isPassedOn: isPassedOn, copy: copy, save: isDone ? .success : .waiting)
  }

  func launch(_ launch: Launch<State, Action, String?>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { old, action, store in
      let isNext = action != .tap || old.save != .waiting
      guard isNext, store.state.save == .waiting else { return }
      if let copy = store.state.copy {
        store.request(
          { try await gate(copy, function: "takeBack") { $0 = nil } },
          { .takenBack }, { .failed(wish: false, $0) })
      } else {
        store.request(
          {
            try await gate(function: "pass") { copy in
              copy = "copy"
              return "copy"
            }
          }, { .passed($0) }, { .failed(wish: true, $0) })
      }
    }
    return RunningApp(store)
  }
}

/// Messages that are sent one after the other; none is sent before one that could not be.
struct SentInLine: TaskApp {
  enum Sent: Hashable, Sendable { case queued, waiting, success, failure(String) }
  struct State: Hashable, Sendable {
    var order: [String] = []
    var sends: [String: Sent] = [:]
    var news: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case send(String), again, began(String), sent(String), failed(String, String)
    case hold, look, looked(LoadStatus)
  }
  @MainActor final class Line { var isMoving = false }

  /// Whether all that is in line counts as lost with what was sent.
  var isForgetful = false
  /// Whether what is in line is held back by an action of its own.
  var holdsNext = false
  /// Whether there are news to look at; where they cannot be loaded, what is in line is held back.
  var hasNews = false
  let initialState = State()
  let initialRows: [String] = []

  func interactions(in state: State) -> [Interaction<Action>] {
    let next = ["a", "b"].first { !state.order.contains($0) }
    let hasFailed = state.sends.values.contains(where: Self.isFailure)
    return (next.map { [Interaction("sends \($0)", .send($0), .destroys)] } ?? [])
      + (hasFailed ? [Interaction("taps Try Again", .again)] : [])
      + (hasNews && state.news != .waiting ? [Interaction("opens the news", .look, .appears)] : [])
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .send(let text):
      let hasFailed = state.sends.values.contains(where: Self.isFailure)
      state.order.append(text)
      state.sends[text] = hasFailed ? .failure("held back") : .queued
    case .again:
      for (text, sent) in state.sends where Self.isFailure(sent) { state.sends[text] = .queued }
    case .began(let text): state.sends[text] = .waiting
    case .sent(let text):
      state.sends[text] = .success
      if isForgetful { holdBack(&state) }
    case .failed(let text, let why):
      state.sends[text] = .failure(why)
      if !holdsNext { holdBack(&state) }
    case .hold: holdBack(&state)
    case .look: state.news = .waiting
    case .looked(let status):
      state.news = status
      if status != .success { holdBack(&state) }
    }
    return state
  }
  private static func isFailure(_ sent: Sent) -> Bool {
    if case .failure = sent { true } else { false }
  }
  private func holdBack(_ state: inout State) {
    for text in state.order where state.sends[text] == .queued {
      state.sends[text] = .failure("held back")
    }
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate, line) = (TaskStore<State, Action>(launch), launch.gates, Line())
    store.handle = { _, action, store in
      switch action {
      case .send, .again: if line.isMoving { return }
      case .look:
        return store.request(
          { try await gate(function: "news") { _ in } }, { .looked(.success) },
          { .looked(.failure($0)) })
      default: return
      }
      line.isMoving = true
      Task { [weak store] in
        while let text = store?.state.order.first(where: { store?.state.sends[$0] == .queued }) {
          try? store?.dispatch(.began(text))
          do {
            try await gate(text, function: "send") { if !$0.contains(text) { $0.append(text) } }
            try? store?.dispatch(.sent(text))
          } catch {
            try? store?.dispatch(.failed(text, "\(error)"))
            if holdsNext { try? store?.dispatch(.hold) }
          }
        }
        line.isMoving = false
      }
    }
    return RunningApp(store, keeping: line)
  }
}

/// Two parts of an account; where the server no longer knows who asks, the account is left, with
/// one message for both.
struct LeftAccount: ViewModelApp {
  struct Stranger: Error {}
  struct State: Hashable, Sendable {
    var message: String?
    var mail: LoadStatus?
    var news: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open, close }
  typealias Action = Change<State, Tap>
  typealias Store = ViewModel<State, Tap>
  @MainActor final class Visit { var number = 0 }

  /// Whether the account is left in silence.
  var isSilent = false
  /// Whether the news are left in silence once the mail is there.
  var skipsNews = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.message != nil { return [Interaction("closes the message", .tap(.close))] }
    return [state.mail, state.news].contains(.waiting)
      ? [] : [Interaction("opens the account", .tap(.open), .appears)]
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (model, gate, visit) = (ViewModel<State, Tap>(launch), launch.gates, Visit())
    let load: @MainActor (ViewModel<State, Tap>, Bool) -> Void = { [self] model, isMail in
      let (part, number) = (isMail ? \State.mail : \State.news, visit.number)
      Task { [weak model] in
        var end = LoadStatus.success
        do {
          try await gate(isMail, answers: [true, false], function: "load") { _, isKnown in
            if !isKnown { throw Stranger() }
          }
        } catch is Stranger {
          if number != visit.number { return }
          visit.number += 1
          model?.set(\.self, State(message: isSilent ? nil : "Who are you?"))
        } catch {
          end = .failure("\(error)")
        }
        if number != visit.number { return }
        if skipsNews && isMail && end == .success {
          visit.number += 1
          model?.set(\.self, State(mail: end))
          return
        }
        model?.set(part, end)
      }
    }
    model.handle = { tap, model in
      visit.number += 1
      if tap == .close { return model.set(\.message, nil) }
      model.set(\.self, State(mail: .waiting, news: .waiting))
      load(model, true)
      load(model, false)
    }
    return RunningApp(model, keeping: visit)
  }
}
