import Foundation
import Shared

/// Something that is under way with a document and iCloud.
struct CloudWork: Identifiable, Hashable {
  /// What is done with it.
  enum Action: Hashable, Sendable {
    case moveIn, moveOut, fetch, evict, delete
  }

  let id = UUID()
  let action: Action
  /// Where the document is: on this device for ``Action/moveIn``, else in iCloud.
  let path: DocumentPath
  /// How much of it has arrived, from 0 to 1; nil if unknown.
  var part: Double?

  /// Whether it waits for the network, and can be ended then.
  var canStop: Bool { action == .fetch || action == .moveOut }
}
