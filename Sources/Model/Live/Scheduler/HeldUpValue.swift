/// A value that another thread looks at while the thread that it belongs to is held up by a trap.
///
/// `@unchecked Sendable`: the thread that it belongs to does nothing any more by then.
package struct HeldUpValue<Value>: @unchecked Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
