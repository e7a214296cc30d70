import Generators
import Spec
import Testing

@testable import Model

/// What is looked at part by part, and what is not told by words.
@Suite struct PartAppTests: AppSuite {
  private typealias Items = [String: SharedItem]

  /// - Parameter keeps: whether what a person changed is kept as the server's part comes.
  private func page(
    keeps: Bool, change: @escaping @Sendable (inout SharedItem) -> Void
  ) -> ReloadedPage<Items, Int> {
    ReloadedPage(
      ["a": SharedItem()], of: 1,
      change: { items in
        guard var item = items["a"] else { return }
        change(&item)
        items["a"] = item
      },
      take: { items, number in
        let views = ((items["a"]?.views ?? 0) + number) % 3
        if !keeps { items["a"] = SharedItem() }
        items["a"]?.views = views
      })
  }

  @Test func `a reply that brings one part of an item keeps what a person did to another`() throws {
    try expectRight(page(keeps: true) { $0.isStarred = true })
    let name = "deed.kept: undone by complete load"
    try expect(name, after: 4, in: page(keeps: false) { $0.isStarred = true })
    try expect(name, after: 4, in: page(keeps: false) { $0.note = "mind" })
  }

  @Test(arguments: [true, false])
  func `what a case holds is looked at part by part`(keeps: Bool) throws {
    let page = ReloadedPage(
      ScreenState.listed(isUnreadOnly: false, count: 0), of: 1,
      change: { screen in
        guard case .listed(_, let count) = screen else { return }
        screen = .listed(isUnreadOnly: true, count: count)
      },
      take: { screen, number in
        if case .listed(let isUnreadOnly, let count) = screen {
          screen = .listed(isUnreadOnly: keeps && isUnreadOnly, count: (count + number) % 3)
        }
      })
    if keeps { return try expectRight(page) }
    try expect("deed.kept: undone by complete load", after: 4, in: page)
  }

  @Test(arguments: [true, false])
  func `a row that a reply brings leaves the order that a person made`(keeps: Bool) throws {
    let page = ReloadedPage(
      ["a", "b"], of: ["a", "b", "c"], change: { $0.swapAt(0, 1) },
      take: { names, rows in names = keeps ? names + rows.filter { !names.contains($0) } : rows })
    if keeps { return try expectRight(page) }
    try expect("deed.kept: undone by complete load", after: 4, in: page)
  }

  @Test func `what goes on to be shown by a status that waits is looked at`() throws {
    try expectRight(FoldedRows())
    try expect("deed.kept: undone by complete load", after: 7, in: FoldedRows(isForgetful: true))
  }

  @Test func `a flag is the name of nothing, and a call that carries one is about no other`() throws
  {
    try expectRight(ManyLikes())
    try expect("deed.kept: undone by complete like", after: 4, in: ManyLikes(takesAllBack: true))
    try expectRight(NamedSaves())
    try expect("deed.kept: undone by complete load", after: 7, in: NamedSaves(takesOlderList: true))
  }

  @Test func `how many calls are under way is no deed`() throws {
    try expectRight(CountedSpinner())
    try expect("reply.stale: late complete load", after: 4, in: CountedSpinner(endsEarly: true))
  }

  @Test func `an empty text, a flag and a number that was not there may tell of a failure`() throws
  {
    let name = "failure.shown: page success after failed complete load"
    try expectRight(ToldPage(nothing: "", told: "Offline"))
    try expect(name, after: 6, in: ToldPage(nothing: "", told: ""))
    try expectRight(ToldPage(nothing: false, told: true))
    try expect(name, after: 6, in: ToldPage(nothing: false, told: false))
    try expectRight(ToldPage(nothing: nil, told: 503))
    try expect(name, after: 6, in: ToldPage(nothing: 0, told: 1))
  }

  @Test func `as long as a flag tells that something was not saved, state and rows may differ`()
    throws
  {
    try expectRight(MarkedSwitch())
    try expect(
      "failure.shown: save none after failed complete save", after: 6,
      in: MarkedSwitch(isSilent: true))
  }

  @Test func `requests by their kinds name no items, and a message may be closed`() throws {
    try expectRight(RequestList(key: RequestKind.clear))
    try expect(
      "failure.shown: requests success after failed complete clear", after: 6,
      in: RequestList(key: RequestKind.clear, failure: .done))
    try expectRight(RequestList(key: 1))
    try expect(
      "failure.shown: requests none after failed complete clear", after: 6,
      in: RequestList(key: 1, failure: .gone))
    try expect(
      "queue.bounded: requests success without an item after complete clear", after: 6,
      in: RequestList(key: 1, failure: .done))
  }

  @Test func `what is about an item and sends no draft takes none`() throws {
    try expectRight(LikedThread())
    try expect("draft.kept: lost by complete like", after: 4, in: LikedThread(isForgetful: true))
  }

  @Test func `a late answer may be kept under the name of what was asked for`() throws {
    try expectRight(FiledSearch())
    try expect("reply.stale: late complete find", after: 4, in: FiledSearch(showsAny: true))
  }

  @Test func `what comes by itself may bring again what was taken away, and nothing else`() throws {
    try expectRight(UnreadNames())
    try expect("deed.kept: undone by complete arrive", after: 3, in: UnreadNames(isForgetful: true))
  }
}
