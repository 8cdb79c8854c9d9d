/// Intray's one place in the Files app, by the names under which the app registers it and its extensions
/// find it again.
public enum FilesDomain {
  /// Never shown, never changed: the system keeps what it knows of us under it.
  public static let identifier = "documents"
  /// What the sidebar of Files says. A name, so it is not translated.
  public static let displayName = "Intray"
}
