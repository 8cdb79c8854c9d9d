/// The width and the height that an image file has by its first bytes: no pixel is decoded.
enum PictureSize {
  static func sides(_ bytes: [UInt8]) -> [Int] {
    func number(_ place: Int, _ count: Int, little: Bool = false) -> Int {
      guard place >= 0, place + count <= bytes.count else { return 0 }
      let digits = bytes[place..<place + count]
      return (little ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
    }
    func starts(_ text: String, at place: Int = 0) -> Bool { bytes.dropFirst(place).starts(with: text.utf8) }
    // PNG, 11.2.2; GIF89a, 18; WebP (RFC 9649, 2.5 to 2.7).
    if starts("PNG", at: 1) { return [number(16, 4), number(20, 4)] }
    if starts("GIF") { return [number(6, 2, little: true), number(8, 2, little: true)] }
    if starts("VP8X", at: 12) { return [number(24, 3, little: true) + 1, number(27, 3, little: true) + 1] }
    if starts("VP8L", at: 12) {
      let both = number(21, 4, little: true)
      return [both & 0x3FFF + 1, both >> 14 & 0x3FFF + 1]
    }
    if starts("VP8 ", at: 12) {
      return [number(26, 2, little: true) & 0x3FFF, number(28, 2, little: true) & 0x3FFF]
    }
    if bytes.starts(with: [0xFF, 0xD8]) {
      // The segments of a JPEG up to the one of its frame: ITU-T T.81, B.1 and B.2.2.
      var place = 2
      while number(place, 1) == 0xFF {
        let marker = number(place + 1, 1)
        if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
          return [number(place + 5, 2), number(place + 7, 2)]
        }
        place += 2 + max(number(place + 2, 2), 2)
      }
      return []
    }
    // The extents of the images in HEIF and AVIF: ISO/IEC 23008-12, 6.5.3.
    let largest = bytes.prefix(4_096).indices.filter { starts("ispe", at: $0) }.max {
      number($0 + 8, 4) < number($1 + 8, 4)
    }
    return largest.map { [number($0 + 8, 4), number($0 + 12, 4)] } ?? []
  }
}
