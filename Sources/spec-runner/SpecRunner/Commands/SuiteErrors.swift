/// What a command says when the suite, or a function that it was given, contradicts itself.
enum SuiteErrors {
  /// The exit status of every command that met such an error.
  static let status: Int32 = 70

  /// What to do about it.
  static let advice =
    "An error above is one of this suite, or of a function of the product or a clause that gives "
    + "two answers to one question (a clock, a counter, a random number, a cache, the order of a "
    + "set). If the functions have no hidden state, please send us the command line, this report, "
    + "and the product's code."

  /// What tells the errors and what to do, nil without any.
  static func section(_ errors: [String]) -> ReportSection? {
    errors.isEmpty ? nil : ReportSection("", [.lines(errors.map { "error: \($0)" } + [advice])])
  }
}
