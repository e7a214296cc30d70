@testable import Model

/// The runtime worked out on whole states by the product's functions alone: nothing interned or remembered.
///
/// It says again what `RuntimeExpansion` computes with handles and tables, so that each checks the other.
/// It knows the open environment only, and takes the gestures of a state to be distinct.
struct NaiveRuntime<P: Product> {
  typealias State = RuntimeState<P>
  typealias Label = RuntimeLabel<P>

  let system: RuntimeSystem<P>

  private var product: P { system.product }
  private var scope: Scope<P.Values> { system.scope }

  /// Every step out of a state, labels ascending.
  func steps(from state: State) -> [(Label, State)] {
    let steps =
      gestures(from: state) + deliveries(from: state) + performances(from: state) + completions(from: state)
      + relaunches(from: state)
    return steps.sorted { $0.0 < $1.0 }
  }

  // MARK: Dispatch

  private func gestures(from state: State) -> [(Label, State)] {
    guard let running = state.state, state.mail.count < scope.mailMax else { return [] }
    return product.gestures(in: running, values: scope.values).compactMap { gesture in
      var next = state
      dispatch(product.action(of: gesture), in: &next)
      if let notice = next.mail.last, next.mail.count > state.mail.count, product.isAcceptedRequest(notice) {
        next.budgets.additionsLeft -= product.additionCount(of: gesture)
      }
      if next.budgets.additionsLeft < 0 { return nil }
      if !product.isAppearing(gesture) { next.ghost.databaseAtKill = nil }
      return (.gesture(gesture, window: nil), next)
    }
  }

  private func completions(from state: State) -> [(Label, State)] {
    guard state.state != nil else { return [] }
    return state.underWay.indices.compactMap { place in
      let thunk = state.underWay[place]
      guard let result = thunk.result else { return nil }
      var next = state
      next.underWay.remove(at: place)
      if let action = product.completion(of: thunk.operation, result: result) { dispatch(action, in: &next) }
      return (.complete(thunk.operation, occurrence: occurrence(of: place, in: state)), next)
    }
  }

  /// The store's turn: a reducer that throws leaves the state as it was and streams nothing.
  private func dispatch(_ action: P.Action, in state: inout State) {
    guard let old = state.state else { return }
    var new: P.State?
    do {
      let answer = try product.reduce(old, action)
      state.store = .running(answer)
      if let notice = product.notice(old: old, action: action) { state.mail.append(notice) }
      new = answer
    } catch let crash as Crash {
      end(&state, with: crash)
      return
    } catch {
      new = nil
    }
    note(product.mark(dispatching: action, from: old, to: new), in: &state)
  }

  /// A trap ends the process: the mail and the thunks are gone with the state.
  private func end(_ state: inout State, with crash: Crash) {
    state.store = .crashed(crash)
    state.mail = []
    state.underWay = []
  }

  private func note(_ mark: P.Mark?, in state: inout State) {
    if let mark { product.note(mark, in: &state.ghost.product) }
  }

  // MARK: Listener and database

  private func deliveries(from state: State) -> [(Label, State)] {
    guard let running = state.state, let notice = state.mail.first else { return [] }
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
    guard state.state != nil else { return [] }
    return state.underWay.indices.flatMap { place -> [(Label, State)] in
      let operation = state.underWay[place].operation
      if state.underWay[place].result != nil { return [] }
      // Where the world outside answers, nothing is carried out without an answer, though it may fail.
      let answers = product.answers(to: operation, values: scope.values)
      if !answers.isEmpty {
        let unanswered = performance(of: place, as: operation, fault: .before, from: state)
        return (state.budgets.faultsLeft > 0 ? [unanswered] : [])
          + answers.flatMap { answer -> [(Label, State)] in
            let faultless = performance(of: place, as: answer, fault: nil, from: state)
            guard state.budgets.faultsLeft > 0, faultless.1.state != nil,
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
        if faultless.1.state != nil && faultless.1.database != state.database {
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
      let result = try product.result(of: operation, fault: fault, on: &next.database)
      if product.completion(of: operation, result: result) == nil {
        // It reports nothing back, so that nothing is left to be dispatched.
        next.underWay.remove(at: place)
      } else {
        next.underWay[place] = Thunk(operation: operation, result: result)
      }
      if case .failure = result, next.database == state.database {
        next.budgets.additionsLeft += product.additionCount(of: operation)
      }
      note(product.mark(performing: operation, from: state.database, to: next.database), in: &next)
    } catch {
      // The database stays as the last finished operation left it.
      next.database = state.database
      end(&next, with: error)
    }
    if fault != nil {
      next.budgets.faultsLeft -= 1
      next.ghost.databaseAtKill = nil
    }
    return (label, next)
  }

  /// How many earlier thunks of the same operation stand alike: asked, or carried out.
  private func occurrence(of place: Int, in state: State) -> Int {
    let thunk = state.underWay[place]
    return state.underWay[..<place].count { earlier in
      earlier.operation == thunk.operation && (earlier.result == nil) == (thunk.result == nil)
    }
  }

  // MARK: Kills

  private func relaunches(from state: State) -> [(Label, State)] {
    guard state.budgets.relaunchesLeft > 0 else { return [] }
    var next = state
    next.store = .running(product.initialState)
    next.mail = []
    next.underWay = []
    next.budgets.relaunchesLeft -= 1
    note(product.markOfRelaunch, in: &next)
    next.ghost.databaseAtKill = state.database
    return [(.relaunch, next)]
  }
}
