/// The windows of a run: what people do in them, and which waiting jobs are theirs.
extension LiveExecution {
  /// A window's job that waits.
  public struct WindowJob: Hashable, Sendable {
    /// The window's place among those that are open.
    public let window: Int
    /// What the job does.
    public let work: LiveWindowWork
  }

  /// How many windows are open.
  public var windowCount: Int { windows.count }

  /// What a job at a place among those that wait does for a window; nil for any other job.
  public func windowJob(at place: Int) -> WindowJob? {
    guard let job = scheduler.waitingJob(at: place), let entry = windowTasks[job],
      let window = windows.firstIndex(where: { ObjectIdentifier($0) == entry.window })
    else { return nil }
    return WindowJob(window: window, work: entry.work)
  }

  /// A person does something in a window, now.
  ///
  /// - Returns: false when no control of the window offers it.
  public func perform(_ gesture: P.WindowGesture, inWindow place: Int, values: P.Values) -> Bool {
    let isOffered = dispatch(gesture, inWindow: place, values: values)
    endIfCrashed()
    return isOffered
  }

  /// On its own, so that nothing here holds the window when a crash ends it.
  private func dispatch(_ gesture: P.WindowGesture, inWindow place: Int, values: P.Values) -> Bool {
    guard windows.indices.contains(place) else { return false }
    let (window, surroundings) = (windows[place], surroundings)
    return scheduler.runOnMainActor {
      guard window.offers(gesture, values: values) else { return false }
      do {
        try window.perform(gesture)
      } catch {
        if !(error is Crash) { surroundings.notePrinted(error) }
      }
      return true
    }
  }

  /// A window opens.
  ///
  /// - Returns: false when the code under test opens none.
  public func openWindow() -> Bool {
    guard let system else { return false }
    let (subject, tasks) = (subject, windowTasks)
    let opened = scheduler.runOnMainActor { subject.openWindow(on: system, tasks: tasks) }
    guard let window = opened else { return false }
    windows.append(window)
    note(window)
    return true
  }

  /// A window closes.
  public func closeWindow(at place: Int) {
    scheduler.own { _ = windows.remove(at: place) }
  }

  /// The windows as somebody who looks at them knows them.
  public var appearances: [WindowState<P>] {
    if windows.isEmpty { return [] }
    let windows = windows
    return scheduler.runOnMainActor { windows.map(\.appearance) }
  }
}
