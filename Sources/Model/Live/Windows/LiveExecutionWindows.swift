/// The windows of a run: what people do in them, and which waiting jobs are theirs.
extension LiveExecution {
  @usableFromInline package var windowCount: Int { windows.count }

  /// What a job at a place among those that wait does for a window, and the window's place among
  /// those that are open; nil for any other job.
  @usableFromInline package func windowJob(at place: Int) -> (window: Int, work: LiveWindowWork)? {
    guard let job = scheduler.waitingJob(at: place), let entry = windowTasks[job],
      let window = windows.firstIndex(where: { ObjectIdentifier($0) == entry.window })
    else { return nil }
    return (window, entry.work)
  }

  /// A person does something in a window, now.
  ///
  /// - Returns: false when no control of the window offers it.
  @usableFromInline package func perform(
    _ gesture: P.WindowGesture, inWindow place: Int, values: P.Values
  )
    -> Bool
  {
    guard windows.indices.contains(place) else { return false }
    // Nothing here may hold the window when a crash ends it.
    let isOffered = scheduler.runOnMainActor { [window = windows[place]] in
      window.offers(gesture, values: values)
    }
    if isOffered {
      let others = windows.indices.filter { $0 != place }.map { windows[$0] }
      dispatch { [weak window = windows[place]] in
        try window?.perform(gesture, besides: others.map(\.window))
      }
    }
    endIfCrashed()
    return isOffered
  }

  @usableFromInline package func closeWindow(at place: Int) {
    let staying = scheduler.runOnMainActor { [windows, product] in
      windows.indices.filter { other in
        other != place
          && product.staysOpen(windows[other].window, whenClosing: windows[place].window)
      }
    }
    scheduler.own { windows = staying.map { windows[$0] } }
  }

  /// The windows as somebody who looks at them knows them.
  @usableFromInline package var appearances: [WindowState<P>] {
    if windows.isEmpty { return [] }
    let windows = windows
    return scheduler.runOnMainActor { windows.map(\.appearance) }
  }
}
