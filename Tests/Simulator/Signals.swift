import FileProvider
import Foundation

/// What the bundles' processes say to the system beside their answers, for the daemon, which is a process of another
/// simulator and may be started later: on a phone it always runs. One file each, which the daemon takes away.
struct Signals {
  private let folder: String

  init(_ device: Device) {
    folder = device.system + "/Signals"
  }

  private static let workingSet = "working set"
  private static let resolved = "resolved "

  /// A container was signalled.
  ///
  /// "Only call this method with NSFileProviderWorkingSetContainerItemIdentifier. Other container identifiers are
  /// ignored", says the header of `NSFileProviderManager` of replicated extensions.
  func post(container: String) throws {
    if container == NSFileProviderItemIdentifier.workingSet.rawValue { try post(Self.workingSet) }
  }

  /// An error was called resolved.
  func post(resolved code: Int) throws { try post(Self.resolved + "\(code)") }

  private func post(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: folder + "/" + name))
  }

  /// Whether the working set was signalled since this was last asked.
  func takeSignal() -> Bool { take(Self.workingSet) }

  /// Which errors were called resolved since this was last asked.
  func takeResolved() -> Set<Int> {
    // Nothing was ever said when the folder is not there.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Set(
      names.filter { $0.hasPrefix(Self.resolved) && take($0) }
        .compactMap { Int($0.dropFirst(Self.resolved.count)) })
  }

  private func take(_ name: String) -> Bool { unlink(folder + "/" + name) == 0 }
}
