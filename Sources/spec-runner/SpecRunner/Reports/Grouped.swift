extension Sequence {
  /// The elements in groups, each with the first element that it belongs to, in the order in which
  /// those come.
  func grouped(where belongs: (_ element: Element, _ first: Element) -> Bool) -> [[Element]] {
    reduce(into: []) { groups, element in
      if let place = groups.firstIndex(where: { belongs(element, $0[0]) }) {
        groups[place].append(element)
      } else {
        groups.append([element])
      }
    }
  }
}
