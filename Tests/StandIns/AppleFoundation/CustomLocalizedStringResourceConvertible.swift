import Foundation

public protocol CustomLocalizedStringResourceConvertible {
  /// The text, for the system's side.
  var localizedStringResource: LocalizedStringResource { get }
}
