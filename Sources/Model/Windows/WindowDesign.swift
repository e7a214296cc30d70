/// What becomes of what a product's windows enable, do and follow: designs with a planted defect
/// differ in it.
public struct WindowDesign<P: Product>: Sendable {
  /// What becomes of the controls that a window enables.
  public var enabling: @Sendable ([P.WindowGesture], P.Window, Display) -> [P.WindowGesture] = {
    controls, _, _ in controls
  }
  /// What becomes of a gesture: of its window, and of what it dispatches.
  public var handling:
    @Sendable (P.WindowGesture, _ before: P.Window, inout P.Window, inout P.Gesture?, Display) ->
      Void = {
        _, _, _, _, _ in
      }
  /// Whether another window stays open when one closes.
  public var closing: @Sendable (_ other: P.Window, _ closed: P.Window) -> Bool = { _, _ in true }
  /// What becomes of a window after a render.
  public var refreshing:
    @Sendable (
      _ before: P.Window, inout P.Window, _ old: Rendering<P.Window>, _ new: Rendering<P.Window>
    )
      -> Void = { _, _, _, _ in }

  public init() {}
}
