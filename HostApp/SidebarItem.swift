/// Where documents are that the user can look at.
enum SidebarItem: Hashable {
  /// Intray's documents on this device.
  case documents
  /// Intray's documents in iCloud Drive.
  case cloud
  /// Recently Deleted.
  case trash
}
