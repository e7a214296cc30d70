/// What kind of step a step is, as far as searches and properties have to tell steps apart.
@frozen public struct StepTraits: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// The bits.
  public let rawValue: UInt16

  /// Makes traits from their bits.
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A person did it.
  @inlinable public static var gesture: StepTraits { StepTraits(rawValue: 1) }
  /// An operation failed because the scope injected a fault.
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
  /// The step leads back to where it started.
  @inlinable public static var loop: StepTraits { StepTraits(rawValue: 8192) }
  /// What was dispatched came into the mail: the listener will hear of it.
  @inlinable public static var heard: StepTraits { StepTraits(rawValue: 16384) }
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

/// What a counterexample is charged for a step, in the order in which charges are compared.
public struct StepCost: Hashable, Comparable, Sendable {
  /// Gestures while something inside could have moved, and thunks that overtook an earlier one.
  public var departureCount: Int
  /// Injected faults and kills.
  public var faultCount: Int
  /// How far the values chosen lie from the simplest ones of the scope.
  public var complexity: Int

  /// Makes a cost; a step that costs nothing by default.
  public init(departureCount: Int = 0, faultCount: Int = 0, complexity: Int = 0) {
    self.departureCount = departureCount
    self.faultCount = faultCount
    self.complexity = complexity
  }

  /// The cost in one word that adds up and compares alike, as long as a path has fewer than 65,536
  /// departures and faults.
  package var packed: UInt64 {
    UInt64(departureCount) << 48 | UInt64(faultCount) << 32 | UInt64(complexity)
  }

  /// The sum of two costs.
  public static func + (first: StepCost, second: StepCost) -> StepCost {
    StepCost(
      departureCount: first.departureCount + second.departureCount,
      faultCount: first.faultCount + second.faultCount,
      complexity: first.complexity + second.complexity)
  }

  /// Compares departures, then faults, then complexity.
  public static func < (first: StepCost, second: StepCost) -> Bool {
    (first.departureCount, first.faultCount, first.complexity)
      < (second.departureCount, second.faultCount, second.complexity)
  }
}

/// One step out of a state, as rows and handles.
public struct RowStep: Sendable, BitwiseCopyable {
  /// The successor.
  public var row: Row
  /// What decides the label and all that the label changed.
  public var transition: UInt32
  /// What kind of step it is.
  public var traits: StepTraits

  /// Makes a step.
  @inlinable public init(row: Row, transition: UInt32, traits: StepTraits) {
    self.row = row
    self.transition = transition
    self.traits = traits
  }
}

/// The steps out of one state, in label order.
public struct StepBuffer: Sendable {
  /// The steps.
  public var steps: ContiguousArray<RowStep> = []
  /// How many steps were counted instead of added: loops that the selection lets go.
  public var skippedLoopCount = 0
  /// Set when the system broke a rule of transition systems while it was asked; says which.
  public var complaint: String?

  /// Makes an empty buffer.
  public init() { steps.reserveCapacity(256) }

  /// How many steps were added.
  public var count: Int { steps.count }

  /// Adds a step.
  @inline(__always)
  public mutating func append(_ row: Row, transition: UInt32, traits: StepTraits) {
    steps.append(RowStep(row: row, transition: transition, traits: traits))
  }

  /// Empties the buffer and keeps its storage.
  public mutating func removeAll() {
    steps.removeAll(keepingCapacity: true)
    skippedLoopCount = 0
    complaint = nil
  }
}
