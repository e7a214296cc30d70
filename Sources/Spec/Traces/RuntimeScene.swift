import Model

/// What there is to see of a product's runtime.
extension RuntimeWords {
  /// What is under way, and what windows show.
  func scene(_ state: RuntimeState<P>) -> Story.Scene {
    let waiting = state.mail.map { "in the mail: \(ContentTree($0).words)" }
    let asked = state.underWay.map { thunk -> String in
      // Words that go on in a sentence may end with a comma.
      let words = String(
        narrator.operation(thunk.operation).reversed().drop { $0 == "," }.reversed())
      return switch thunk.result {
      case nil: "under way: \(words)"
      case .success?: "carried out, not reported yet: \(words)"
      case .failure(let failure)?: "failed, not reported yet: \(words) (\(failure.text))"
      }
    }
    guard let store = state.state else {
      var closed = Screen([Screen.Part("The app has closed by itself.", .alert)])
      closed.title = "No window"
      return Story.Scene(pending: waiting + asked, screens: state.windows.isEmpty ? [] : [closed])
    }
    let screens = state.windows.enumerated().map { place, window in
      let display = system.display(of: window, in: store)
      let values = system.scope.values
      let offered = system.product.gestures(in: window.window, showing: display, values: values)
      var screen =
        narrator.screen?(window.window, display, offered, values)
        ?? self.screen(window.window, display, offered)
      screen.title = "Window \(place + 1)"
      return screen
    }
    return Story.Scene(pending: waiting + asked, screens: screens)
  }

  /// A window drawn from its subscriptions, component by component, and from what it enables.
  private func screen(_ window: P.Window, _ display: Display, _ offered: [P.WindowGesture])
    -> Screen
  {
    let mounts = system.product.mounts(in: window)
    let parts = mounts.map(\.component).uniqued().map { component in
      let rows = mounts.filter { $0.component == component }.flatMap { mount -> [Screen.Row] in
        guard let value = display.value(of: mount.name) else { return [] }
        return [Screen.Row(mount.subscription.name, words(ofShown: value))]
      }
      return Screen.Part(component, .detail, rows: rows)
    }
    let facts = narrator.window(window).sorted { $0.key < $1.key }.map {
      Screen.Row($0.key, $0.value)
    }
    let own = facts.isEmpty ? [] : [Screen.Part("", .detail, rows: facts)]
    let buttons = offered.map { Screen.Button(narrator.windowGesture($0), isEnabled: true) }
    return Screen(own + parts + [Screen.Part("A person can", .detail, buttons: buttons)])
  }
}
