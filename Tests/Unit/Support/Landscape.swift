import Foundation

/// A photo, as the bytes of a PNG file: what a camera would have seen.
public enum Landscape: String, CaseIterable, Sendable {
  /// The sun above a lake, hills in a row, and the sea with its shore.
  case sunset, hills, sea

  /// The photo in so many pixels.
  public func png(width: Int = 48, height: Int = 36) -> Data {
    var rows = Data()
    for y in 0..<height {
      // Each row of a PNG begins with the way that it is filtered: not at all.
      rows.append(0)
      for x in 0..<width {
        // The mean of nine places, so that edges are soft.
        var sum = [0.0, 0, 0]
        for part in 0..<9 {
          let (right, down) = (Double(part % 3) / 3, Double(part / 3) / 3)
          let light = color((Double(x) + right) / Double(width), (Double(y) + down) / Double(height))
          sum = zip(sum, light).map { $0 + max(0, min(255, $1)) }
        }
        rows.append(contentsOf: sum.map { UInt8($0 / 9) })
      }
    }
    var png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    png.appendChunk("IHDR", Self.bytes(width) + Self.bytes(height) + [8, 2, 0, 0, 0])
    png.appendChunk("IDAT", Self.deflated(rows))
    png.appendChunk("IEND", Data())
    return png
  }

  /// Red, green and blue of a place, from the upper left corner.
  private func color(_ x: Double, _ y: Double) -> [Double] {
    func mix(_ one: [Double], _ other: [Double], _ part: Double) -> [Double] {
      let part = max(0, min(1, part))
      return zip(one, other).map { $0 * (1 - part) + $1 * part }
    }
    switch self {
    case .sunset:
      let distance = ((x - 0.66) * (x - 0.66) * 1.8 + (y - 0.5) * (y - 0.5)).squareRoot()
      let sky = mix([58, 64, 130], [250, 165, 95], y * 1.7)
      if y > 0.62 {
        let ripple = abs(x - 0.66) < 0.05 + (y - 0.62) * 0.2 && Int(y * 34) % 2 == 0
        return mix([190, 110, 90], [28, 34, 74], (y - 0.62) * 3 - (ripple ? 0.5 : 0))
      }
      let hill = 0.55 - 0.09 * sin(x * 7) - 0.04 * sin(x * 17 + 1)
      if y > hill { return [52, 40, 78] }
      return distance < 0.09 ? [255, 240, 200] : mix([255, 222, 150], sky, distance * 3.2)
    case .hills:
      if y > 0.72 - 0.12 * sin(x * 5 + 2) { return mix([70, 140, 62], [38, 92, 48], y) }
      if y > 0.58 - 0.1 * sin(x * 6) { return mix([104, 160, 104], [60, 120, 84], y) }
      if y > 0.46 - 0.1 * sin(x * 9 + 4) - 0.06 * sin(x * 3) { return [128, 158, 178] }
      return mix([84, 156, 232], [220, 236, 250], y * 2)
    case .sea:
      if y > 0.78 + 0.06 * sin(x * 5) { return mix([236, 212, 160], [206, 172, 120], (y - 0.7) * 3) }
      if y > 0.74 + 0.06 * sin(x * 5) { return [240, 248, 250] }
      if y > 0.4 { return mix([18, 84, 150], [86, 190, 200], (y - 0.4) * 2.4) }
      let sail = abs(x - 0.3) < (y - 0.2) * 0.35 && y > 0.2 && y < 0.37
      return sail ? [252, 252, 252] : mix([120, 184, 240], [232, 242, 250], y * 2.2)
    }
  }

  private static func bytes(_ number: Int) -> Data {
    Data((0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
  }

  /// The bytes as they are, in the blocks of RFC 1951 and the frame of RFC 1950.
  private static func deflated(_ data: Data) -> Data {
    var (result, rest) = (Data([0x78, 0x01]), data)
    while !rest.isEmpty {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      result.append(rest.isEmpty ? 1 : 0)
      for number in [count, ~count] { result.append(contentsOf: [UInt8(number & 255), UInt8(number >> 8)]) }
      result.append(block)
    }
    var (one, two) = (1, 0)
    for byte in data {
      one = (one + Int(byte)) % 65_521
      two = (two + one) % 65_521
    }
    return result + bytes(two << 16 | one)
  }
}

extension Data {
  /// Appends a chunk of a PNG file: its length, its name, its contents, and the check sum of both.
  fileprivate mutating func appendChunk(_ name: String, _ contents: Data) {
    let body = Data(name.utf8) + contents
    var check = UInt32.max
    for byte in body {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
    }
    append(UInt32(contents.count))
    append(body)
    append(~check)
  }

  private mutating func append(_ number: UInt32) {
    append(contentsOf: (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
  }
}
