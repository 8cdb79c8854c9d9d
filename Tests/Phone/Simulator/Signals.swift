import FileProvider
import Foundation

/// The signals of the bundles' processes to the system. The daemon runs in another simulator process and may start
/// later; on a phone it always runs. Each signal is a file, which the daemon removes.
struct Signals {
  private let folder: String

  init(_ device: Device) {
    folder = device.system + "/Signals"
  }

  private static let workingSet = "working set"
  private static let resolved = "resolved "
  private static let reimport = "reimport"

  /// A container was signalled.
  ///
  /// "Only call this method with NSFileProviderWorkingSetContainerItemIdentifier. Other container identifiers are
  /// ignored", says the header of `NSFileProviderManager` of replicated extensions.
  func post(container: String) throws {
    if container == NSFileProviderItemIdentifier.workingSet.rawValue { try post(Self.workingSet) }
  }

  /// Everything is to be sent to the extension again.
  func postReimport() throws { try post(Self.reimport) }

  /// Whether that was asked for since this was last asked.
  func takeReimport() -> Bool { take(Self.reimport) }

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
