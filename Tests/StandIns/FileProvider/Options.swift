import Foundation

/// The parts of an item.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemfields>
public struct NSFileProviderItemFields: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Its contents.
  public static var contents: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 0) }
  /// Its name.
  public static var filename: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 1) }
  /// Its folder.
  public static var parentItemIdentifier: NSFileProviderItemFields {
    NSFileProviderItemFields(rawValue: 1 << 2)
  }
  /// When it was last used.
  public static var lastUsedDate: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 3) }
  /// Its tags.
  public static var tagData: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 4) }
  /// Its place among the favourites.
  public static var favoriteRank: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 5) }
  /// When it was made.
  public static var creationDate: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 6) }
  /// When its contents last changed.
  public static var contentModificationDate: NSFileProviderItemFields {
    NSFileProviderItemFields(rawValue: 1 << 7)
  }
  /// Its flags.
  public static var fileSystemFlags: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 8) }
  /// Its extended attributes.
  public static var extendedAttributes: NSFileProviderItemFields {
    NSFileProviderItemFields(rawValue: 1 << 9)
  }
  /// Its type and creator, as of old.
  public static var typeAndCreator: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 10) }
}

/// What the user may do with an item.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemcapabilities>
public struct NSFileProviderItemCapabilities: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Open it, and list a folder.
  public static var allowsReading: NSFileProviderItemCapabilities {
    NSFileProviderItemCapabilities(rawValue: 1 << 0)
  }
  /// Change it, and add to a folder.
  public static var allowsWriting: NSFileProviderItemCapabilities {
    NSFileProviderItemCapabilities(rawValue: 1 << 1)
  }
  /// Move it to another folder.
  public static var allowsReparenting: NSFileProviderItemCapabilities {
    NSFileProviderItemCapabilities(rawValue: 1 << 2)
  }
  /// Rename it.
  public static var allowsRenaming: NSFileProviderItemCapabilities {
    NSFileProviderItemCapabilities(rawValue: 1 << 3)
  }
  /// Throw it away.
  public static var allowsTrashing: NSFileProviderItemCapabilities {
    NSFileProviderItemCapabilities(rawValue: 1 << 4)
  }
  /// Delete it.
  public static var allowsDeleting: NSFileProviderItemCapabilities {
    NSFileProviderItemCapabilities(rawValue: 1 << 5)
  }
  /// Add to a folder; the system's side asks for it.
  public static var allowsAddingSubItems: NSFileProviderItemCapabilities { .allowsWriting }
}

/// The flags of a file.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderfilesystemflags>
public struct NSFileProviderFileSystemFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// It can be run.
  public static var userExecutable: NSFileProviderFileSystemFlags {
    NSFileProviderFileSystemFlags(rawValue: 1 << 0)
  }
  /// It can be read.
  public static var userReadable: NSFileProviderFileSystemFlags {
    NSFileProviderFileSystemFlags(rawValue: 1 << 1)
  }
  /// It can be written.
  public static var userWritable: NSFileProviderFileSystemFlags {
    NSFileProviderFileSystemFlags(rawValue: 1 << 2)
  }
  /// It is not shown.
  public static var hidden: NSFileProviderFileSystemFlags { NSFileProviderFileSystemFlags(rawValue: 1 << 3) }
  /// Its extension is not shown.
  public static var pathExtensionHidden: NSFileProviderFileSystemFlags {
    NSFileProviderFileSystemFlags(rawValue: 1 << 4)
  }
}

/// How to create an item.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovidercreateitemoptions>
public struct NSFileProviderCreateItemOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The provider may know it already.
  public static var mayAlreadyExist: NSFileProviderCreateItemOptions {
    NSFileProviderCreateItemOptions(rawValue: 1 << 0)
  }
  /// For the system's side: it was deleted by the provider and changed here meanwhile.
  public static var deletionConflicted: NSFileProviderCreateItemOptions {
    NSFileProviderCreateItemOptions(rawValue: 1 << 1)
  }
}

/// How to modify an item.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermodifyitemoptions>
public struct NSFileProviderModifyItemOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The provider may know it already at its new place: two folders become one.
  public static var mayAlreadyExist: NSFileProviderModifyItemOptions {
    NSFileProviderModifyItemOptions(rawValue: 1 << 0)
  }
  /// A conflict is to be told, not resolved.
  @available(iOS 26.0, *)
  public static var failOnConflict: NSFileProviderModifyItemOptions {
    NSFileProviderModifyItemOptions(rawValue: 1 << 1)
  }
}

/// How to delete an item.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdeleteitemoptions>
public struct NSFileProviderDeleteItemOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// With everything in it.
  public static var recursive: NSFileProviderDeleteItemOptions {
    NSFileProviderDeleteItemOptions(rawValue: 1 << 0)
  }
}
