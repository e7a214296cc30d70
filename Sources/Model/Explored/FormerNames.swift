/// The former name of `Interaction`.
@available(*, deprecated, renamed: "Interaction")
public typealias Deed<Action: Hashable & Sendable> = Interaction<Action>

/// The former name of `RunningApp`.
@available(*, deprecated, renamed: "RunningApp")
public typealias Launched<Store: AnyObject & Sendable> = RunningApp<Store>

/// The former name of `NoValues`.
@available(*, deprecated, renamed: "NoValues")
public typealias Nothing = NoValues

extension App {
  /// What an app lists under the former name.
  @available(*, deprecated, message: "write interactions(in:), which lists what people can do")
  public func interactions(in state: State) -> [Interaction<Action>] { deeds(in: state) }
  public func deeds(in state: State) -> [Interaction<Action>] {
    misuse("\(Self.self) does not list what people can do: write interactions(in:)")
  }
}
