import Foundation

/// FIPS 180-4. CryptoKit is on Apple's platforms only, and this is for a few kilobytes of tests.
enum SHA256 {
  /// Of a file its bytes; of a folder the lines "digest, two spaces, path" of its files, sorted by path.
  static func digest(ofItemAt path: String) throws -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
      return digest(of: try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    let files = try FileManager.default.subpathsOfDirectory(atPath: path).sorted().filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path + "/" + $0, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    let lines = try files.map { try digest(ofItemAt: path + "/" + $0) + "  " + $0 + "\n" }
    return digest(of: Data(lines.joined().utf8))
  }

  static func digest(of data: Data) -> String {
    var hash = initial
    var message = [UInt8](data) + [0x80]
    message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
    message += (0..<8).map { UInt8(truncatingIfNeeded: (data.count * 8) >> (56 - 8 * $0)) }
    for start in stride(from: 0, to: message.count, by: 64) { mix(message[start..<start + 64], into: &hash) }
    return hash.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func mix(_ block: ArraySlice<UInt8>, into hash: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
      block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (old, new) = (words[index - 15], words[index - 2])
      let first = turn(old, 7) ^ turn(old, 18) ^ old >> 3
      let second = turn(new, 17) ^ turn(new, 19) ^ new >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var s = hash
    for index in 0..<64 {
      let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
      let sum = turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)
      let first = s[7] &+ sum &+ choice &+ constants[index] &+ words[index]
      let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
      let second = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) &+ majority
      s = [first &+ second, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
    }
    for index in 0..<8 { hash[index] = hash[index] &+ s[index] }
  }

  private static func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

  /// The fractions of the roots of the first primes, as the standard derives them.
  private static let initial = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
  private static let constants = primes.prefix(64).map { cubeRootFraction($0) }

  private static let primes: [UInt64] = {
    var primes: [UInt64] = []
    var next: UInt64 = 2
    while primes.count < 64 {
      if primes.allSatisfy({ next % $0 != 0 }) { primes.append(next) }
      next += 1
    }
    return primes
  }()

  private static func fraction(_ root: Double) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }

  private static func cubeRootFraction(_ prime: UInt64) -> UInt32 { fraction(cbrt(Double(prime))) }
}
