import Model

/// What names a specification: which product, in which design and environment, within which scope.
public struct Identity: Hashable, Codable, Sendable {
  /// The product's name.
  package var product: String
  /// The design's name: "published", "mutant(<name>)", or "repair(<name>)" joined by "+".
  package var design: String
  /// The environment's name.
  package var environment: String
  /// The scope's name.
  package var scope: String

  /// Makes an identity.
  public init(
    product: String, design: String = "published", environment: String = "open", scope: String
  ) {
    self.product = product
    self.design = design
    self.environment = environment
    self.scope = scope
  }

  /// The four names on one line.
  package var title: String { "\(product) · \(design) · \(environment) · \(scope)".onOneLine }
}

/// A system with what has to hold of it and the words to tell what happens in it.
public struct Specification<System: TransitionSystem>: Sendable {
  /// Its names.
  public let identity: Identity
  /// The bounds, written out.
  package let scope: JSONValue
  /// What can happen.
  public let system: System
  /// What must hold.
  public let properties: [Property<System>]
  /// The words.
  package let teller: Teller<System>
  /// How the system is run as live code, its `LiveMeans`; nil where it is not said.
  package let means: (any Sendable)?

  /// Makes a specification.
  public init(
    identity: Identity, scope: JSONValue = .object([:]), system: System,
    properties: [Property<System>], teller: Teller<System>
  ) {
    self.init(
      identity: identity, scope: scope, system: system, properties: properties, teller: teller,
      means: nil)
  }

  @usableFromInline package init(
    identity: Identity, scope: JSONValue, system: System, properties: [Property<System>],
    teller: Teller<System>, means: (any Sendable)?
  ) {
    self.means = means
    self.identity = identity
    self.scope = scope
    self.system = system
    self.properties = properties
    self.teller = teller
  }
}

/// The words in which the steps of a system are told.
public struct Teller<System: TransitionSystem>: Sendable {
  /// A step as a sentence without a full stop.
  package let sentence: @Sendable (System.State, System.Label, System.State) -> String
  /// A state as facts, each under a name that says where it stands; a story tells the facts that
  /// change.
  package let facts: @Sendable (System.State) -> [String: String]
  /// Who takes part in a step, from whom it begins on.
  package let parties: @Sendable (System.State, System.Label, System.State) -> [String]
  /// What is under way in a state, and what its windows show.
  package let scene: @Sendable (System.State) -> Story.Scene

  /// Makes a teller; by default labels and states are told by their content, each field of a
  /// structure as a fact, or by their own descriptions where they have some.
  ///
  /// - Parameters:
  ///   - sentence: a step without a full stop.
  ///   - facts: a state, each fact under a name that says where it stands.
  ///   - parties: who takes part in a step, such as a client and a server, from whom it begins on:
  ///     a report draws an arrow from each to the next. No party by default.
  public init(
    sentence: @escaping @Sendable (System.State, System.Label, System.State) -> String = {
      _, label, _ in
      Self.words(label)
    },
    facts: @escaping @Sendable (System.State) -> [String: String] = { Self.facts($0) },
    parties: @escaping @Sendable (System.State, System.Label, System.State) -> [String] = {
      _, _, _ in []
    }
  ) {
    self.init(sentence: sentence, facts: facts, parties: parties) { _ in Story.Scene() }
  }

  init(
    sentence: @escaping @Sendable (System.State, System.Label, System.State) -> String,
    facts: @escaping @Sendable (System.State) -> [String: String],
    parties: @escaping @Sendable (System.State, System.Label, System.State) -> [String],
    scene: @escaping @Sendable (System.State) -> Story.Scene
  ) {
    self.sentence = sentence
    self.facts = facts
    self.parties = parties
    self.scene = scene
  }

  /// A structure's fields; anything else by its words.
  @usableFromInline
  static func facts(_ state: some Any) -> [String: String] {
    let mirror = Mirror(reflecting: state)
    if mirror.displayStyle != .struct || state is any CustomStringConvertible
      || mirror.children.isEmpty
    {
      return ["state": words(state)]
    }
    let fields = mirror.children.enumerated().map { ($1.label ?? "\($0)", words($1.value)) }
    return Dictionary(fields) { first, _ in first }
  }

  /// The words of a type's own, else content in order: what a set says of itself differs from run
  /// to run.
  @usableFromInline
  static func words(_ value: some Any) -> String {
    switch Mirror(reflecting: value).displayStyle {
    case .struct, .class, .enum, nil:
      (value as? any CustomStringConvertible)?.description ?? ContentTree(value).line
    default: ContentTree(value).line
    }
  }
}

/// Something that can be explored, walked and replayed whatever its types: a specification.
public protocol Checkable: Sendable {
  associatedtype System: TransitionSystem
  var specification: Specification<System> { get }
}

extension Specification: Checkable {
  public var specification: Specification<System> { self }
}

extension Checkable {
  /// Its names.
  public var identity: Identity { specification.identity }
  package var writtenScope: JSONValue { specification.scope }
  package var initialStateCount: Int { specification.system.initialStates.count }
  package var propertySummaries: [PropertySummary] {
    specification.properties.map(PropertySummary.init)
  }
}

/// What can be said of a property without its system.
public struct PropertySummary: Hashable, Codable, Sendable {
  /// The stable name.
  public let name: String
  /// What it promises.
  package let sentence: String
  /// What must happen for it to have something to judge.
  package let witness: String
  /// What a user of the app suffers where it is broken; nil when it is not said.
  package let consequence: String?
  /// The word for its kind.
  package let kind: String
  /// When it is told, of several that one defect breaks: 0 comes first.
  package let tellingRank: Int
  /// Whether it has anything to speak about.
  package let isApplicable: Bool

  init(_ property: Property<some TransitionSystem>) {
    name = property.name
    sentence = property.sentence
    witness = property.witness
    consequence = property.consequence
    kind = property.kind
    tellingRank = property.tellingRank
    isApplicable = property.inapplicability == nil
  }
}
