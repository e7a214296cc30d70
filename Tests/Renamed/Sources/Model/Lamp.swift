/// What the app's own module `Model` is about.
public struct Lamp: Hashable, Sendable {
  public var isOn = false

  public init() {}
}
