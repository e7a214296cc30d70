/// The digests of component values, each worked out once.
package final class ComponentDigests {
  private var known = [ContiguousArray<UInt64?>](repeating: [], count: Row.widthMax)

  package init() {}

  package func digest(ofComponent position: Int, handle: UInt32, learn: () -> UInt64) -> UInt64 {
    let place = Int(handle)
    if place < known[position].count, let digest = known[position][place] { return digest }
    while known[position].count <= place { known[position].append(nil) }
    let digest = learn()
    known[position][place] = digest
    return digest
  }
}
