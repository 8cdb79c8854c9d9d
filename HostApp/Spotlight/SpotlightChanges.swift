import Foundation
import Shared
import UniformTypeIdentifiers

/// A document as Spotlight finds it: by its name, and by the site that it came from.
struct SpotlightItem: Hashable, Sendable {
  /// Which document it is: the identifier that it carries.
  var id: ItemID
  /// Where it is.
  var path: DocumentPath
  /// The site that it came from, as the user reads it; nil when none is known.
  var site: String?
  /// What it is.
  var type: UTType
  /// When it was shared or imported; nil when that is not known.
  var added: Date?
  /// When its contents last changed.
  var modified: Date
}

/// What Spotlight has to learn. It is a value, so that the difference of two lists of documents makes one.
struct SpotlightChanges: Hashable, Sendable {
  /// The documents that are new, or have another name, folder, site or date.
  var changed: [SpotlightItem] = []
  /// The documents that were deleted, also those in Recently Deleted.
  var removed: [ItemID] = []

  var isEmpty: Bool { changed.isEmpty && removed.isEmpty }
}
