// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "immutable-data-spec",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Model", targets: ["Model"]),
    .library(name: "Spec", targets: ["Spec"]),
    .library(name: "Generators", targets: ["Generators"]),
    .executable(name: "spec-runner", targets: ["spec-runner"]),
  ],
  targets: [
    .target(name: "Model"),
    .target(name: "Spec", dependencies: ["Model"]),
    .target(name: "Generators", dependencies: ["Model", "Spec"]),
    .executableTarget(name: "spec-runner", dependencies: ["Model", "Spec", "Generators"]),
    .testTarget(name: "ModelTests", dependencies: ["Model", "Spec", "Generators"]),
    .testTarget(name: "SpecTests", dependencies: ["Model", "Spec", "Generators"]),
    .testTarget(name: "GeneratorsTests", dependencies: ["Model", "Spec", "Generators"]),
    .testTarget(name: "DrawnTests", dependencies: ["Model", "Spec", "Generators"]),
    .testTarget(
      name: "RunnerTests", dependencies: ["Model", "Spec", "Generators", "spec-runner"],
      exclude: ["Transcripts"]),
  ],
  swiftLanguageModes: [.v6]
)
