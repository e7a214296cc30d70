import Spec

extension ReportPage {
  /// A scope as somebody walks through it.
  ///
  /// - Parameter command: the arguments of the command that walks through it in a terminal.
  init(_ graph: GuidedGraph, of identity: Identity, walkedBy command: [String]) throws {
    let words = [Surroundings.programName] + command
    self.init(
      title: "Walk through \(identity.title)",
      data: .object([
        "program": .string(Surroundings.programName), "title": .string(identity.title),
        "command": .string(
          "swift run -c release \(words.map(Shell.quoted).joined(separator: " "))".onOneLine),
        "graph": try JSONValue(encoding: graph),
      ]),
      scripts: [
        PackageResources.dom_js, PackageResources.data_js, PackageResources.screens_js,
        PackageResources.state_js, PackageResources.diagram_js, PackageResources.finding_js,
        PackageResources.shell_js, PackageResources.explorer_js,
      ])
  }
}
