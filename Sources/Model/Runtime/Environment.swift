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

/// Where the persistent store is: what becomes of requests when the app is killed; its rows stay.
public enum StorePlace: String, Hashable, Codable, Sendable {
  /// What was asked for and not carried out is lost with the process.
  case local
  /// What was sent before a kill can still be carried out afterwards, unseen by the next launch.
  case remote
}
