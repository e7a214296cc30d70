import Model
import Spec

/// A story as a sequence diagram of Mermaid.
struct SequenceDiagram {
  private let story: Story

  /// Nil for a story without steps, or of whose steps it is unknown who takes part.
  init?(_ story: Story) {
    if story.parties.isEmpty { return nil }
    self.story = story
  }

  var text: String {
    let parties = story.parties
    let everybody = "\(Self.name(parties[0])),\(Self.name(parties[parties.count - 1]))"
    let steps = story.lines.flatMap { line in
      arrows(line, everybody) + note(line.changes, everybody)
    }
    let lines =
      parties.map { "participant \(Self.name($0))" } + steps
      + (story.ending.map { ["Note over \(everybody): Broken: \(Self.plain($0))"] } ?? [])
    return (["```mermaid", "sequenceDiagram"] + lines.map { "  " + $0 } + ["```"]).joined(
      separator: "\n")
  }

  /// A message that passes from each to the next; the first says what happens.
  private func arrows(_ line: Story.Line, _ everybody: String) -> [String] {
    let names = (line.parties ?? []).map(Self.name)
    guard names.count > 1 else {
      return ["Note over \(names.first ?? everybody): \(Self.plain(line.sentence))"]
    }
    return zip(names, names.dropFirst()).enumerated().map { place, pair in
      "\(pair.0)->>\(pair.1): \(place == 0 ? Self.plain(line.sentence) : "…")"
    }
  }

  private func note(_ changes: [Story.Change], _ everybody: String) -> [String] {
    changes.isEmpty
      ? []
      : [
        "Note over \(everybody): \(changes.map { Self.plain($0.text) }.joined(separator: "<br/>"))"
      ]
  }

  /// The name of a participant: "Window 1".
  private static func name(_ party: String) -> String {
    plain(party.prefix(1).uppercased() + party.dropFirst())
  }

  /// Mermaid takes a semicolon for the end of a line, and a number sign for an entity.
  private static func plain(_ text: String) -> String {
    let signs: [Unicode.Scalar: String] = [";": ",", "#": "no. ", "<": "‹", ">": "›"]
    return text.onOneLine.unicodeScalars.map { signs[$0] ?? String($0) }.joined()
  }
}
