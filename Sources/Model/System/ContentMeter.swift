import Foundation

/// What a value holds beside its own size.
package struct Content {
  /// The memory of its strings and collections that no value measured before shares, in bytes,
  /// estimated.
  package var byteCount = 0
  package var elementCount = 0
}

/// Measures what the values of one worker hold in strings and collections, each buffer once,
/// however many values share it.
///
/// Values are looked at by reflection, with a few elements of each large collection, so that a
/// value costs some microseconds whatever its size. A measured value has to outlive the meter's
/// use: buffers are told apart by where they stand.
package final class ContentMeter {
  /// How many elements of a large collection are looked at.
  fileprivate static let sampleCount = 16
  /// How deep values are looked into.
  private static let depthMax = 12
  fileprivate static let objectByteCount = 32

  /// The memory of everything measured, in bytes.
  package private(set) var byteCount = 0
  /// The most elements that a collection in some value has.
  package private(set) var elementCountMax = 0
  private var buffers: Set<UInt> = []
  private var depth = 0
  /// Whether buffers that are met are kept in mind.
  private var keepsBuffers = true

  package init() {}

  /// The memory of everything measured, and of the measuring.
  package var memory: MemoryUse { MemoryUse(byteCount + buffers.count * 16) }

  /// Measures a value that was not measured before.
  ///
  /// - Parameter weight: how many values it stands for; 0 for one that is only looked through.
  package func measure<Value>(_ value: Value, weight: Int = 1) -> Content {
    var content = Content()
    keepsBuffers = weight > 0
    add(value, to: &content)
    byteCount += content.byteCount * weight
    elementCountMax = max(elementCountMax, content.elementCount)
    return content
  }

  fileprivate func add<Value>(_ value: Value, to content: inout Content) {
    if _isPOD(Value.self) || depth == Self.depthMax { return }
    depth += 1
    defer { depth -= 1 }
    if let measured = value as? any MeasuredContent {
      measured.add(to: &content, with: self)
      return
    }
    for child in Mirror(reflecting: value).children { add(child.value, to: &content) }
  }

  /// Whether a buffer was not met before.
  fileprivate func isNew(_ buffer: UInt) -> Bool {
    keepsBuffers ? buffers.insert(buffer).inserted : !buffers.contains(buffer)
  }

  /// Adds the elements of a collection: a few of them stand for all.
  fileprivate func add(_ elements: some Collection, to content: inout Content) {
    var sample = Content()
    var count = 0
    for element in elements.prefix(Self.sampleCount) {
      add(element, to: &sample)
      count += 1
    }
    guard count > 0 else { return }
    content.byteCount += sample.byteCount * elements.count / count
    content.elementCount = max(content.elementCount, sample.elementCount)
  }
}

/// A value whose memory is told without reflection.
private protocol MeasuredContent {
  func add(to content: inout Content, with meter: ContentMeter)
}

extension Array: MeasuredContent {
  fileprivate func add(to content: inout Content, with meter: ContentMeter) {
    content.elementCount = Swift.max(content.elementCount, count)
    let buffer = withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    guard count > 0, meter.isNew(buffer) else { return }
    content.byteCount += ContentMeter.objectByteCount + count * MemoryLayout<Element>.stride
    if !_isPOD(Element.self) { meter.add(self, to: &content) }
  }
}

extension Set: MeasuredContent {
  fileprivate func add(to content: inout Content, with meter: ContentMeter) {
    content.elementCount = Swift.max(content.elementCount, count)
    guard count > 0, meter.isNew(unsafeBitCast(self, to: UInt.self)) else { return }
    content.byteCount += ContentMeter.tableByteCount(count, stride: MemoryLayout<Element>.stride)
    if !_isPOD(Element.self) { meter.add(self, to: &content) }
  }
}

extension Dictionary: MeasuredContent {
  fileprivate func add(to content: inout Content, with meter: ContentMeter) {
    content.elementCount = Swift.max(content.elementCount, count)
    guard count > 0, meter.isNew(unsafeBitCast(self, to: UInt.self)) else { return }
    let stride = MemoryLayout<Key>.stride + MemoryLayout<Value>.stride
    content.byteCount += ContentMeter.tableByteCount(count, stride: stride)
    if !_isPOD(Key.self) { meter.add(keys, to: &content) }
    if !_isPOD(Value.self) { meter.add(values, to: &content) }
  }
}

extension String: MeasuredContent {
  /// A string of up to 15 bytes takes none beside its own.
  fileprivate func add(to content: inout Content, with meter: ContentMeter) {
    let count = utf8.count
    if count <= 15 { return }
    if count >= 256 { content.elementCount = Swift.max(content.elementCount, count) }
    let buffer = unsafeBitCast(self, to: (UInt, UInt).self).1
    if meter.isNew(buffer) { content.byteCount += ContentMeter.objectByteCount + count }
  }
}

extension Data: MeasuredContent {
  fileprivate func add(to content: inout Content, with meter: ContentMeter) {
    content.elementCount = Swift.max(content.elementCount, count)
    if count > 14 { content.byteCount += ContentMeter.objectByteCount + count }
  }
}

extension ContentMeter {
  /// The memory of a hash table: a power of two of places, three quarters of them taken at most.
  fileprivate static func tableByteCount(_ count: Int, stride: Int) -> Int {
    var capacity = 2
    while capacity * 3 < count * 4 { capacity *= 2 }
    return objectByteCount * 2 + capacity * stride
  }
}
