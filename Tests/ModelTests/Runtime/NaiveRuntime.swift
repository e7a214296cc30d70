@testable import Model

/// The runtime worked out on whole states by the product's functions alone: nothing interned or
/// remembered.
///
/// It says again what `RuntimeExpansion` computes with handles and tables, so that each checks the
/// other, and takes the gestures of a state to be distinct.
struct NaiveRuntime<P: Product> {
  typealias State = NaiveState<P>
  typealias Label = RuntimeLabel<P>

  let system: RuntimeSystem<P>

  var product: P { system.product }
  var scope: Scope<P.Values> { system.scope }

  /// The first launch.
  var initialState: State {
    State(
      store: .running(product.initialState), database: product.initialDatabase,
      budgets: Budgets(
        faultsLeft: scope.faultsMax, relaunchesLeft: scope.relaunchesMax,
        additionsLeft: scope.additionsMax, occurrencesLeft: scope.occurrencesMax),
      windows: windowsAtLaunch(in: product.initialState))
  }

  /// Every step out of a state, labels ascending.
  func steps(from state: State) -> [(Label, State)] {
    // What was published is rendered before anything else happens inside.
    let inside =
      state.needsRender
      ? []
      : deliveries(from: state) + performances(from: state) + completions(from: state)
        + arrivals(from: state) + occurrences(from: state)
    let steps =
      (scope.environment == .open ? gestures(from: state) : windowGestures(from: state)) + inside
      + catchingUp(from: state) + relaunches(from: state) + comingsAndGoings(from: state)
    return steps.sorted { $0.0 < $1.0 }
  }

  // MARK: Dispatch

  private func gestures(from state: State) -> [(Label, State)] {
    guard let running = state.running, state.mail.count < scope.mailMax else { return [] }
    return product.gestures(in: running, values: scope.values).compactMap { gesture in
      var next = state
      return request(gesture, in: &next, after: state)
        ? (.gesture(gesture, window: nil), next) : nil
    }
  }

  /// Dispatches what a person asks for, whoever did it.
  ///
  /// - Returns: whether the budget of additions allows it.
  func request(_ gesture: P.Gesture, in next: inout State, after state: State) -> Bool {
    dispatch(product.action(of: gesture), in: &next, after: state)
    if let notice = next.mail.last, next.mail.count > state.mail.count,
      product.isAcceptedRequest(notice)
    {
      next.budgets.additionsLeft -= product.additionCount(of: gesture)
    }
    return next.budgets.additionsLeft >= 0
  }

  private func completions(from state: State) -> [(Label, State)] {
    guard state.running != nil else { return [] }
    return state.underWay.indices.compactMap { place in
      let thunk = state.underWay[place]
      guard let result = thunk.result else { return nil }
      var next = state
      next.underWay.remove(at: place)
      if let action = product.completion(of: thunk.operation, result: result) {
        dispatch(action, in: &next, after: state)
      }
      return (.complete(thunk.operation, occurrence: occurrence(of: place, in: state)), next)
    }
  }

  /// The store's turn: a reducer that throws leaves the state as it was and streams nothing.
  private func dispatch(_ action: P.Action, in next: inout State, after state: State) {
    guard let old = state.running else { return }
    do {
      next.store = .running(try product.reduce(old, action))
      if let notice = product.notice(old: old, action: action) { next.mail.append(notice) }
      show(&next, after: state, streaming: action)
    } catch let crash as Crash {
      end(&next, with: crash)
    } catch {
      show(&next, after: state, streaming: nil)
    }
  }

  /// A trap ends the process: the mail, the thunks and the windows are gone with the state.
  private func end(_ state: inout State, with crash: Crash) {
    state.store = .crashed(crash)
    endProcess(in: &state)
    state.windows = []
  }

  /// What a remote store was asked for goes on without the process.
  private func endProcess(in state: inout State) {
    state.mail = []
    if scope.store == .remote {
      let asked = state.underWay.filter { $0.result == nil }.map(\.operation)
      state.outliving = (state.outliving + asked).contentSorted()
    }
    state.underWay = []
  }

  // MARK: Listener and database

  private func deliveries(from state: State) -> [(Label, State)] {
    guard let running = state.running, let notice = state.mail.first else { return [] }
    // The serial listener awaits the thunk that it dispatched before it takes the next element.
    if scope.discipline == .serial && !state.underWay.isEmpty { return [] }
    var next = state
    next.mail.removeFirst()
    do {
      if let operation = try product.react(to: notice, current: running) {
        next.underWay.append(Thunk(operation: operation))
      }
    } catch let crash as Crash {
      end(&next, with: crash)
    } catch {
      // The listener prints what it caught and goes on with the next element.
    }
    return [(.deliver, next)]
  }

