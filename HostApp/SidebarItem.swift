/// Where documents are that a person can look at.
enum SidebarItem: Hashable {
  /// Intray's documents on this device.
  case documents
  /// Intray's documents in iCloud Drive.
  case cloud
  /// What was thrown away.
  case trash
}
