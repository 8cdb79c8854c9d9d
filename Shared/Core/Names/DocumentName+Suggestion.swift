extension DocumentName {
  /// What a sender or a title suggests, as browsers take it: without blanks, line ends and what cannot be seen at its
  /// ends, and without dots behind it. Nothing may be left.
  ///
  /// For suggestions only: what a file is called stays as it is.
  public static func trimmed(_ suggestion: String) -> String {
    let scalars = suggestion.unicodeScalars
    guard let last = scalars.lastIndex(where: { !isUnseen($0) && $0 != "." }),
      let first = scalars.firstIndex(where: { !isUnseen($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Whether a character leaves no trace where a name begins or ends. Between others it may join or separate letters.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Controls and the soft hyphen.
    case 0..<0x20, 0x7F..<0xA0, 0xAD: true
    // What joins, separates or turns, and fillers.
    case 0x061C, 0x115F, 0x1160, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFEFF,
      0xFFA0:
      true
    default: scalar.properties.isWhitespace
    }
  }
}
