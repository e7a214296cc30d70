/// What a search asks of an expansion, as functions that are made where the product's types are
/// known.
///
/// What is asked through a protocol looks up types and copies values by way of their metadata. What
/// is asked through these is made for the product, with all that it calls.
struct RuntimeEntrances<P: Product> {
  typealias Expansion = RuntimeExpansion<P>

  let steps: (Expansion, Row, inout StepBuffer, StepSelection) -> Void
  let facets: (Expansion, UnsafeBufferPointer<Row>, UnsafeMutablePointer<FacetValues>) -> Void
  let rowFacets: (Expansion, Row) -> FacetValues
  let reach: (Expansion, Bool, (UInt32) -> Bool, () -> Bool) -> Reach?
  let fresh: (Expansion) -> Expansion

  init() {
    steps = { $0.addSteps(outOf: $1, into: &$2, selecting: $3) }
    facets = { $0.tables.facets.values(of: $1, into: $2, asking: $0.calls) }
    rowFacets = { $0.tables.facets.values(of: $1, asking: $0.calls) }
    reach = { ReachReading($0).reach(asksReducer: $1, taken: $2, shouldStop: $3) }
    fresh = { Expansion($0.system, isReduced: $0.isReduced, isMeasuring: false) }
  }
}
