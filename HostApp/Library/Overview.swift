import IntrayCore
import Observation

/// What all windows show beside their lists, and that documents changed, as a number: a page asks again when it is another one.
@MainActor
@Observable
final class Overview {
  /// How the user chose to see documents.
  @ObservationIgnored let options: ViewOptions
  /// How often something changed.
  private(set) var revision = 0
  /// Whether the index was brought up to date for this revision, so that no page needs to look at the folders again.
  @ObservationIgnored private(set) var isFresh = false
  /// How many conflict copies there are that the user has not decided upon.
  private(set) var conflicts = 0
  /// The documents of which there is one.
  private(set) var contested: Set<ItemID> = []
  /// The folders that the user wants at hand.
  private(set) var favorites: [DocumentEntry] = []
  /// The tags that documents have.
  private(set) var tags: [DocumentTag] = []
  /// What the user sees of Intray in Files.
  var files = FilesRegistration.Visibility.shown
  /// The documents of which Files holds a change that Intray could not be given.
  var pending: [PendingDocument] = []

  init(_ options: ViewOptions = .kept) { self.options = options }

  /// Something changed.
  ///
  /// - Parameter isFresh: whether the index was brought up to date after that.
  func raise(isFresh: Bool = false) {
    self.isFresh = isFresh
    revision += 1
  }

  /// Looks at all folders, and has all pages read what was found. What changes meanwhile they look for themselves.
  func update(by look: () async -> Void) async {
    let before = revision
    await look()
    raise(isFresh: revision == before)
  }

  /// Looks what all windows show beside the lists.
  func look(in library: DocumentLibrary) async {
    let found = await library.list(DocumentQuery(scope: .conflicts, range: 0..<200), isFresh: isFresh)
    let (tags, favorites) = (await library.index.usedTags, await library.index.favourites)
    // Each is set only when it is another one: what is on screen is made anew then.
    if tags != self.tags {
      self.tags = tags
      Preferences.noteTags(Preferences.usedTags.filter(tags.contains), before: tags)
    }
    if favorites != self.favorites {
      self.favorites = favorites
      Preferences.favoriteFolders = favorites.map(\.path)
    }
    guard case .success(let list) = found, !Task.isCancelled else { return }
    let contested = Set(list.entries.compactMap(\.conflict))
    if list.total != conflicts { conflicts = list.total }
    if contested != self.contested { self.contested = contested }
  }
}
