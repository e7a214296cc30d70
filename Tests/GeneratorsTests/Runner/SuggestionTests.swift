import Testing

@testable import SpecRunner

struct SuggestionTests {
  @Test(arguments: [
    ("check", "check", 0), ("chek", "check", 1), ("chekc", "check", 1), ("", "list", 4),
    ("live", "", 4), ("ab", "ba", 1), ("ca", "abc", 3), ("walk", "fuzz", 4),
  ])
  func `the distance of two words counts typing errors`(
    _ first: String, _ second: String, _ count: Int
  ) {
    #expect(Suggestion.distance(from: first, to: second) == count)
    #expect(Suggestion.distance(from: second, to: first) == count)
  }

  @Test func `the nearest name is meant, and none where all are far`() {
    let names = ["check", "walk", "fuzz"]
    #expect(Suggestion.nearest(to: "chek", among: names) == "check")
    #expect(Suggestion.nearest(to: "fuz", among: names) == "fuzz")
    #expect(Suggestion.nearest(to: "replay", among: names) == nil)
    #expect(Suggestion.words(for: "wlak", among: names) == " (did you mean 'walk'?)")
    #expect(Suggestion.words(for: "replay", among: names).isEmpty)
  }
}
