import Generators
import Spec
import Testing

@testable import Model

/// Which lists repeat a row.
@Suite struct ListAppTests: AppSuite {
  struct Comment: Hashable, Sendable {
    let author: String
    let text: String
  }
  struct Blog: Hashable, Sendable {
    let users: [String: String]
    let comments: [Comment]
  }
  private let name = "list.unique: content repeats a row after complete load"

  @Test func `a list of what many rows have repeats none`() throws {
    let blog = Blog(
      users: ["u": "Bo"],
      comments: [Comment(author: "u", text: "Hi"), Comment(author: "u", text: "Ho")])
    try expectRight(ReloadedPage([String](), of: blog) { $0 = $1.comments.map(\.author) })
    try expectRight(ReloadedPage([Int](), of: [1: "Milk"]) { $0 = [$1.count, $1.count] })
    try expectRight(ReloadedPage([Bool](), of: ["sound": true]) { $0 = [true, $1.count == 1] })
    try expect(
      name, after: 6, in: ReloadedPage([String](), of: ["Milk"]) { $0 = Array(($0 + $1).suffix(3)) }
    )
  }

  @Test func `a row that comes twice with other values is there twice`() throws {
    func page(replaces: Bool) -> ReloadedPage<[CountedPost], [CountedPost]> {
      ReloadedPage([CountedPost](), of: [CountedPost(id: 1)]) { posts, rows in
        let liked = posts.map { CountedPost(id: $0.id, likes: 1) }
        posts = replaces ? rows : Array((liked + rows).suffix(2))
      }
    }
    try expectRight(page(replaces: true))
    try expect(name, after: 6, in: page(replaces: false))
  }

  @Test func `a person may put a row into a list twice`() throws {
    let queue = ReloadedPage(
      [String](), of: ["Milk"], change: { if $0.count < 2 { $0.append("Milk") } },
      take: { _, _ in })
    try expectRight(queue)
  }

  @Test func `a number that a person changes where it stands is no row`() throws {
    try expectRight(VotedPoll())
    try expect(
      "list.unique: poll.voters repeats a row after complete vote", after: 3,
      in: VotedPoll(namesTwice: true))
  }
}
