import Model

/// Changes of the published Animals that cure one defect each.
enum AnimalsRepairs {
  enum Name: String, CaseIterable, Sendable {
    case sortByIdLast = "sort-by-id-last"
    case filterKnowsOldCategory = "filter-knows-old-category"
    case takeTurns = "take-turns"
    case fetchAgain = "fetch-again"
    case dropAnswers = "drop-answers"
    case addOnce = "add-once"
    case keepForms = "keep-forms"
    case sendChanges = "send-changes"
    case disableWhileWaiting = "disable-while-waiting"
    case showFailures = "show-failures"
  }

  static let all: [Repair<Animals>] = [
    Animals.repair(.sortByIdLast, "Animals, and categories, of one name are listed by their ids."),
    Animals.repair(
      .filterKnowsOldCategory,
      "The list's filter also lets a change through of an animal that the state still has in the "
        + "list's category."
    ) {
      $0.design.aroundSubscriptions(named: "animals.values") { list in
        list.filtering { passes, old, action in
          let id =
            switch action {
            case .data(.didAddAnimal(_, result: .success(let animal))): animal.animalId
            case .data(.didUpdateAnimal(let id, result: .success)): id
            case .data(.didDeleteAnimal(_, result: .success(let animal))): animal.animalId
            default: String?.none
            }
          let known = id.flatMap { old.animals.data[$0] }
          return passes || known.map { $0.categoryId == list.id } ?? false
        }
      }
    },
    Animals.repair(
      .takeTurns,
      "The list is fetched or reloaded only while no animal waits, and an animal is changed only "
        + "while the list does not.",
      mend: takeTurns),
    Animals.repair(
      .fetchAgain,
      "Lists are fetched again when they appear or are pulled, and show just what the store holds.",
      mend: fetchAgain),
    Animals.repair(
      .dropAnswers,
      "What is remembered of a request goes once it has succeeded; a failure stays, and is shown "
        + "as a notice.",
      mend: dropAnswers),
    Animals.repair(
      .addOnce, "An add names its form, and the store keeps one row for each.", mend: addOnce),
    Animals.repair(
      .keepForms,
      "Alerts and editors stand over the whole window, and an editor closes when its own save has "
        + "succeeded with what it shows.",
      mend: keepForms),
    Animals.repair(
      .sendChanges,
      "An editor sends the fields that were changed in it, and never adds what it was opened for.",
      mend: sendChanges),
    Animals.repair(
      .disableWhileWaiting,
      "Controls that would be refused are disabled: while the animal or the list waits, and Save "
        + "once its animal is gone.",
      mend: disableWhileWaiting),
    Animals.repair(.showFailures, "A banner over each window tells of every failure."),
  ]
}
