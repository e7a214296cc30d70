import Foundation

/// A workflow of CI, read as far as its commands go: the jobs and the `run:` of their steps.
struct Workflow {
  /// A step that runs commands.
  struct Step: Equatable {
    var job: String
    var name: String
    var script: String
  }

  let steps: [Step]
  /// The text of the file.
  let text: String

  /// Reads a file below `.github/workflows`, or one of another folder.
  init(_ name: String) throws {
    let path = name.contains("/") ? name : ".github/workflows/\(name)"
    let file = Runner.root.appending(path: path)
    self.init(text: try String(contentsOf: file, encoding: .utf8))
  }

  init(text: String) {
    self.text = text
    var steps: [Step] = []
    var (job, name, isInJobs) = ("", "", false)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var number = 0
    while number < lines.count {
      let line = lines[number]
      let indent = line.prefix { $0 == " " }.count
      let content = line.dropFirst(indent)
      number += 1
      if indent == 0 && !content.isEmpty && !content.hasPrefix("#") {
        isInJobs = content == "jobs:"
      }
      if isInJobs && indent == 2 && content.hasSuffix(":") { job = String(content.dropLast()) }
      if content.hasPrefix("- ") { name = "" }
      let field = content.hasPrefix("- ") ? content.dropFirst(2) : content
      if field.hasPrefix("name: ") { name = String(field.dropFirst("name: ".count)) }
      guard field.hasPrefix("run: ") else { continue }
      var script = String(field.dropFirst("run: ".count))
      if script == "|" {
        let block = lines[number...].prefix {
          $0.allSatisfy { $0 == " " } || $0.prefix { $0 == " " }.count > indent
        }
        number += block.count
        let margin = block.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        script = block.map { String($0.dropFirst(margin)) }.joined(separator: "\n")
      }
      steps.append(Step(job: job, name: name, script: script))
    }
    self.steps = steps
  }

  /// The commands of a step.
  func script(_ job: String, _ name: String) -> String? {
    steps.first { $0.job == job && $0.name == name }?.script
  }
}

/// A folder like a checkout after a build, with a `swift` that runs the spec-runner that is built
/// and notes what else it is asked for.
struct Checkout {
  let folder: URL

  init(_ folder: URL) throws {
    self.folder = folder
    let files = FileManager.default
    try files.createDirectory(at: folder.appending(path: "bin"), withIntermediateDirectories: true)
    let script = """
      #!/bin/sh
      echo "swift $*" >> "\(folder.path)/asked"
      case "$*" in
        "run -c release spec-runner"*) shift 4; exec "\(try Runner.executable().path)" "$@" ;;
      esac

      """
    let swift = folder.appending(path: "bin/swift")
    try Data(script.utf8).write(to: swift)
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
    for place in ["bin", ".build/release"] {
      let built = folder.appending(path: place)
      try files.createDirectory(at: built, withIntermediateDirectories: true)
      try files.createSymbolicLink(
        at: built.appending(path: "spec-runner"), withDestinationURL: try Runner.executable())
    }
    let traces = folder.appending(path: "traces")
    try files.copyItem(at: Runner.root.appending(path: "traces"), to: traces)
  }

  /// What `swift` was asked for so far.
  var asked: [String] {
    let text = (try? String(contentsOf: folder.appending(path: "asked"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// Runs the commands of a step as GitHub does.
  func run(_ script: String, _ environment: [String: String]) throws -> Runner.Run {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let all = environment.merging(["PATH": "\(folder.path)/bin:\(path)"]) { first, _ in first }
    return try Running(
      URL(filePath: "/bin/bash"), ["--noprofile", "--norc", "-eo", "pipefail", "-c", script],
      in: folder, environment: all
    ).end(within: 90)
  }
}
