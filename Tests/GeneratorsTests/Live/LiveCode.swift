import Model
import Spec

@testable import Generators

extension LiveCheckable {
  /// Runs live code beside the model.
  func live(
    _ subject: any LiveSubject<System.P>, _ checks: LiveChecks,
    only filter: (String) -> Bool = { _ in true }
  ) throws -> LiveReport {
    try LiveCampaign(subject, specification, checks, only: filter).run { _ in false }
  }
}
