/// Names for a volume that does not take every character.
extension DocumentName {
  /// The names to try one after the other on a volume that refuses characters of this one: itself, then with a
  /// hyphen for each character outside the Basic Multilingual Plane, where new emoji are, then for each that is not ASCII.
  var fallbacks: [DocumentName] {
    [self]
      + [0xFFFF, 0x7F].map { last in
        DocumentName(
          String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value <= last ? $0 : "-" })))
      }
  }

  /// Calls a closure with this name, and with its fallbacks as long as the volume refuses a character of it.
  func orFallback<Result>(
    _ body: (DocumentName) throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    var names = fallbacks[...]
    while true {
      let name = names.removeFirst()
      do throws(DiskError) {
        return try body(name)
      } catch  where error.isOfCharacters && !names.isEmpty {
        // The next one.
      }
    }
  }
}
