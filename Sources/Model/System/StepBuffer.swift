/// What kind of step a step is, as far as searches and properties have to tell steps apart.
public struct StepTraits: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt16

  /// Makes traits from their bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A person did it.
  public static let gesture = StepTraits(rawValue: 1)
  /// An operation failed because the scope injected a fault.
  public static let fault = StepTraits(rawValue: 2)
  /// The app was killed and launched again.
  public static let relaunch = StepTraits(rawValue: 4)
  /// A gesture that changes or removes what is stored: reload, delete, update, delete all.
  public static let destructive = StepTraits(rawValue: 8)
  /// A thunk moved before one that was asked for earlier.
  public static let overtaking = StepTraits(rawValue: 16)
  /// A gesture that is only the appearing of a component.
  public static let appearing = StepTraits(rawValue: 64)
  /// The reducer threw.
  public static let throwing = StepTraits(rawValue: 128)
  /// A product function crashed.
  public static let crash = StepTraits(rawValue: 32)
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

/// The steps out of one state, in label order.
public struct StepBuffer: Sendable {
  /// The successors.
  public private(set) var rows: ContiguousArray<Row> = []
  /// For each successor, the handle of its cause: what decides the label and all that the label changed.
  public private(set) var causes: ContiguousArray<UInt32> = []
  /// For each successor, what kind of step leads to it.
  public private(set) var traits: ContiguousArray<StepTraits> = []
  /// Set when the system broke a rule of transition systems while it was asked; says which.
  public var complaint: String?

  /// Makes an empty buffer.
  public init() {}

  /// How many steps there are.
  public var count: Int { rows.count }

  /// Adds a step.
  public mutating func append(_ row: Row, cause: UInt32, traits: StepTraits) {
    rows.append(row)
    causes.append(cause)
    self.traits.append(traits)
  }

  /// Empties the buffer and keeps its storage.
  public mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    causes.removeAll(keepingCapacity: true)
    traits.removeAll(keepingCapacity: true)
    complaint = nil
  }
}
