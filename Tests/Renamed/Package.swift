// swift-tools-version: 6.2
import PackageDescription

// An app with modules called as some of ours are. `.ci/run` makes the link; a real package names a
// URL.
let ours = ["Model": "ImmutableDataModel", "Spec": "ImmutableDataSpec"]
let package = Package(
  name: "renamed",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: ".build/immutable-data-spec")],
  targets: [
    .target(name: "Model"),
    .target(name: "Spec", dependencies: ["Model"]),
    .executableTarget(
      name: "app",
      dependencies: [
        "Model", "Spec",
        .product(name: "Model", package: "immutable-data-spec", moduleAliases: ours),
        .product(name: "Spec", package: "immutable-data-spec", moduleAliases: ours),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
