import Generators
import Model
import Spec

/// The defects of products as a page in Markdown, with a sequence diagram for each story.
struct DefectPage {
  let products: [DefectStories]

  var text: String {
    ([Self.opening] + products.flatMap(section)).joined(separator: "\n\n") + "\n"
  }

  private static let opening = """
    # What is broken, and what would mend it

    This page is written by `spec-runner defects --markdown docs/findings.md`. A test compares it
    with the ledger.

    A finding is a symptom: one promise, broken in one way. Several have one cause. A *repair* is
    the smallest change of a product that cures one cause, and a *defect* is what goes with it. The
    search says which findings a repair cures. A repair is a design of its own, and all of them
    together are the design `repaired`. `check <product> --design 'repair(<name>)'` looks at one,
    `--design repaired` at all, and `--design 'repair(<name>)+repair(<other>)'` at several.

    In the diagrams a person taps, in a window where there are windows, the app keeps its state, the
    listener takes one request after the other, and the database answers. The notes say what
    changes, and last what is broken.

    `check` counts the findings that its scopes show. This page counts those of drawn values, too.

    ## Words

    - The *state* is what the app has in memory, a *database row* what is stored.
    - The *listener* is the part of the app that reacts to what happens in it. Each tap hands it an
      *element*; it takes one after the other, and asks the database for something. What was asked
      for *waits* until the answer was reported; a *queue* lists the single items for which
      something was asked.
    - A *placeholder* is the id of a new item until it is stored. *Added 1* is the first id that a
      database gave.
    - *open* stands for what shows when anything may be tapped at any time, *windows* for what
      people can bring about through enabled controls. *open-concurrent* is a listener that takes
      the next element before the last answer is there; the published one waits for it.
    - A *scope* bounds what was searched. *Drawn values* are states and actions that were made at
      random.
    - Findings are named by what went wrong and in which kind of step: *complete* reports an answer,
      *perform* carries a request out, *arrive* one that outlived the app, *occur* is something
      outside of the app, *render* draws a window anew. A *fault before* or *after* a request is a
      failure before or after its work was done.
    - *No allowed continuation gets there*: whatever people do from then on, the app does not come
      to show what is stored, unless it is started anew or something is deleted.
    """

  private func section(_ stories: DefectStories) -> [String] {
    let table = stories.table
    let title = table.product.prefix(1).uppercased() + table.product.dropFirst()
    let left = table.unrepaired.count
    let scopes = table.scopes.map { "`\($0)`" }.joined(separator: ", ")
    let summary =
      "\(table.summary) in the scopes \(scopes) and in \(table.valueCount.counted("drawn value")). "
      + (left == 0
        ? "With all repairs every promise holds there."
        : "With all repairs \(left.counted("finding")) \(left == 1 ? "is" : "are") left.")
    return ["## \(title)", summary] + stories.chapters.map(chapter) + [Self.matrix(table)]
  }

  private func chapter(_ chapter: DefectStories.Chapter) -> String {
    let parts: [String?] = [
      "### \(chapter.repair ?? "What no repair cures")",
      chapter.story?.consequence.map { "For the user: \($0)" },
      chapter.words.map { "Repair: \($0)" },
      chapter.story.map { "Promised: \($0.promise)" },
      chapter.story.flatMap { SequenceDiagram($0)?.text },
      chapter.path.map { "`\(Report.replay($0))` tells the story." },
      "It shows as: " + chapter.findings.map(Self.words).joined(separator: "; ") + ".",
    ]
    return parts.compactMap(\.self).joined(separator: "\n\n")
  }

  private static func words(_ finding: FindingKey) -> String {
    "`\(finding.name.property)`: \(finding.name.culprit) (\(finding.setting))"
  }

  /// A line for each finding, a column for each repair.
  private static func matrix(_ table: DefectTable) -> String {
    let numbers = table.defects.indices.map { "\($0 + 1)" }
    let legend = table.defects.enumerated().map { "\($0 + 1) `\($1.repair)`" }.joined(
      separator: ", ")
    let brought = Set(table.defects.flatMap(\.worsens)).subtracting(table.findings).sorted()
    let rows = (table.findings + brought).map { finding -> String in
      let cells = table.defects.map { defect in
        defect.cures.contains(finding)
          ? "●"
          : defect.curesWithOthers.contains(finding)
            ? "○" : defect.worsens.contains(finding) ? "✗" : ""
      }
      return "| \(words(finding)) | \(cells.joined(separator: " | ")) |"
    }
    let head = "| finding | \(numbers.joined(separator: " | ")) |"
    let rule = "| --- |" + String(repeating: " --- |", count: numbers.count)
    let key =
      "Repairs: \(legend). ● this repair alone cures it; ○ it goes once this repair and all before "
      + "it are made; ✗ the published app does not show it, and this repair alone brings it; empty"
      + ": it stays as it is."
    return ([key, ""] + [head, rule] + rows).joined(separator: "\n")
  }
}
