import Foundation
import Model

extension Trace {
  /// The environment, and the listener's discipline where it is not the published one.
  ///
  /// Findings of a listener that runs thunks side by side are not of the published listener.
  package var setting: String { scope.setting(in: environment) }

  /// The folder of its file in a ledger: `product/design/setting`.
  package var ledgerFolder: String {
    "\(FileWords(product).slug)/\(FileWords(design).designFolder)/\(FileWords(setting).slug)"
  }

  /// The path of its file in a ledger: `product/design/setting/property--culprit.json`.
  ///
  /// Where letters and digits do not tell property and culprit, a digest of both follows them.
  package var ledgerPath: String {
    let tellsAll = FileWords(property).tellsAll && FileWords(culprit).tellsAll
    return tellsAll ? "\(ledgerFolder)/\(stem).json" : distinctLedgerPath
  }

  /// The path of its file where `ledgerPath` belongs to another finding, as when letter case does
  /// not count.
  package var distinctLedgerPath: String {
    let names = [property, culprit].map(\.precomposedStringWithCanonicalMapping)
    let digest = ContentDigest.join(ContentDigest.text(names[0]), ContentDigest.text(names[1]))
    return "\(ledgerFolder)/\(stem)--\(String(digest, radix: 36)).json"
  }

  /// The name of the files of a ledger that say where findings show.
  package static let extentsFileName = "findings.json"
  /// The name of the files of a ledger that say which repair cures what.
  package static let defectsFileName = "defects.json"

  /// Whether a path is that of a file of a name, in whatever folder.
  package static func isFile(_ path: String, named name: String) -> Bool {
    path == name || path.hasSuffix("/" + name)
  }

  /// Whether a file of a ledger holds a trace.
  package static func isTrace(path: String) -> Bool {
    path.hasSuffix(".json")
      && ![extentsFileName, defectsFileName].contains { isFile(path, named: $0) }
  }

  private var stem: String { "\(FileWords(property).slug)--\(FileWords(culprit).slug)" }
}

extension JSONValue {
  fileprivate func setting(in environment: String) -> String {
    guard case .object(let fields) = self, case .string(let discipline)? = fields["discipline"],
      discipline != Discipline.serial.rawValue
    else { return environment }
    return "\(environment)-\(discipline)"
  }
}

extension Checkable {
  /// As the traces of its findings have it.
  package var setting: String { writtenScope.setting(in: identity.environment) }
}

extension Identity {
  /// The scope's name as the name of a folder.
  package var scopeFolder: String { FileWords(scope).slug }
}

/// A text as a part of a file name.
package struct FileWords {
  /// Its letters, digits and full stops of ASCII, a hyphen for what stands between.
  package let slug: String
  /// Whether the text is words between spaces, some of them after a comma or a colon or in
  /// parentheses, none of which begins with a capital, and short enough: then what is not letters
  /// and digits, and the case of letters, hardly tells it apart.
  let tellsAll: Bool
  private let text: String

  /// The slug, and a digest where it is not the text itself, or where the case of letters tells
  /// texts apart: two texts have two.
  package var distinctSlug: String {
    tellsAll && slug == text ? slug : slugWithDigest
  }

  /// The slug, and a digest where a name of a test loses letters or signs in it that may be all
  /// that tells two tests apart.
  package var testFolder: String {
    let isPlain = text.allSatisfy { sign in
      sign.isASCII && (sign.isLetter || sign.isNumber || " -.,:'`".contains(sign))
    }
    let isWhole = isPlain && !text.contains(" -") && slug.count < Self.countMax
    return isWhole ? slug : slugWithDigest
  }

  /// The slug, and a digest where the name of a design loses more in it than the signs that every
  /// one has: designs have folders of their own.
  package var designFolder: String {
    let plain = text.replacing(")+", with: "-").replacing("(", with: "-")
    let isPlain = slug == (plain.last == ")" ? plain.dropLast() : plain[...])
    return isPlain ? slug : slugWithDigest
  }

  private var slugWithDigest: String {
    "\(slug)--\(String(ContentDigest.text(text), radix: 36))"
  }

  /// File systems take 255 bytes; two slugs, a digest and the ending are fewer.
  private static let countMax = 100

  package init(_ text: String) {
    self.text = text
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == ".") }
    let whole = words.joined(separator: "-")
    let isFolder = whole.contains { $0 != "." }
    slug = isFolder ? String(whole.prefix(Self.countMax)) : "-"
    let plain = text.replacing(", ", with: " ").replacing(": ", with: " ")
    let isPlain = plain == words.joined(separator: " ")
    let isCall = words.count == 2 && text == "\(words[0])(\(words[1]))"
    // On many disks the case of letters tells no files apart.
    let isLowercase = text.split(separator: " ").allSatisfy { $0.first?.isUppercase != true }
    tellsAll = (isPlain || isCall) && isLowercase && whole.count <= Self.countMax
  }
}
