/// What the simulated system does to an extension that a kinder one would not. All of it happens unless a test names
/// less.
package enum Unkindness: String, CaseIterable, Sendable {
  /// Asks for changes only after a signal: the header of `NSFileProviderEnumerating` at
  /// `currentSyncAnchorWithCompletionHandler:` names no other moment. Without it the tests signal at every turn.
  case asksOnlyWhenSignalled
  /// Waits after an error that can be resolved until it is called resolved, and sends nothing again that is broken for
  /// good: the headers of `NSFileProviderManager` at `signalErrorResolved:` and of `NSFileProviderError` at
  /// `cannotSynchronize`. Without it every error passes by itself.
  case believesErrors
  /// Drops a place whose root is answered with an error when it was just registered:
  /// <https://github.com/nextcloud/desktop/pull/8885>. Without it the root is asked for again.
  case dropsPlaceWithoutRoot
  /// Sends the day of the last use, tags and favourites as fields of their own:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemfields>.
  case sendsUserFields
  /// Drops attributes that are not syncable, and sends the others back as it was told them:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/extendedattributes>.
  case dropsAttributes
  /// Cancels a call that is under way, and takes no answer to it afterwards:
  /// <https://developer.apple.com/documentation/foundation/progress/cancel()>.
  case cancels
  /// Makes a call again whose answer it has not recorded: the header of `NSFileProviderReplicatedExtension` at
  /// `createItemBasedOnTemplate:` speaks of a creation that "is replayed after a crash".
  case repeats
  /// Suspends the extension between two answers:
  /// <https://developer.apple.com/documentation/xcode/understand-the-exception-types-in-a-crash-report> (0xdead10cc).
  case suspends
  /// Kills the extension, between two answers and before one:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/invalidate()>.
  case kills
  /// Leaves in the temporary directory what was on its way when the extension was killed. The page promises no clearing:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/temporarydirectoryurl()>.
  case leavesFiles
  /// Asks nothing, and hears no signal, as long as the place is not registered or the user has switched it off:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomain/userenabled>.
  case switchesOff
  /// Programs give symbolic links other targets. The target is a property of the item, so it comes without a file, as a
  /// change of the contents or as another item:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/symlinktargetpath>.
  case retargetsLinks
  /// Sends names decomposed: <https://github.com/cryptomator/ios/pull/439>. Its own volume takes both forms for one name:
  /// <https://developer.apple.com/support/downloads/Apple-File-System-Reference.pdf>.
  case decomposesNames
  /// Takes in changes later than others, or not at all. No source says in which order it works.
  case delaysChanges
  /// Takes away the contents of documents:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/evictitem(identifier:completionhandler:)>.
  case evicts
  /// Forgets its anchor, or all but an earlier one, or everything that it was told:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/reimportitems(below:completionhandler:)>.
  case forgets
  /// Removes what the extension keeps for itself, and later puts an earlier state of it back, as a restore of a backup does.
  case losesCatalogue
  /// Fills the volume for the time of a call: "No space left on device" of each call of the disk that needs room, also of
  /// rename(2).
  case fillsVolume
  /// Clones with all attributes of the original, as clonefile(2) says.
  case clonesWithAttributes
  /// Sets its clock back by an hour: what changes from then on has an earlier time than what changed before. Network time
  /// corrects the clock of a device: settimeofday(2).
  case setsClockBack
  /// Makes a new instance of the extension for each signal and each retry:
  /// <https://github.com/alecdwm/sshdrive>, MQ-003 and MQ-073.
  case startsAnew
  /// Asks for the anchor before each page of each container, and keeps the last: what others read in FileProvider.framework.
  case asksForAnchors
  /// Takes in nothing of a listing of the working set, only its changes: sshdrive, MQ-002. No source says so of iOS.
  case ignoresListings
  /// Keeps what a listing omits, and asks for each such item once: sshdrive, MQ-006, and Cloudreve. No source says so of iOS.
  case keepsOmitted
  /// Asks for an item before it takes in a change that races with its own: the header of
  /// `NSFileProviderReplicatedExtension` at `itemForIdentifier:`.
  case asksBeforeRaces
  /// Keeps an item whose contents are not found: sshdrive, MQ-012. The header says that it is deleted.
  case keepsUnfetched
  /// Repeats no fetch that failed until the user asks for the contents: sshdrive, MQ-036.
  case fetchesOnce
  /// Sends the new date of a folder before what was saved in it: sshdrive, MQ-049.
  case sendsFolderDates
  /// Lists folders again: <https://developer.apple.com/forums/thread/831371>.
  case listsAgain
  /// Makes what was deleted during an edit again under the identifier that it had: the header at `deletionConflicted`.
  case revivesIdentifiers
  /// Takes away the contents of documents that changed there, as the policy of iOS does: the header at
  /// `NSFileProviderContentPolicy`.
  case evictsChanged
  /// Cannot read one of the folders: <https://github.com/nextcloud/desktop/pull/10446>.
  case failsFolders

  /// What the sources differ in, or say of macOS alone: a trial has some of it.
  private static let disputed: [Self] = [.ignoresListings, .keepsOmitted, .keepsUnfetched, .listsAgain]

  /// Everything, with some of what is disputed.
  package static func all(seed: UInt64) -> Set<Self> {
    Set<Self>.all.subtracting(disputed.enumerated().filter { seed >> $0.offset & 1 != 0 }.map(\.element))
  }
}

extension Set<Unkindness> {
  /// Everything.
  package static var all: Self { Self(Unkindness.allCases) }
}
