import Model
import Testing

struct PlainTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("a\nb", #"a\nb"#), ("a\u{1B}[0m", #"a\u001b[0m"#),
    ("a\u{202E}b", #"a\u202eb"#), ("a\u{2067}b\u{2069}", #"a\u2067b\u2069"#), ("é 名", "é 名"),
  ])
  func `a text on one line steers no terminal, and turns nothing around`(
    _ text: String, _ line: String
  ) {
    #expect(text.onOneLine == line)
  }
}
