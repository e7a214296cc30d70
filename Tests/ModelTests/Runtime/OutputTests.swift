import Testing

@testable import Model

/// What selectors answer, compared.
@Suite struct OutputTests {
  /// `@unchecked Sendable`: it never changes, and a class with subclasses cannot say so otherwise.
  private class Shape: Hashable, @unchecked Sendable {
    let size: Int

    init(size: Int) { self.size = size }

    static func == (first: Shape, second: Shape) -> Bool { first.size == second.size }

    func hash(into hasher: inout Hasher) { hasher.combine(size) }
  }

  /// As its superclass.
  private final class Circle: Shape, @unchecked Sendable {}

  @Test func `an answer of a subclass equals itself and its like`() {
    let shape: Shape = Circle(size: 1)
    #expect(Output(shape) == Output(shape))
    #expect(Output(shape) == Output(Circle(size: 1)))
    #expect(Output(shape).hashValue == Output(Circle(size: 1)).hashValue)
    #expect(Output(shape) != Output(Circle(size: 2)))
    #expect(Output(shape) != Output(Shape(size: 1)))
  }

  @Test func `answers of different types are different`() {
    #expect(Output(1) != Output(UInt8(1)))
    #expect(Output(1) != Output(Int?.some(1)))
    #expect(Output(Int?.none) == Output(Int?.none))
    #expect(Output(Int?.none) != Output(String?.none))
    #expect(Output([1, 2]) == Output([1, 2]))
    #expect(Output(Output("a")) == Output("a"))
  }
}
