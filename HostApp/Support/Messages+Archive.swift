import Foundation
import Shared
import SwiftUI

/// What became of archives, where the list alone does not say it.
extension Messages {
  /// Why no archive was made; nil if the user cancelled it.
  static func notCompressed(_ error: DiskError, of count: Int) -> String? {
    error.code == .cancelled ? nil : action(error, of: count)
  }

  /// Why an archive was not uncompressed; nil if the user cancelled it.
  static func notUncompressed(_ name: String, _ error: ArchiveError) -> String? {
    switch error {
    case .notAnArchive: String(localized: "“\(name)” isn’t a ZIP file.")
    case .damaged: String(localized: "“\(name)” is damaged. Nothing was uncompressed.")
    case .encrypted:
      String(localized: "“\(name)” needs a password. Intray can’t uncompress files with a password.")
    case .unsupported:
      String(localized: "“\(name)” is a kind of ZIP file that Intray can’t uncompress.")
    case .withoutZIP64:
      String(
        localized: "“\(name)” is larger than 4 GB and in an older format. Uncompress it on a Mac instead.")
    case .excessive:
      String(localized: "“\(name)” holds more than Intray uncompresses at once. Nothing was uncompressed.")
    case .disk(let error) where error.code == .cancelled: nil
    case .disk(let error): action(error)
    }
  }

  /// What of an archive was not saved; nil if everything was.
  static func leftOut(of name: String, _ result: Archive.Uncompressed) -> String? {
    if result.leftOut.isEmpty { return nil }
    let names = some(of: result.leftOut)
    return String(localized: "Intray saves only files and folders. Left out of “\(name)”: \(names)")
  }
}
