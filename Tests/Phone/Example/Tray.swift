import IntrayCore
import IntrayIntake
import UIKit

/// Tray, another app that is built on `IntrayCore` and `IntrayIntake`: what is shared to it becomes documents.
enum Tray {
  /// The names that only Tray uses. Each of its processes chooses them before it does anything else.
  static func begin() {
    var identity = AppIdentity()
    identity.name = "Tray"
    identity.attributePrefix = "com.example.tray."
    identity.linkScheme = "tray"
    identity.parcelExtension = "traybox"
    identity.appGroupKey = "TrayAppGroup"
    AppIdentity.use(identity)
  }

  /// The folders that the app and its Share extension share; nil if the build has no App Group.
  static var container: Container? {
    Container(ofAppGroup: FileManager.default.containerURL(forSecurityApplicationGroupIdentifier:))
  }

  /// Takes in what was shared, and lists what there is then.
  @concurrent
  static func takeIn() async throws(DiskError) -> [DocumentEntry] {
    guard let container else { return [] }
    // What cannot be taken in stays in the inbox, and is tried again the next time.
    try Drain(container, sandbox: .current).run { _ in }
    let index = DocumentIndex(container, isPackage: { $0.isPackage })
    try await index.update()
    return try await index.list(DocumentQuery(scope: .folder(DocumentPath()), range: 0..<100)).entries
  }
}
