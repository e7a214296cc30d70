import Model

extension RuntimeProperties where P.State: Codable, P.Action: Codable {
  /// All properties, with those whose counterexamples are values that can be written down.
  public var allWithValues: [RuntimeProperty] {
    (all + [reducerTotal]).judging(valuesClauses, of: product)
  }

  private var reducerTotal: RuntimeProperty {
    let product = product
    let vocabulary = product.vocabulary(values: system.scope.values)
    @Sendable func crash(_ state: P.State, _ action: P.Action) -> Violation? {
      do {
        _ = try product.reduce(state, action)
        return nil
      } catch let crash as Crash {
        return Violation(culprit: caseName(of: action), detail: crash.reason)
      } catch {
        return nil
      }
    }
    return RuntimeProperty(
      "reducer.total", "The reducer answers every action in every state: a new state or a thrown error.",
      witness: "the reducer is asked",
      .values(
        ValuesForm(
          judge: { state in
            guard let data = state.state else { return .idle }
            return .judge(vocabulary.compactMap { crash(data, $0) }.uniqued())
          },
          example: { state, culprit in
            guard let data = state.state,
              let action = vocabulary.first(where: { crash(data, $0)?.culprit == culprit }),
              let stateJSON = try? JSONValue(encoding: data),
              let actionJSON = try? JSONValue(encoding: action)
            else { return nil }
            return ValuesCase(state: stateJSON, action: actionJSON)
          },
          regrade: { values in
            guard let action = values.action else { throw TraceError("the values need an action") }
            let data = try values.state.decodeWhole(as: P.State.self)
            return .judge([crash(data, try action.decodeWhole(as: P.Action.self))].compactMap(\.self))
          })))
  }
}
