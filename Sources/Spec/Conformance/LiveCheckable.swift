import Model

/// A specification whose product can be run as real concurrent code.
public protocol LiveCheckable: Checkable where System: ProductSystem {}

extension Specification: LiveCheckable where System: ProductSystem {}