  private func performances(from state: State) -> [(Label, State)] {
    guard state.running != nil else { return [] }
    return state.underWay.indices.flatMap { place -> [(Label, State)] in
      let operation = state.underWay[place].operation
      if state.underWay[place].result != nil { return [] }
      // Where the world outside answers, nothing is carried out without an answer, though it may
      // fail.
      let answers = product.answers(to: operation, values: scope.values)
      if !answers.isEmpty {
        let unanswered = performance(of: place, as: operation, fault: .before, from: state)
        return (state.budgets.faultsLeft > 0 ? [unanswered] : [])
          + answers.flatMap { answer -> [(Label, State)] in
            let faultless = performance(of: place, as: answer, fault: nil, from: state)
            guard state.budgets.faultsLeft > 0, faultless.1.running != nil,
              faultless.1.database != state.database
            else { return [faultless] }
            return [faultless, performance(of: place, as: answer, fault: .after, from: state)]
          }
      }
      let faultless = performance(of: place, as: operation, fault: nil, from: state)
      var steps = [faultless]
      if state.budgets.faultsLeft > 0 {
        steps.append(performance(of: place, as: operation, fault: .before, from: state))
        // A reply is lost after the database changed; where nothing changes, `before` says it all.
        if faultless.1.running != nil && faultless.1.database != state.database {
          steps.append(performance(of: place, as: operation, fault: .after, from: state))
        }
      }
      return steps
    }
  }

  private func performance(
    of place: Int, as operation: P.Operation, fault: Fault?, from state: State
  ) -> (Label, State) {
    let label = Label.perform(operation, occurrence: occurrence(of: place, in: state), fault: fault)
    var next = state
    do {
      let result = try result(of: operation, fault: fault, on: &next.database)
      if product.completion(of: operation, result: result) == nil {
        // It reports nothing back, so that nothing is left to be dispatched.
        next.underWay.remove(at: place)
      } else {
        next.underWay[place] = Thunk(operation: operation, result: result)
      }
      if case .failure = result, next.database == state.database {
        next.budgets.additionsLeft += product.additionCount(of: operation)
      }
    } catch {
      // The database stays as the last finished operation left it.
      next.database = state.database
      end(&next, with: error)
    }
    if fault != nil { next.budgets.faultsLeft -= 1 }
    return (label, next)
  }

  /// What was done before an error stays done; what fails before its beginning does nothing.
  ///
  /// Where its reply is lost, so is the error.
  private func result(
    of operation: P.Operation, fault: Fault?, on database: inout P.Database
  ) throws(Crash) -> Result<P.Reply, OperationFailure> {
    if fault == .before { return .failure(.injected) }
    var outcome: Result<P.Reply, OperationFailure>
    do { outcome = .success(try product.perform(operation, on: &database)) } catch {
      if let crash = error as? Crash { throw crash }
      outcome = .failure(OperationFailure(error))
    }
    return fault == .after ? .failure(.injected) : outcome
  }

  /// How many earlier thunks of the same operation stand alike: asked, or carried out.
  private func occurrence(of place: Int, in state: State) -> Int {
    let thunk = state.underWay[place]
    return state.underWay[..<place].count { earlier in
      earlier.operation == thunk.operation && (earlier.result == nil) == (thunk.result == nil)
    }
  }

  // MARK: Around the app

  private func arrivals(from state: State) -> [(Label, State)] {
    if state.running == nil { return [] }
    return Set(state.outliving).flatMap { operation -> [(Label, State)] in
      let answers = product.answers(to: operation, values: scope.values)
      return (answers.isEmpty ? [operation] : answers).map { answered in
        var next = state
        if let place = next.outliving.firstIndex(of: operation) { next.outliving.remove(at: place) }
        do { _ = try product.perform(answered, on: &next.database) } catch {
          if error is Crash { next.database = state.database }
        }
        return (.arrive(answered), next)
      }
    }
  }

  private func occurrences(from state: State) -> [(Label, State)] {
    guard let old = state.running, state.budgets.occurrencesLeft > 0 else { return [] }
    return product.occurrences(values: scope.values).compactMap { occurrence in
      var (next, running) = (state, old)
      product.take(occurrence, in: &running, &next.database)
      if running == old && next.database == state.database { return nil }
      next.store = .running(running)
      next.budgets.occurrencesLeft -= 1
      show(&next, after: state, streaming: nil)
      return (.occur(occurrence), next)
    }
  }

  // MARK: Kills

  private func relaunches(from state: State) -> [(Label, State)] {
    guard state.budgets.relaunchesLeft > 0 else { return [] }
    var next = state
    next.store = .running(product.initialState)
    endProcess(in: &next)
    next.budgets.relaunchesLeft -= 1
    next.windows = windowsAtLaunch(in: product.initialState)
    return [(.relaunch, next)]
  }
}
