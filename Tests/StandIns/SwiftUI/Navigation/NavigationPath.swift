public struct NavigationPath {
  var values: [AnyHashable] = []
}
