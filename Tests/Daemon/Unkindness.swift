/// What the simulated system does to an extension that a kinder one would not. All of it happens unless a test names
/// less.
package struct Unkindness: OptionSet, Hashable, Sendable, CaseIterable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Asks for changes only after a signal: the header of `NSFileProviderEnumerating` at
  /// `currentSyncAnchorWithCompletionHandler:` names no other moment. Without it the tests signal at every turn.
  package static let asksOnlyWhenSignalled = Self(rawValue: 1 << 0)
  /// Waits after an error that can be resolved until it is called resolved, and sends nothing again that is broken for
  /// good: the headers of `NSFileProviderManager` at `signalErrorResolved:` and of `NSFileProviderError` at
  /// `cannotSynchronize`. Without it every error passes by itself.
  package static let believesErrors = Self(rawValue: 1 << 1)
  /// Drops a place whose root is answered with an error when it was just registered:
  /// <https://github.com/nextcloud/desktop/pull/8885>. Without it the root is asked for again.
  package static let dropsPlaceWithoutRoot = Self(rawValue: 1 << 2)
  /// Sends the day of the last use, tags and favourites as fields of their own:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemfields>.
  package static let sendsUserFields = Self(rawValue: 1 << 3)
  /// Drops attributes that are not syncable, and sends the others back as it was told them:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/extendedattributes>.
  package static let dropsAttributes = Self(rawValue: 1 << 4)
  /// Cancels a call that is under way, and takes no answer to it afterwards:
  /// <https://developer.apple.com/documentation/foundation/progress/cancel()>.
  package static let cancels = Self(rawValue: 1 << 5)
  /// Makes a call again whose answer it has not recorded: the header of `NSFileProviderReplicatedExtension` at
  /// `createItemBasedOnTemplate:` speaks of a creation that "is replayed after a crash".
  package static let repeats = Self(rawValue: 1 << 6)
  /// Suspends the extension between two answers:
  /// <https://developer.apple.com/documentation/xcode/understand-the-exception-types-in-a-crash-report> (0xdead10cc).
  package static let suspends = Self(rawValue: 1 << 7)
  /// Kills the extension, between two answers and before one:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/invalidate()>.
  package static let kills = Self(rawValue: 1 << 8)
  /// Leaves in the temporary directory what was on its way when the extension was killed. The page promises no clearing:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/temporarydirectoryurl()>.
  package static let leavesFiles = Self(rawValue: 1 << 9)
  /// Asks nothing, and hears no signal, as long as the place is not registered or the user has switched it off:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomain/userenabled>.
  package static let switchesOff = Self(rawValue: 1 << 10)
  /// Programs give symbolic links other targets. The target is a property of the item, so it comes without a file, as a
  /// change of the contents or as another item:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/symlinktargetpath>.
  package static let retargetsLinks = Self(rawValue: 1 << 11)
  /// Sends names decomposed: <https://github.com/cryptomator/ios/pull/439>. Its own volume takes both forms for one name:
  /// <https://developer.apple.com/support/downloads/Apple-File-System-Reference.pdf>.
  package static let decomposesNames = Self(rawValue: 1 << 12)
  /// Takes in changes later than others, or not at all. No source says in which order it works.
  package static let delaysChanges = Self(rawValue: 1 << 13)
  /// Takes away the contents of documents:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/evictitem(identifier:completionhandler:)>.
  package static let evicts = Self(rawValue: 1 << 14)
  /// Forgets its anchor, or all but an earlier one, or everything that it was told:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/reimportitems(below:completionhandler:)>.
  package static let forgets = Self(rawValue: 1 << 15)
  /// Removes what the extension keeps for itself, and later puts an earlier state of it back, as a restore of a backup does.
  package static let losesCatalogue = Self(rawValue: 1 << 16)
  /// Fills the volume for the time of a call: "No space left on device" of each call of the disk that needs room, also of
  /// rename(2).
  package static let fillsVolume = Self(rawValue: 1 << 17)
  /// Clones with all attributes of the original, as clonefile(2) says.
  package static let clonesWithAttributes = Self(rawValue: 1 << 18)
  /// Sets its clock back by an hour: what changes from then on has an earlier time than what changed before. Network time
  /// corrects the clock of a device: settimeofday(2).
  package static let setsClockBack = Self(rawValue: 1 << 19)
  /// Makes a new instance of the extension for each signal and each retry:
  /// <https://github.com/alecdwm/sshdrive>, MQ-003 and MQ-073.
  package static let startsAnew = Self(rawValue: 1 << 20)
  /// Asks for the anchor before each page of each container, and keeps the last: what others read in FileProvider.framework.
  package static let asksForAnchors = Self(rawValue: 1 << 21)
  /// Takes in nothing of a listing of the working set, only its changes: sshdrive, MQ-002. No source says so of iOS.
  package static let ignoresListings = Self(rawValue: 1 << 22)
  /// Keeps what a listing omits, and asks for each such item once: sshdrive, MQ-006, and Cloudreve. No source says so of iOS.
  package static let keepsOmitted = Self(rawValue: 1 << 23)
  /// Asks for an item before it takes in a change that races with its own: the header of
  /// `NSFileProviderReplicatedExtension` at `itemForIdentifier:`.
  package static let asksBeforeRaces = Self(rawValue: 1 << 24)
  /// Keeps an item whose contents are not found: sshdrive, MQ-012. The header says that it is deleted.
  package static let keepsUnfetched = Self(rawValue: 1 << 25)
  /// Repeats no fetch that failed until the user asks for the contents: sshdrive, MQ-036.
  package static let fetchesOnce = Self(rawValue: 1 << 26)
  /// Sends the new date of a folder before what was saved in it: sshdrive, MQ-049.
  package static let sendsFolderDates = Self(rawValue: 1 << 27)
  /// Lists folders again: <https://developer.apple.com/forums/thread/831371>.
  package static let listsAgain = Self(rawValue: 1 << 28)
  /// Makes what was deleted during an edit again under the identifier that it had: the header at `deletionConflicted`.
  package static let revivesIdentifiers = Self(rawValue: 1 << 29)
  /// Takes away the contents of documents that changed there, as the policy of iOS does: the header at
  /// `NSFileProviderContentPolicy`.
  package static let evictsChanged = Self(rawValue: 1 << 30)
  /// Cannot read one of the folders: <https://github.com/nextcloud/desktop/pull/10446>.
  package static let failsFolders = Self(rawValue: 1 << 31)

  /// What the sources differ in, or say of macOS alone: a trial has some of it.
  package static let disputed: [Self] = [.ignoresListings, .keepsOmitted, .keepsUnfetched, .listsAgain]

  /// Everything, with some of what is disputed.
  package static func all(seed: UInt64) -> Self {
    disputed.enumerated().reduce(all) { found, next in
      seed >> next.offset & 1 == 0 ? found : found.subtracting(next.element)
    }
  }

  private static let names: [(Self, String)] = [
    (.asksOnlyWhenSignalled, "asks only when signalled"), (.believesErrors, "believes errors"),
    (.dropsPlaceWithoutRoot, "drops a place without a root"), (.sendsUserFields, "sends the user's fields"),
    (.dropsAttributes, "drops attributes"), (.cancels, "cancels"), (.repeats, "repeats"),
    (.suspends, "suspends"), (.kills, "kills"), (.leavesFiles, "leaves files"),
    (.switchesOff, "switches off"), (.retargetsLinks, "retargets links"),
    (.decomposesNames, "decomposes names"), (.delaysChanges, "delays changes"), (.evicts, "evicts"),
    (.forgets, "forgets"), (.losesCatalogue, "loses the catalogue"), (.fillsVolume, "fills the volume"),
    (.clonesWithAttributes, "clones with attributes"),
    (.setsClockBack, "sets the clock back"), (.startsAnew, "starts anew"),
    (.asksForAnchors, "asks for anchors"), (.ignoresListings, "ignores listings"),
    (.keepsOmitted, "keeps what is omitted"), (.asksBeforeRaces, "asks before races"),
    (.keepsUnfetched, "keeps what is not fetched"), (.fetchesOnce, "fetches once"),
    (.sendsFolderDates, "sends the dates of folders"), (.listsAgain, "lists again"),
    (.revivesIdentifiers, "revives identifiers"), (.evictsChanged, "evicts what changed"),
    (.failsFolders, "cannot read a folder"),
  ]

  /// Each one alone.
  package static var allCases: [Self] { names.map(\.0) }

  package static let all = Self(allCases)

  /// What a report calls it.
  package var name: String { Self.names.filter { contains($0.0) }.map(\.1).joined(separator: ", ") }
}
