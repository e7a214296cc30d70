import Foundation
import Model

extension Quakes {
  /// The search date is that of the day on which the window opens.
  func initialWindow(in state: State) -> Window? {
    var search = firstSearch
    search.date = search.date.addingTimeInterval(86_400 * Double(state.clock.dayCount))
    return Window(search: search)
  }

  func showsFailure(of subject: Subject, in window: Window) -> Bool {
    repaired.contains(.showFailures)
  }

  func mounts(in window: Window) -> [Mount<Quakes>] {
    let all = QuakesSubscriptions(product: self)
    return [
      Mount("QuakeList", all.list(window.search, window.sort)), Mount("QuakeList", all.count),
      Mount("QuakeList", all.status), Mount("QuakeMap", all.quakes(window.search)),
      Mount("QuakeMap.listSelection", all.quake(window.listSelection)),
      Mount("QuakeMap.mapSelection", all.quake(window.mapSelection)),
    ]
  }

  func gestures(in window: Window, showing display: Display, values: Values) -> [WindowGesture] {
    design.windows.enabling(QuakesControls.enabled(in: window, display, values), window, display)
  }

  func handle(
    _ gesture: WindowGesture, in window: inout Window, showing display: Display
  ) -> UserAction? {
    let before = window
    var dispatched = QuakesControls.handle(gesture, in: &window)
    design.windows.handling(gesture, before, &window, &dispatched, display)
    return dispatched
  }

  /// Each selection follows the other when that one has changed.
  func refresh(_ window: inout Window, from old: Rendering<Window>, to new: Rendering<Window>) {
    let before = window
    defer { design.windows.refreshing(before, &window, old, new) }
    if old.window.mapSelection != new.window.mapSelection {
      window.listSelection = window.mapSelection
    }
    if old.window.listSelection != new.window.listSelection {
      window.mapSelection = window.listSelection
    }
  }
}
