import Testing

struct AlikeTaskAppTests: AppSuite {
  /// Which of two calls alike is answered decides what comes next, which nothing shows.
  @Test(arguments: PageOfAlikeParts.Parts.allCases)
  func `tasks that begin with the same call and go on differently are told apart`(
    parts: PageOfAlikeParts.Parts
  ) throws {
    try expectRight(PageOfAlikeParts(parts: parts))
  }

  @Test(arguments: PageOfAlikeParts.Parts.allCases)
  func `a spinner that stays where one of them fails is found`(
    parts: PageOfAlikeParts.Parts
  ) throws {
    let page = PageOfAlikeParts(parts: parts, isStuck: true)
    try expect("recovery.possible: fault before user", after: 2, in: page)
  }
}
