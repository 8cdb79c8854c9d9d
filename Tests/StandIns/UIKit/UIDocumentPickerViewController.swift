import UniformTypeIdentifiers

/// The picker of files, which the system shows in a process of its own.
///
/// <https://developer.apple.com/documentation/uikit/uidocumentpickerviewcontroller>
@MainActor
open class UIDocumentPickerViewController: UIViewController {
  /// Told what the user picked.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidocumentpickerviewcontroller/delegate>
  open weak var delegate: (any UIDocumentPickerDelegate)?

  /// Where it opens; nil is where it was last.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidocumentpickerviewcontroller/directoryurl>
  open var directoryURL: URL?

  /// A picker of files of some types, which are opened where they are.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidocumentpickerviewcontroller/init(foropeningcontenttypes:)>
  public init(forOpeningContentTypes contentTypes: [UTType]) {
    super.init(nibName: nil, bundle: nil)
  }

  /// There are no archives here.
  public required init?(coder: NSCoder) { nil }
}

/// Told what the user picked. Both methods are optional in Objective-C; the product has both.
///
/// <https://developer.apple.com/documentation/uikit/uidocumentpickerdelegate>
@MainActor
public protocol UIDocumentPickerDelegate: NSObjectProtocol {
  /// The user picked these, and the picker is gone.
  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])
  /// The user picked nothing, and the picker is gone.
  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
}
