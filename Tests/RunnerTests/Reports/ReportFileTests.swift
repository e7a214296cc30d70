import Foundation
import Testing

/// Reports that go into something else than a regular file.
@Suite(.waiting) struct ReportFileTests {
  private static let formats = ["--junit", "--markdown", "--html", "--sarif"]
  private static let quick = ["check", "counter", "--scope", "zero"]

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: formats)
  func `a device that takes nothing is refused before the search`(_ option: String) throws {
    try Runner.withFolder { folder in
      // Not the device itself, as a runner that fails the test could replace it.
      let link = folder.appending(path: "full").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/full")
      let run = try Runner.run(Self.quick + [option, link], in: folder)
      #expect(run.status == 2)
      #expect(run.errors.hasPrefix("spec-runner: \(link): cannot be written"))
      #expect(run.output == "")
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
      #expect(target == "/dev/full")
    }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self")), arguments: formats)
  func `a folder that takes no file is refused before the search`(_ option: String) throws {
    for path in ["/proc/report", "/proc/none/report"] {
      let run = try Runner.run(Self.quick + [option, path])
      #expect(run.status == 2)
      #expect(run.errors.hasPrefix("spec-runner: \(path): cannot be written"))
      #expect(run.output == "")
    }
  }

  @Test func `folders of a report are made as needed, and nothing else`() throws {
    try Runner.withFolder { folder in
      let run = try Runner.run(Self.quick + ["--junit", "a/b/r.xml"], in: folder)
      #expect(run.status == 0)
      let made =
        FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      #expect(made.sorted() == ["a", "a/b", "a/b/r.xml"])
    }
  }

  @Test func `a report goes into a pipe with a name`() throws {
    try Runner.withFolder { folder in
      let run = try Runner.shell(
        #"mkfifo p; cat p > got & "$0" check counter --scope zero --junit p; wait; test -p p"#,
        in: folder)
      #expect(run.status == 0)
      let report = try String(contentsOf: folder.appending(path: "got"), encoding: .utf8)
      #expect(report.hasPrefix("<?xml") && report.hasSuffix("</testsuites>\n"))
    }
  }

  @Test func `a pipe that nobody reads is told, and keeps nobody waiting`() throws {
    try Runner.withFolder { folder in
      let line = #"mkfifo p; "$0" check counter --scope zero --junit p"#
      let run = try Runner.shell(line, in: folder)
      #expect(run.status == 2)
      #expect(
        run.errors.hasSuffix("p: nobody reads this pipe; start its reader before the command\n"))
      #expect(run.output.contains("0 known findings confirmed, 0 new, 0 stale"))
    }
  }

  @Test(arguments: [">", "| cat >"])
  func `a report goes where the standard output goes`(_ redirection: String) throws {
    try Runner.withFolder { folder in
      let line = #""$0" check counter --scope zero --junit /dev/stdout \#(redirection) got"#
      #expect(try Runner.shell(line, in: folder).status == 0)
      let text = try String(contentsOf: folder.appending(path: "got"), encoding: .utf8)
      #expect(text.hasPrefix("<?xml") && text.contains("</testsuites>\n"))
      #expect(text.hasSuffix("0 known findings confirmed, 0 new, 0 stale (exit status 0)\n"))
    }
  }

  @Test func `a link is kept, and the file that it leads to is replaced`() throws {
    try Runner.withFolder { folder in
      try Data("old".utf8).write(to: folder.appending(path: "real.xml"))
      let link = folder.appending(path: "link.xml").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.xml")
      #expect(try Runner.run(Self.quick + ["--junit", "link.xml"], in: folder).status == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real.xml")
      let report = try String(contentsOf: folder.appending(path: "real.xml"), encoding: .utf8)
      #expect(report.hasPrefix("<?xml"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }
  }
}
