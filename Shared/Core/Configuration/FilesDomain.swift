/// The app's file provider domain. The app registers it, and the extensions find it, by this identifier and name.
public enum FilesDomain {
  /// Never shown and never changed, because the system stores its state for this domain under it.
  public static let identifier = "documents"
  /// The name in the sidebar of Files. It is a proper name, so it is not translated.
  public static let displayName = AppIdentity.current.name
}
