import Model

/// A report that a person may stop loading: its own task ends the spinner once the call says that
/// it was cancelled.
struct StoppedReport: ViewModelApp {
  enum Defect { case waitsOn, showsLate, keepsSilent }
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var text = ""
  }
  enum Tap: Hashable, Sendable { case load(String), stop }

  @MainActor final class Session {
    var task: Task<Void, Never>?
    var count = 0
  }

  /// Waits on after it was stopped, shows what an older load brings, or tells of no failure.
  var defect: Defect?
  /// Whether another report may be loaded while one is.
  var mayChange = false
  let initialState = State()
  let initialRows = ["may": "fine", "june": "rain"]

  func interactions(in state: State) -> [Interaction<Action>] {
    (state.load == .waiting ? [Interaction("stops it", .tap(.stop))] : [])
      + (state.load == .waiting && !mayChange ? [] : [Interaction("loads May", .tap(.load("may")))])
      + (mayChange ? [Interaction("loads June", .tap(.load("june")))] : [])
  }

  func launch(_ launch: Launch<State, Action, [String: String]>) -> RunningApp<Store> {
    let (model, gate, session) = (ViewModel<State, Tap>(launch), launch.gates, Session())
    let defect = defect
    model.handle = { tap, model in
      session.task?.cancel()
      guard case .load(let month) = tap else { return }
      session.count += 1
      let number = session.count
      model.set(\.load, .waiting)
      session.task = Task { [weak model] in
        do {
          let text = try await gate(month, function: "report") { $0[month] ?? "" }
          guard number == session.count || defect == .showsLate else { return }
          model?.set(\.self, State(load: .success, text: text))
        } catch {
          guard number == session.count else { return }
          if !Task.isCancelled || defect == .waitsOn && !(error is CancellationError) {
            model?.set(\.load, defect == .keepsSilent ? nil : .failure("\(error)"))
          } else if defect != .waitsOn {
            model?.set(\.load, nil)
          }
        }
      }
    }
    return RunningApp(model, keeping: session)
  }
}

/// An address that a server suggests for a title, unless a person has typed one meanwhile.
struct SuggestedAddress: ViewModelApp {
  struct State: Hashable, Sendable {
    var title = ""
    var address = ""
    var suggestion: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case title(String), address(String) }

  /// Whether the suggestion takes the place of what was typed.
  var isForgetful = false
  let initialState = State()
  let initialRows = "my-trip"

  func interactions(in state: State) -> [Interaction<Action>] {
    (state.title.isEmpty ? [Interaction("types the title", .tap(.title("My trip")))] : [])
      + (state.address == "trip"
        ? [] : [Interaction("types the address", .tap(.address("trip")))])
  }
  func drafts(in state: State) -> [String: String] { ["address": state.address] }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (model, gate, isForgetful) = (ViewModel<State, Tap>(launch), launch.gates, isForgetful)
    model.handle = { tap, model in
      switch tap {
      case .address(let address): model.set(\.address, address)
      case .title(let title):
        model.set(\.title, title)
        model.set(\.suggestion, .waiting)
        Task { [weak model] in
          do {
            let address = try await gate(title, function: "suggest") { $0 }
            if model?.state.address.isEmpty == true || isForgetful {
              model?.set(\.address, address)
            }
            model?.set(\.suggestion, .success)
          } catch { model?.set(\.suggestion, .failure("\(error)")) }
        }
      }
    }
    return RunningApp(model)
  }
}

/// Requests to a busy server, which wait out one pause.
struct PausedRequests: ViewModelApp {
  struct State: Hashable, Sendable { var load: LoadStatus? }
  enum Tap: Hashable, Sendable { case load, stop }
  struct IsBusy: Error {}

  /// Holds back what is asked for during the pause.
  @MainActor final class Line {
    var isPaused = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var task: Task<Void, Never>?

    func pass() async {
      if isPaused { await withCheckedContinuation { waiting.append($0) } }
    }
    /// - Parameter isForgetful: whether the pause has no end where its task is cancelled.
    func pause(isForgetful: Bool) async throws {
      isPaused = true
      do { try await Task.sleep(for: .seconds(1)) } catch { if isForgetful { throw error } }
      isPaused = false
      for one in waiting { one.resume() }
      waiting = []
      try Task.checkCancellation()
    }
  }

  var isForgetful = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting
      ? [Interaction("stops it", .tap(.stop))] : [Interaction("loads the mails", .tap(.load))]
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (model, gate, line) = (ViewModel<State, Tap>(launch), launch.gates, Line())
    let isForgetful = isForgetful
    model.handle = { tap, model in
      line.task?.cancel()
      model.set(\.load, tap == .load ? .waiting : nil)
      guard tap == .load else { return }
      line.task = Task { [weak model] in
        do {
          await line.pass()
          let isBusy = try await gate(answers: [false, true], function: "mails") { $1 }
          if isBusy {
            try await line.pause(isForgetful: isForgetful)
            throw IsBusy()
          }
          if !Task.isCancelled { model?.set(\.load, .success) }
        } catch { if !Task.isCancelled { model?.set(\.load, .failure("\(error)")) } }
      }
    }
    return RunningApp(model, keeping: line)
  }
}
