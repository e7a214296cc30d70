/// The cases of an action that hold nothing but one another, without payloads: `data`, `didDelete`
/// of `.data(.didDelete(id))`; none for a value that is no case.
///
/// How something ended is no name for it, so that `.answer(.success(3))` is `answer`. Quicker than
/// a tree of the action, which looks at the payload too.
package func casePath(of action: Any) -> [String] {
  readCases(of: action).names
}

private func readCases(of action: Any) -> (names: [String], payload: Any?) {
  var value = (action as? any Enveloping)?.enveloped ?? action
  var names: [String] = []
  while case let mirror = Mirror(reflecting: value), mirror.displayStyle == .enum {
    let child = mirror.children.first
    let name = child?.label ?? ContentTree.caseName(of: value)
    if !names.isEmpty && ["success", "failure"].contains(name) { break }
    names.append(name)
    guard let child else { return (names, nil) }
    value = child.value
  }
  return (names, value)
}

/// The innermost case of an action and how it ended, where its payload tells: "didDelete-failure".
package func actionKind(of action: Any) -> String {
  let (names, payload) = readCases(of: action)
  let name = names.last ?? ""
  guard let payload else { return name }
  let mirror = Mirror(reflecting: payload)
  let fields = mirror.displayStyle == .tuple ? mirror.children.map(\.value) : [payload]
  let ends = fields.compactMap { field -> String? in
    let mirror = Mirror(reflecting: field)
    return mirror.displayStyle == .enum ? mirror.children.first?.label : nil
  }
  return ends.first { ["success", "failure"].contains($0) }.map { "\(name)-\($0)" } ?? name
}

/// The innermost of them: "didDelete".
package func innermostCaseName(of action: Any) -> String? { casePath(of: action).last }

/// A stable word for a kind of step, without the values of its label: the case of an enumeration, a
/// text as it is; "step" for anything else.
func stepKind(of label: Any) -> String {
  if let text = label as? String { return text }
  let mirror = Mirror(reflecting: label)
  switch mirror.displayStyle {
  case .enum: return mirror.children.first?.label ?? ContentTree.caseName(of: label)
  case .optional: return mirror.children.first.map { stepKind(of: $0.value) } ?? "none"
  default: return "step"
  }
}
