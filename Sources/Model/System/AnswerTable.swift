/// Answers of any type, each worked out once for up to three handles.
final class AnswerTable<Answer> {
  private let places = HandleTable()
  private var answers: ContiguousArray<Answer> = []

  var memory: MemoryUse {
    places.memory + MemoryUse(answers.capacity * MemoryLayout<Answer>.stride)
  }

  func answer(for key: HandleTable.Key, workOut: () -> Answer) -> Answer {
    if let known = places.find(key) { return answers[Int(known)] }
    let answer = workOut()
    places.insert(key, UInt32(answers.count))
    answers.append(answer)
    return answer
  }
}
