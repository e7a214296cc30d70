import Testing

/// The graph that other tools read.
@Suite(.waiting) struct GraphCommandTests {
  @Test func `a graph has the states and steps of its scope`() throws {
    let run = try Runner.run(["graph", "counter", "--scope", "top"])
    #expect(run.status == 0)
    #expect(
      run.output == """
        des (0, 11, 7)
        (0, "gesture(didTapIncrementButton, window: nil)", 1)
        (0, "gesture(didTapDecrementButton, window: nil)", 2)
        (2, "gesture(didTapIncrementButton, window: nil)", 0)
        (2, "gesture(didTapDecrementButton, window: nil)", 3)
        (3, "gesture(didTapIncrementButton, window: nil)", 2)
        (3, "gesture(didTapDecrementButton, window: nil)", 4)
        (4, "gesture(didTapIncrementButton, window: nil)", 3)
        (4, "gesture(didTapDecrementButton, window: nil)", 5)
        (5, "gesture(didTapIncrementButton, window: nil)", 4)
        (5, "gesture(didTapDecrementButton, window: nil)", 6)
        (6, "gesture(didTapIncrementButton, window: nil)", 5)

        """)
  }

  @Test func `every edge stands between states that there are`() throws {
    let run = try Runner.run(["graph", "animals", "--scope", "calm"])
    let lines = run.lines.filter { !$0.isEmpty }
    #expect(lines[0] == "des (0, 5299, 1349)")
    #expect(lines.count == 5300)
    var met = 0
    for line in lines.dropFirst() {
      let edge = try #require(line.wholeMatch(of: /\((\d+), "(.+)", (\d+)\)/), "\(line)")
      let (source, target) = (try #require(Int(edge.1)), try #require(Int(edge.3)))
      #expect(source <= met && target <= met + 1, "\(line)")
      met = max(met, target)
    }
    #expect(met == 1348)
  }

  @Test func `a graph for Graphviz is one, and other formats are none`() throws {
    let run = try Runner.run(["graph", "counter", "--scope", "top", "--format", "dot"])
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("digraph {\n  0\n  0 -> 1 [label=") && run.output.hasSuffix("}\n"))
    let wrong = try Runner.run(["graph", "counter", "--scope", "top", "--format", "svg"])
    #expect(wrong.status == 2)
    #expect(wrong.errors == "spec-runner: --format takes 'aut' or 'dot', not 'svg'\n")
  }

  @Test func `a graph is one scope's`() throws {
    let run = try Runner.run(["graph", "animals"])
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix(
        "spec-runner: a graph is one scope's, as in 'spec-runner graph PRODUCT --scope NAME'"))
  }
}
