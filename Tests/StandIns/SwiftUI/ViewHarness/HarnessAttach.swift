@_spi(Reflection) import Swift

/// A property of a view that belongs to the position of the view.
protocol HarnessProperty: DynamicProperty {
  /// Connects the property with what the position remembers under a name.
  @MainActor mutating func attach(_ name: String, in context: HarnessContext)
}

extension HarnessContext {
  /// A view, a modifier, a scene or an app whose properties are connected with its position.
  @MainActor
  func attached<Value>(_ value: Value) -> Value {
    var value = value
    withUnsafeMutableBytes(of: &value) { bytes in
      guard let base = bytes.baseAddress else { return }
      attachFields(of: Value.self, at: base, path: "")
    }
    return value
  }

  @MainActor
  private func attachFields(of type: Any.Type, at base: UnsafeMutableRawPointer, path: String) {
    _ = _forEachField(of: type) { name, offset, type, _ in
      let path = path + "." + String(cString: name)
      if let property = type as? any HarnessProperty.Type {
        connect(property, at: base + offset, path: path)
      } else if let property = type as? any DynamicProperty.Type {
        attachFields(of: property, at: base + offset, path: path)
        update(property, at: base + offset)
      }
      return true
    }
  }

  // Not another `attach`: a metatype is also an `Any.Type`, and that one would be taken.
  @MainActor
  private func connect<P: HarnessProperty>(
    _ type: P.Type, at place: UnsafeMutableRawPointer, path: String
  ) {
    place.assumingMemoryBound(to: P.self).pointee.attach(path, in: self)
  }

  @MainActor
  private func update<P: DynamicProperty>(_ type: P.Type, at place: UnsafeMutableRawPointer) {
    place.assumingMemoryBound(to: P.self).pointee.update()
  }
}
