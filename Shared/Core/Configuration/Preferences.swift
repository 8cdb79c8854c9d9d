import Foundation

/// The user's settings. They are stored in the App Group's defaults, which the app and its extensions share, and are
/// read each time they are used.
public struct Preferences: Hashable, Sendable {
  /// What becomes of a file that is a document already: of the same bytes.
  public enum DuplicateAnswer: String, CaseIterable, Hashable, Sendable {
    /// The app says where the document is, and the user decides.
    case ask
    /// It is not saved again.
    case skip
    /// It is saved again, and the app does not look for the document.
    case keep
  }

  /// What becomes of a document that the user has marked up.
  public enum MarkupAnswer: String, CaseIterable, Hashable, Sendable {
    /// The app asks, and keeps the answer.
    case ask
    /// The new version takes its place, and the old one goes to the trash.
    case replace
    /// The new version stays beside it.
    case copy
  }

  /// The answer that the user gave once for all.
  public var duplicateAnswer = DuplicateAnswer.ask
  /// The answer that the user gave last.
  public var markupAnswer = MarkupAnswer.ask
  /// Whether a search looks into documents.
  public var searchesContents = true

  /// The defaults, before the user has chosen anything.
  public init() {}

  /// Where ``duplicateAnswer`` is kept.
  public static let duplicateAnswerKey = "DuplicateAnswer"
  /// Where ``markupAnswer`` is kept.
  public static let markupAnswerKey = "MarkupAnswer"
  /// Where ``searchesContents`` is kept.
  public static let searchesContentsKey = "SearchesContents"

  /// The key of whether the app shows its first steps when it is opened: false once the user has closed them.
  public static let showsFirstStepsKey = "ShowsFirstSteps"

  /// The App Group's defaults; nil when the bundle was built without a group.
  public static var store: UserDefaults? { AppGroup.identifier.flatMap(UserDefaults.init(suiteName:)) }

  /// As they are now.
  public static var current: Preferences {
    store.map(Preferences.init) ?? Preferences()
  }

  /// As defaults keep them.
  init(_ store: UserDefaults) {
    duplicateAnswer = store.string(forKey: Self.duplicateAnswerKey).flatMap(DuplicateAnswer.init) ?? .ask
    markupAnswer = store.string(forKey: Self.markupAnswerKey).flatMap(MarkupAnswer.init) ?? .ask
    searchesContents = store.object(forKey: Self.searchesContentsKey) as? Bool ?? true
  }

  /// Notes what is to become of documents that the user marks up from now on.
  public static func keep(_ answer: MarkupAnswer, in store: UserDefaults? = store) {
    store?.set(answer.rawValue, forKey: markupAnswerKey)
  }

  /// The folders that are favorites. The app notes them for the share sheet, which looks at no other folder, so some may be gone.
  public static var favoriteFolders: [DocumentPath] {
    get { folders(favoriteFoldersKey) }
    set { store?.set(newValue.map(\.description), forKey: favoriteFoldersKey) }
  }

  /// The folders to offer first: those that were used last, then the favorites.
  public static var offeredFolders: [DocumentPath] {
    let used = recentFolders
    return used + favoriteFolders.filter { !used.contains($0) }
  }

  /// The folders into which the user saved or moved something last, the latest first; at most three. Some may be gone.
  public static var recentFolders: [DocumentPath] {
    folders(recentFoldersKey)
  }

  private static func folders(_ key: String) -> [DocumentPath] {
    (store?.stringArray(forKey: key) ?? []).map { DocumentPath(bytes: $0.utf8) }
  }

  /// A folder has another path now, and so have the folders in it: the folders that were used last follow. If the process is
  /// killed here, what does not follow is kept by a path that is gone, and is not offered.
  public static func follow(_ old: DocumentPath, to new: DocumentPath, in store: UserDefaults? = store) {
    guard let store else { return }
    for key in [recentFoldersKey, lastFolderKey] {
      // The last folder stands before its time.
      guard var value = store.array(forKey: key) else { continue }
      for (index, text) in value.enumerated() {
        guard let path = (text as? String).map({ DocumentPath(bytes: $0.utf8) }),
          path.directory == old.directory, path.names.starts(with: old.names)
        else { continue }
        value[index] = DocumentPath(new.names + path.names.dropFirst(old.names.count)).description
      }
      store.set(value, forKey: key)
    }
  }

