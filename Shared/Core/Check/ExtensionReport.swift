import Foundation

/// What an extension knows of itself: it writes it into a small file of the group's container, and the app reads it.
public struct ExtensionReport: Codable, Hashable, Sendable {
  /// Which extension.
  public enum Kind: String, Sendable {
    /// It writes when ``ChangeNotifier/Post/check`` is posted.
    case fileProvider = "FileProvider"
    /// It writes after each share.
    case share = "Share"
  }

  /// How many bytes of memory it could still use when it began; nil if the system does not say.
  public var memoryAtStart = ProcessMemory.available
  /// How many at the moment when it had least.
  public var leastMemory = ProcessMemory.available
  /// How many seconds it took to open the store.
  public var opening: Double?
  /// How many seconds the last share was loaded and published, without the user's choice.
  public var saving: Double?
  /// How often it refused a request, by cause.
  public var refusals: [String: Int] = [:]

  /// Of an extension that begins now.
  public init() {}

  /// Notes how much memory there is.
  public mutating func recordMemory() {
    guard let now = ProcessMemory.available else { return }
    leastMemory = min(leastMemory ?? now, now)
  }

  /// Writes it. If the process is killed here, the earlier one is there.
  ///
  /// - Throws: the error of Foundation. Nothing depends on it.
  public func write(of kind: Kind, in container: Container) throws {
    let path = URL(filePath: container.path(ofReport: kind.rawValue))
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try JSONEncoder().encode(self).write(to: path, options: .atomic)
  }

  /// Reads it; nil if there is none that can be read.
  public static func read(of kind: Kind, in container: Container) -> ExtensionReport? {
    // One that is damaged says nothing.
    (try? Data(contentsOf: URL(filePath: container.path(ofReport: kind.rawValue)))).flatMap {
      try? JSONDecoder().decode(ExtensionReport.self, from: $0)
    }
  }

  /// Removes it, so that what is read later is new.
  public static func forget(of kind: Kind, in container: Container) {
    // None to remove is what is wanted.
    try? FileManager.default.removeItem(atPath: container.path(ofReport: kind.rawValue))
  }

  /// It as findings.
  public func findings(of kind: Kind) -> [Finding] {
    let size = { (bytes: Int?) in bytes.map { "\($0 >> 10) KB" } ?? "unknown" }
    let seconds = { (time: Double) in String(format: "%.3f s", time) }
    let name = kind.rawValue
    var findings = [
      Finding(
        "\(name): free memory", found: "\(size(memoryAtStart)) at start, \(size(leastMemory)) at least",
        expected: "over 4 MB", isMet: leastMemory.map { $0 > 4 << 20 })
    ]
    if let opening {
      findings.append(
        Finding(
          "\(name): opening the store", found: seconds(opening), expected: "under 1 s", isMet: opening < 1))
    }
    if let saving { findings.append(Finding("\(name): last share", found: seconds(saving))) }
    if kind == .fileProvider {
      let refused = refusals.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
      findings.append(
        Finding("\(name): refusals", found: refused.isEmpty ? "none" : refused.joined(separator: ", ")))
    }
    return findings
  }
}
