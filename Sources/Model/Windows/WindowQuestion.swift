/// A question about a window and the state that it shows: a function of both, and of nothing else.
@usableFromInline
package final class WindowQuestion<P: Product, Answer: Sendable>: Sendable {
  let ask: @Sendable (WindowState<P>, P.State) -> Answer

  @usableFromInline package init(_ ask: @escaping @Sendable (WindowState<P>, P.State) -> Answer) {
    self.ask = ask
  }
}

/// What some question was told.
class KnownWindowAnswers {
  var memory: MemoryUse { MemoryUse(0) }
}

/// What a question was told, by window and store.
private final class KnownAnswers<P: Product, Answer: Sendable>: KnownWindowAnswers {
  /// Kept, so that no other question is taken for this one.
  private let question: WindowQuestion<P, Answer>
  let answers = AnswerTable<Answer>()

  init(_ question: WindowQuestion<P, Answer>) { self.question = question }

  override var memory: MemoryUse { answers.memory }
}

/// What questions were told about windows, each asked once for a window and the store that it
/// shows.
final class WindowAnswers<P: Product> {
  private let interned: InternedRuntime<P>
  private var known: [ObjectIdentifier: KnownWindowAnswers] = [:]

  init(_ interned: InternedRuntime<P>) { self.interned = interned }

  var memory: MemoryUse { known.values.map(\.memory).sum }

  func answer<Answer>(
    to question: WindowQuestion<P, Answer>, aboutWindow window: UInt32, _ store: UInt32,
    _ state: P.State
  ) -> Answer {
    let key = ObjectIdentifier(question)
    let known: KnownAnswers<P, Answer>
    if let found = self.known[key] as? KnownAnswers<P, Answer> {
      known = found
    } else {
      known = KnownAnswers(question)
      self.known[key] = known
    }
    return known.answers.answer(for: HandleTable.Key(window, store)) {
      question.ask(interned.windows[window], state)
    }
  }
}
