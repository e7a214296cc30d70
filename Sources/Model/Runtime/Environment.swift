/// How the listener treats elements while a thunk is under way.
public enum Discipline: String, Hashable, Codable, Sendable, CaseIterable {
  /// One element at a time, its thunk awaited: as published.
  case serial
  /// Every element is taken at once; thunks run side by side.
  case concurrent
}

/// Who dispatches.
public enum Environment: String, Hashable, Codable, Sendable, CaseIterable {
  /// Any ui action of the scope's values, whenever there is room in the mail.
  case open
  /// What people can do through the enabled controls of windows.
  case windows
}
