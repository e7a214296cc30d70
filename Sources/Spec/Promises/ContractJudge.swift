import Model

/// Compares what a listener asks for, and what a store does and reports, with a contract.
struct ContractJudge<P: Product> {
  let product: P
  let contract: Contract<P>

  func decides(
    _ notice: P.Notice, _ current: P.State
  ) -> Judgement {
    let told = contract.asks(notice, current)
    let outcome = outcome(of: { try product.react(to: notice, current: current) })
    guard case .success(let asked)? = outcome else {
      let does = outcome == nil ? "ends the app" : "throws"
      return .violated(
        culprit: "\(caseName(of: notice)): \(does)",
        detail:
          "for \(notice) the listener should ask for \(told.map { "\($0)" } ?? "nothing"), and "
          + does)
    }
    let isIdle = [asked, told].allSatisfy { $0.map(contract.isIdle) ?? true }
    return .require(
      asked == told || isIdle, culprit: "\(caseName(of: notice)): asked otherwise",
      "for \(notice) the listener should ask for \(told.map { "\($0)" } ?? "nothing"), not "
        + "\(asked.map { "\($0)" } ?? "nothing")")
  }

  private func caseName(of notice: P.Notice) -> String {
    innermostCaseName(of: notice) ?? "element"
  }

  func performs(
    _ operation: P.Operation, on before: P.Database, in state: P.State?
  ) -> Judgement {
    var after = before
    let name = innermostCaseName(of: operation) ?? "operation"
    let isEnd = contract.trapsPerforming(operation, before)
    guard let result = outcome(of: { try product.perform(operation, on: &after) }) else {
      return .require(
        isEnd, culprit: "\(name): ends the app", "\(operation) should not end the app, and does")
    }
    if isEnd {
      return .violated(
        culprit: "\(name): goes on", detail: "\(operation) should end the app, and goes on")
    }
    if let fault = contract.performs(operation, before, Performed(result: result, database: after))
    {
      return .violated(culprit: name, detail: "\(operation): \(fault)")
    }
    return reports(
      operation, product.completion(of: operation, result: result),
      contract.completes(operation, result),
      in: state, isDrawn: true, culprit: "\(name): reported otherwise")
  }

  /// - Parameters:
  ///   - state: the state in which it is reported, where that is known.
  ///   - isDrawn: whether what a run reports is asked about then, in the state of that moment.
  func reports(
    _ operation: P.Operation, failing text: String? = nil, _ answer: P.Action?, _ told: P.Action?,
    in state: P.State?, isDrawn: Bool = false, culprit: @autoclosure () -> String
  ) -> Judgement {
    let isAskedLater = isDrawn && state == nil && answer != nil && told != nil
    if isAskedLater || isAlike(answer, told, in: state) { return .holds }
    let words = ToldAnswers(told, answer)
    let failure = text.map { " that fails with '\($0)'" } ?? ""
    let detail = "\(operation)\(failure) should be reported as \(words.first), not \(words.second)"
    return .violated(culprit: culprit(), detail: detail)
  }

  /// Whether two actions do the same in a state, whatever they are called: to the state, and to
  /// what the listener hears.
  private func isAlike(
    _ action: P.Action?, _ other: P.Action?, in state: P.State?
  ) -> Bool {
    if action == other { return true }
    guard let action, let other, let state,
      let one = outcome(of: { try product.reduce(state, action) }),
      let two = outcome(of: { try product.reduce(state, other) })
    else { return false }
    return one == two
      && product.notice(old: state, action: action) == product.notice(old: state, action: other)
  }

  /// Of failures that say nothing, or something.
  func reportsFailures(
    of operation: P.Operation, in state: P.State
  ) -> Judgement {
    let name = innermostCaseName(of: operation) ?? "operation"
    return .first(
      ["", " ", "failed"].map { text in
        let result: Result<P.Reply, OperationFailure> = .failure(OperationFailure(text))
        return reports(
          operation, failing: text, product.completion(of: operation, result: result),
          contract.completes(operation, result), in: state,
          culprit: "\(name): reported otherwise")
      })
  }

  /// What a function answers or throws; nil where it ends the app.
  func outcome<Value>(of ask: () throws -> Value) -> Result<Value, OperationFailure>? {
    do { return .success(try ask()) } catch {
      return error is Crash ? nil : .failure(OperationFailure(error))
    }
  }
}
