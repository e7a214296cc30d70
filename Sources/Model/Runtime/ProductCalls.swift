/// The product functions behind the tables, asked once for each distinct input.
protocol ProductCalls: AnyObject {
  func gestures(inStore store: UInt32) -> [Transition]
  func delivery(ofNotice notice: UInt32, store: UInt32) -> Transition
  func performances(ofMove move: UInt32, database: UInt32) -> [Transition]
  func completion(ofMove move: UInt32, store: UInt32) -> Transition
  func relaunch(database: UInt32) -> Transition
  func isCrashed(store: UInt32) -> Bool
  func shape(ofMail mail: UInt32) -> MailShape
  func mail(_ mail: UInt32, appending notice: UInt32) -> UInt32
  func moves(ofUnderWay underWay: UInt32) -> [Move]
  func underWay(_ underWay: UInt32, replacing position: UInt32, with thunk: UInt32) -> UInt32
  func outliving(_ outliving: UInt32, joining underWay: UInt32) -> UInt32
  func arrivals(of outliving: UInt32, database: UInt32) -> [Transition]
  func occurrences(store: UInt32, database: UInt32) -> [Transition]
  func pending(mail: UInt32, underWay: UInt32) -> UInt32
  func derivedFacet(_ number: Int, ofHandle handle: UInt32) -> UInt32
}
