@_exported import AppleFoundation
@_exported import Foundation
@_exported import UniformTypeIdentifiers

/// The type of the activity with which the system opens the app at an item that the user found.
///
/// <https://developer.apple.com/documentation/corespotlight/cssearchableitemactiontype>
public let CSSearchableItemActionType = "com.apple.corespotlightitem"

/// Where that activity has the item's identifier.
///
/// <https://developer.apple.com/documentation/corespotlight/cssearchableitemactivityidentifier>
public let CSSearchableItemActivityIdentifier = "kCSSearchableItemActivityIdentifier"
