import Model

/// Every enabled step equally likely.
final class UniformChooser: StepChooser {
  func begin(stepCountMax: Int, rows: any RowExpander, source: inout RandomSource) {}

  func choose(among steps: ContiguousArray<RowStep>, source: inout RandomSource) -> Int {
    source.choose(below: steps.count)
  }
}
