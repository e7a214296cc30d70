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

extension RuntimeExpansion {
  func answer<Answer>(
    of question: WindowQuestion<P, Answer>, aboutWindow window: UInt32, _ store: UInt32, _ state: P.State
  ) -> Answer {
    let key = ObjectIdentifier(question)
    let known: KnownAnswers<P, Answer>
    if let found = knownAnswers[key] as? KnownAnswers<P, Answer> {
      known = found
    } else {
      known = KnownAnswers(question)
      knownAnswers[key] = known
    }
    return known.answers.answer(for: HandleTable.Key(window, store)) { question.ask(windows[window], state) }
  }
}