  /// Forgets the last folders that lead nowhere, and so their names.
  public static func forgetFolders(where isGone: (DocumentPath) -> Bool) {
    let folders = recentFolders
    let kept = folders.filter { !isGone($0) }
    if kept.count < folders.count { store?.set(kept.map(\.description), forKey: recentFoldersKey) }
    if let last = lastFolder?.path, isGone(last) { store?.removeObject(forKey: lastFolderKey) }
  }

  /// Notes that the user saved into a folder from the share sheet.
  public static func noteSaved(into folder: DocumentPath, now: Date = .now) {
    store?.set(savedShares + 1, forKey: savedSharesKey)
    store?.set([folder.description, now.timeIntervalSince1970], forKey: lastFolderKey)
    noteUsed(folder)
  }

  /// Notes that the user saved or moved something into a folder.
  public static func noteUsed(_ folder: DocumentPath) {
    if folder.names.isEmpty { return }
    let others = recentFolders.filter { $0 != folder }
    // The sheet shows three: more would push the buttons out of sight.
    store?.set(([folder] + others).prefix(3).map(\.description), forKey: recentFoldersKey)
  }

  /// The folder into which the user saved last from the share sheet, and when; nil before the first time.
  public static var lastFolder: (path: DocumentPath, time: Date)? {
    guard let value = store?.array(forKey: lastFolderKey), value.count == 2, let path = value[0] as? String,
      let seconds = value[1] as? Double
    else { return nil }
    return (DocumentPath(bytes: path.utf8), Date(timeIntervalSince1970: seconds))
  }

  /// How many shares the user has saved.
  public static var savedShares: Int { store?.integer(forKey: savedSharesKey) ?? 0 }

  /// Whether the share sheet saves at once, into the folder that was used last.
  public static var savesAtOnce: Bool {
    get { store?.bool(forKey: savesAtOnceKey) ?? false }
    set { store?.set(newValue, forKey: savesAtOnceKey) }
  }

  /// Where ``savesAtOnce`` is kept.
  public static let savesAtOnceKey = "SavesAtOnce"

  /// Whether it then saves into the folder that ``usualFolder(of:)`` finds, where there is one.
  public static var usesUsualFolder: Bool { store?.bool(forKey: usesUsualFolderKey) ?? false }

  /// Where ``usesUsualFolder`` is kept.
  public static let usesUsualFolderKey = "UsesUsualFolder"
  private static let favoriteFoldersKey = "FavoriteFolders"
  static let recentFoldersKey = "RecentFolders"
  static let lastFolderKey = "LastFolder"
  private static let savedSharesKey = "SavedShares"

  /// The order that the user chose for the list of a folder; nil if none.
  public static func order(of folder: String) -> String? {
    store?.dictionary(forKey: ordersKey)?[folder] as? String
  }

  /// Keeps the order that the user chose for the list of a folder.
  public static func keep(order: String, of folder: String) {
    var orders = store?.dictionary(forKey: ordersKey) ?? [:]
    // The defaults are read as a whole, so the orders of the folders of years are not all kept.
    if orders.count >= 200, orders[folder] == nil { orders.removeAll() }
    orders[folder] = order
    store?.set(orders, forKey: ordersKey)
  }

  private static let ordersKey = "Orders"

  /// Whether the user sees documents as a list or as icons, as the app names the two; nil before the first choice.
  public static var layout: String? {
    get { store?.string(forKey: layoutKey) }
    set { store?.set(newValue, forKey: layoutKey) }
  }

  private static let layoutKey = "Layout"

  /// Whether the app shows a preview beside a list, where there is room.
  public static var showsPreview: Bool {
    get { store?.bool(forKey: showsPreviewKey) ?? false }
    set { store?.set(newValue, forKey: showsPreviewKey) }
  }

  private static let showsPreviewKey = "ShowsPreview"
}
