import Model
import Testing

@Suite struct OwnedDataTests {
  @Test func `what holds nothing tells no user from another`() {
    let notes = ["milk"]
    let owned = OwnedData(of: "ann", [notes, []], [nil, ""] as [String?], [[:] as [String: Int]])
    #expect(owned.parts == OwnedData(of: "ann", [notes]).parts)
  }
}
