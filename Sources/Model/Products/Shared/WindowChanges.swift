import Model

extension WindowDesign {
  typealias Enabling = @Sendable (inout [P.WindowGesture], P.Window, Display) -> Void
  typealias Handling =
    @Sendable (P.WindowGesture, _ before: P.Window, inout P.Window, inout P.Gesture?, Display) ->
    Void
  typealias Refreshing =
    @Sendable (
      _ before: P.Window, inout P.Window, _ old: Rendering<P.Window>, _ new: Rendering<P.Window>
    )
    -> Void

  /// Changes what a window enables; what others change there is handed on.
  mutating func changeEnabling(_ change: @escaping Enabling) {
    let enabling = enabling
    self.enabling = { controls, window, display in
      var changed = enabling(controls, window, display)
      change(&changed, window, display)
      return changed
    }
  }

  /// Changes what a gesture does, after what others change there.
  mutating func changeHandling(_ change: @escaping Handling) {
    let handling = handling
    self.handling = { gesture, before, window, dispatched, display in
      handling(gesture, before, &window, &dispatched, display)
      change(gesture, before, &window, &dispatched, display)
    }
  }

  /// Changes what a render does, after what others change there.
  mutating func changeRefreshing(_ change: @escaping Refreshing) {
    let refreshing = refreshing
    self.refreshing = { before, window, old, new in
      refreshing(before, &window, old, new)
      change(before, &window, old, new)
    }
  }
}
