/// The values whose pages are shown, one above another.
///
/// <https://developer.apple.com/documentation/swiftui/navigationpath>
public struct NavigationPath {
  var values: [AnyHashable] = []
}
