/// What kind of step a step is, as far as searches and properties have to tell steps apart.
public struct StepTraits: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// The bits.
  public let rawValue: UInt16

  /// Makes traits from their bits.
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A person did it.
  @inlinable public static var gesture: StepTraits { StepTraits(rawValue: 1) }
  /// The scope injected a fault, so that an operation failed, or let something happen around the
  /// app.
  @inlinable public static var fault: StepTraits { StepTraits(rawValue: 2) }
  /// The app was killed and launched again.
  @inlinable public static var relaunch: StepTraits { StepTraits(rawValue: 4) }
  /// A gesture that changes or removes what is stored: reload, delete, update, delete all.
  @inlinable public static var destructive: StepTraits { StepTraits(rawValue: 8) }
  /// A thunk moved before one that was asked for earlier.
  @inlinable public static var overtaking: StepTraits { StepTraits(rawValue: 16) }
  /// A gesture that is only the appearing of a component.
  @inlinable public static var appearing: StepTraits { StepTraits(rawValue: 64) }
  /// The reducer threw.
  @inlinable public static var throwing: StepTraits { StepTraits(rawValue: 128) }
  /// The reducer, asked again with the same input, gave another answer.
  @inlinable public static var impure: StepTraits { StepTraits(rawValue: 256) }
  /// A product's step leads back to where it started.
  @inlinable public static var loop: StepTraits { StepTraits(rawValue: 8192) }
  /// What was dispatched came into the mail: the listener will hear of it.
  @inlinable public static var heard: StepTraits { StepTraits(rawValue: 16384) }
  /// Something happened around the app: a request that outlived its process, or an occurrence.
  @inlinable public static var outside: StepTraits { StepTraits(rawValue: 4096) }
  /// The listener took an element.
  @inlinable public static var delivery: StepTraits { StepTraits(rawValue: 512) }
  /// An operation was carried out, or failed.
  @inlinable public static var performance: StepTraits { StepTraits(rawValue: 1024) }
  /// A thunk dispatched its completion.
  @inlinable public static var completion: StepTraits { StepTraits(rawValue: 2048) }
  /// A subscription took an element, or a window rendered.
  @inlinable public static var rendering: StepTraits { StepTraits(rawValue: 32768) }
  /// A product function crashed.
  @inlinable public static var crash: StepTraits { StepTraits(rawValue: 32) }
}
