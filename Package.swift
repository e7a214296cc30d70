// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "immutable-data-spec",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Model", targets: ["Model"]),
    .library(name: "Spec", targets: ["Spec"]),
    .library(name: "Generators", targets: ["Generators"]),
    .library(name: "SpecRunner", targets: ["SpecRunner"]),
    .executable(name: "spec-runner", targets: ["spec-runner"]),
  ],
  targets: [
    .target(name: "Model"),
    .target(name: "Spec", dependencies: ["Model"]),
    .target(name: "Generators", dependencies: ["Model", "Spec"]),
    .target(
      name: "SpecRunner", dependencies: ["Model", "Spec", "Generators"],
      path: "Sources/spec-runner/SpecRunner"),
    .executableTarget(
      name: "spec-runner", dependencies: ["SpecRunner"], path: "Sources/spec-runner/spec-runner"),
    .testTarget(name: "ModelTests", dependencies: ["Model", "Spec", "Generators", "SpecRunner"]),
    .testTarget(name: "SpecTests", dependencies: ["Model", "Spec", "Generators", "SpecRunner"]),
    .testTarget(name: "GeneratorsTests", dependencies: ["Model", "Spec", "Generators", "SpecRunner"]),
    .testTarget(name: "DrawnTests", dependencies: ["Model", "Spec", "Generators", "SpecRunner"]),
    .testTarget(
      name: "RunnerTests", dependencies: ["Model", "Spec", "Generators", "spec-runner"],
      exclude: ["Transcripts"]),
  ],
  swiftLanguageModes: [.v6]
)
