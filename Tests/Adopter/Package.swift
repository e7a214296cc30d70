// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "todo",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "immutable-data-spec", path: "../..")],
  targets: [
    .target(name: "TodoApp"),
    .target(
      name: "TodoProduct",
      dependencies: [
        "TodoApp", .product(name: "Model", package: "immutable-data-spec"),
        .product(name: "Generators", package: "immutable-data-spec"),
      ]),
    .executableTarget(
      name: "todo-spec",
      dependencies: ["TodoProduct", .product(name: "SpecRunner", package: "immutable-data-spec")]),
    .executableTarget(
      name: "cache-spec",
      dependencies: [.product(name: "SpecRunner", package: "immutable-data-spec")]),
    .testTarget(
      name: "TodoTests",
      dependencies: [
        "TodoProduct", .product(name: "Generators", package: "immutable-data-spec"),
        .product(name: "SpecTesting", package: "immutable-data-spec"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
