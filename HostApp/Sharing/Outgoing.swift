import Foundation
import Shared

/// What other programs get to see of the documents at the moment.
struct Outgoing {
  /// What Quick Look shows; nil is nothing.
  var preview: PreviewCopies.PreviewCopy?
  /// The parcel that is being packed; nil is none.
  var packing: Task<Void, Never>?
  /// The parcel that is being sent; nil is none.
  var parcel: PreviewCopies.PreviewCopy?
  /// The folder that is shown in Files; nil is none.
  var place: ShownFolder?
  /// The preview copy that the user edited, until the user does something else.
  var edited: DocumentPath?

  /// A folder, as the user sees it in Files.
  struct ShownFolder: Identifiable {
    let url: URL
    var id: URL { url }
  }
}
