import Foundation

/// What says in a localized text what it is.
///
/// <https://developer.apple.com/documentation/foundation/customlocalizedstringresourceconvertible>
public protocol CustomLocalizedStringResourceConvertible {
  /// The text, for the system's side.
  var localizedStringResource: LocalizedStringResource { get }
}
