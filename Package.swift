// swift-tools-version: 6.2
import PackageDescription

/// The folders beside those of the products.
///
/// The products are customers of the modules: their target sees what is public, as an adopter's
/// does, and no adopter builds it.
let rooms = [
  "Model/Explored", "Model/Live", "Model/Runtime", "Model/System", "Model/Windows",
  "Spec/Conformance", "Spec/Judging", "Spec/Promises", "Spec/Search", "Spec/Traces",
  "Generators/Checks", "Generators/Choices", "Generators/Registry", "Generators/Shrinking",
  "Generators/Values", "Generators/Walks", "spec-runner",
]

// Tests run in debug builds, adopters' and ours, and are made of searches: those take a third of
// the time where this package is optimised there, too. Its debug builds check what they always do,
// and a failed precondition has no words. Our own tests are made of searches as well, plain ones
// that theirs are compared with, but for those of GeneratorsTests: their apps trap, and the words
// are looked at. Nor is SpecRunner optimised: commands and reports are little of the time, and long to
// compile.
let quickInTests: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
// Products are in modules of their own, adopters' and ours: what is generic here is made for them
// there. Without it, searches take a third longer. Whether two parts of the code are at one
// variable at once is looked at in debug builds; in release builds it would take a twentieth of a
// search.
let optimized =
  quickInTests + [
    .unsafeFlags(
      ["-cross-module-optimization", "-enforce-exclusivity=unchecked"],
      .when(configuration: .release))
  ]
// The page of a report stands in the program itself, so that the program can be moved.
let page: [Resource] = [
  "page.css", "dom.js", "data.js", "verdicts.js", "overview.js", "screens.js", "state.js",
  "diagram.js", "passing.js", "finding.js", "measures.js", "shell.js", "main.js", "explorer.js",
].map { .embedInCode("Reports/Page/\($0)") }
let modules: [Target.Dependency] = ["Model", "Spec", "Generators"]
let tested = modules + ["ReferenceProducts", "SpecRunner"]

let package = Package(
  name: "immutable-data-spec",
  platforms: [.macOS(.v15)],
  // Each library has all modules below it: of what an adopter's target depends on, the build looks
  // at those that a library names alone, and code of modules below them is compiled there, too.
  // Without it, a program of a release build is not made again when such a module changes, and traps.
  products: [
    .library(name: "Model", targets: ["Model"]),
    .library(name: "Spec", targets: ["Model", "Spec"]),
    .library(name: "Generators", targets: ["Model", "Spec", "Generators"]),
    .library(name: "SpecRunner", targets: ["Model", "Spec", "Generators", "SpecRunner"]),
    .library(name: "SpecTesting", targets: ["Model", "Spec", "Generators", "SpecTesting"]),
    .executable(name: "spec-runner", targets: ["spec-runner"]),
  ],
  targets: [
    .target(name: "Model", exclude: ["Products"], swiftSettings: optimized),
    .target(name: "Spec", dependencies: ["Model"], exclude: ["Products"], swiftSettings: optimized),
    .target(
      name: "Generators", dependencies: ["Model", "Spec"], exclude: ["Products"],
      swiftSettings: optimized),
    .target(
      name: "ReferenceProducts", dependencies: modules, path: "Sources", exclude: rooms,
      sources: ["Model/Products", "Spec/Products", "Generators/Products"], packageAccess: false,
      swiftSettings: quickInTests),
    .target(
      name: "SpecRunner", dependencies: modules, path: "Sources/spec-runner/SpecRunner",
      resources: page),
    .target(
      name: "SpecTesting", dependencies: ["Generators"], path: "Sources/spec-runner/SpecTesting"),
    .executableTarget(
      name: "spec-runner", dependencies: ["SpecRunner", "ReferenceProducts"],
      path: "Sources/spec-runner/spec-runner"),
    .testTarget(name: "ModelTests", dependencies: tested, swiftSettings: quickInTests),
    .testTarget(name: "SpecTests", dependencies: tested, swiftSettings: quickInTests),
    .testTarget(
      name: "GeneratorsTests", dependencies: tested + ["SpecTesting"]),
    .testTarget(name: "DrawnTests", dependencies: tested, swiftSettings: quickInTests),
    .testTarget(
      name: "RunnerTests", dependencies: modules + ["SpecRunner", "spec-runner"],
      exclude: ["Transcripts"]),
  ],
  swiftLanguageModes: [.v6]
)
