/// Texts as a terminal shows them: what was read from a file, an argument or the environment cannot
/// steer it.
extension StringProtocol {
  /// The text on one line: control characters and line breaks are written as escapes.
  package var onOneLine: String { escaped { _ in false } }

  /// The text with its line feeds, and every other control character as an escape.
  package var withoutControls: String { escaped { $0 == "\n" } }

  /// What a message quotes of something that was read: on one line, and no more of it than 200
  /// characters.
  package var echo: String {
    let scalars = unicodeScalars
    if scalars.count <= Self.echoedCountMax { return onOneLine }
    // What stands at the end tells paths and sentences apart as much as what stands at the start.
    let (head, tail) = (scalars.prefix(Self.echoedCountMax - 80), scalars.suffix(79))
    return String(String.UnicodeScalarView(head)).onOneLine + "…"
      + String(String.UnicodeScalarView(tail)).onOneLine
  }

  private static var echoedCountMax: Int { 200 }

  private func escaped(except isKept: (Unicode.Scalar) -> Bool) -> String {
    func steers(_ scalar: Unicode.Scalar) -> Bool { scalar.steersTerminals && !isKept(scalar) }
    guard unicodeScalars.contains(where: steers) else { return String(self) }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if !steers(scalar) {
        result.append(scalar)
      } else if let letter = ["\n": "n", "\r": "r", "\t": "t"][scalar] {
        result.append(contentsOf: "\\\(letter)".unicodeScalars)
      } else {
        // As JSON writes it, so that a report for programs stays one.
        let digits = String(0x10000 + scalar.value, radix: 16).dropFirst()
        result.append(contentsOf: "\\u\(digits)".unicodeScalars)
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, a break of lines, or turns the direction of all that
  /// follows.
  var steersTerminals: Bool {
    let isControl = value < 0x20 || 0x7F...0x9F ~= value || 0x2028...0x2029 ~= value
    return isControl || 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value
  }
}

/// The text of an error: whatever it quotes is cut and escaped, unless it is said to be words of
/// this suite.
///
/// ```swift
/// throw TraceError("there is no product '\(name)'; known: \(whole: known)")
/// ```
package struct ErrorText: ExpressibleByStringInterpolation, Sendable {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds what was read.
    package mutating func appendInterpolation(_ value: some Any) { text += "\(value)".echo }

    /// Adds words of this suite.
    package mutating func appendInterpolation(whole words: String) { text += words }

    /// Adds words of this suite.
    package mutating func appendInterpolation(_ words: ErrorText) { text += words.text }
  }

  package let text: String

  package init(stringLiteral text: String) { self.text = text }
  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Takes words of this suite.
  package init(whole words: String) { text = words }

  package static func + (first: ErrorText, second: ErrorText) -> ErrorText {
    ErrorText(whole: first.text + second.text)
  }
}
