import Foundation

public struct NSFileProviderItemFields: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static var contents: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 0) }
  public static var filename: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 1) }
  public static var parentItemIdentifier: NSFileProviderItemFields {
    NSFileProviderItemFields(rawValue: 1 << 2)
  }
  public static var lastUsedDate: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 3) }
  public static var tagData: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 4) }
  public static var favoriteRank: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 5) }
  public static var creationDate: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 6) }
  public static var contentModificationDate: NSFileProviderItemFields {
    NSFileProviderItemFields(rawValue: 1 << 7)
  }
  public static var fileSystemFlags: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 8) }
  public static var extendedAttributes: NSFileProviderItemFields {
    NSFileProviderItemFields(rawValue: 1 << 9)
  }
  public static var typeAndCreator: NSFileProviderItemFields { NSFileProviderItemFields(rawValue: 1 << 10) }
}

public struct NSFileProviderItemCapabilities: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static var allowsReading: NSFileProviderItemCapabilities {
    NSFileProviderItemCapabilities(rawValue: 1 << 0)
  }
  public static var allowsWriting: NSFileProviderItemCapabilities {
    NSFileProviderItemCapabilities(rawValue: 1 << 1)
  }
  public static var allowsReparenting: NSFileProviderItemCapabilities {
    NSFileProviderItemCapabilities(rawValue: 1 << 2)
  }
  public static var allowsRenaming: NSFileProviderItemCapabilities {
    NSFileProviderItemCapabilities(rawValue: 1 << 3)
  }
  public static var allowsTrashing: NSFileProviderItemCapabilities {
    NSFileProviderItemCapabilities(rawValue: 1 << 4)
  }
  public static var allowsDeleting: NSFileProviderItemCapabilities {
    NSFileProviderItemCapabilities(rawValue: 1 << 5)
  }
  /// Add to a folder; the system's side asks for it.
  public static var allowsAddingSubItems: NSFileProviderItemCapabilities { .allowsWriting }
}

public struct NSFileProviderFileSystemFlags: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static var userExecutable: NSFileProviderFileSystemFlags {
    NSFileProviderFileSystemFlags(rawValue: 1 << 0)
  }
  public static var userReadable: NSFileProviderFileSystemFlags {
    NSFileProviderFileSystemFlags(rawValue: 1 << 1)
  }
  public static var userWritable: NSFileProviderFileSystemFlags {
    NSFileProviderFileSystemFlags(rawValue: 1 << 2)
  }
  public static var hidden: NSFileProviderFileSystemFlags { NSFileProviderFileSystemFlags(rawValue: 1 << 3) }
  public static var pathExtensionHidden: NSFileProviderFileSystemFlags {
    NSFileProviderFileSystemFlags(rawValue: 1 << 4)
  }
}

public struct NSFileProviderCreateItemOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static var mayAlreadyExist: NSFileProviderCreateItemOptions {
    NSFileProviderCreateItemOptions(rawValue: 1 << 0)
  }
  /// For the system's side: it was deleted by the provider and changed here meanwhile.
  public static var deletionConflicted: NSFileProviderCreateItemOptions {
    NSFileProviderCreateItemOptions(rawValue: 1 << 1)
  }
}

public struct NSFileProviderModifyItemOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The provider may know it already at its new place: two folders become one.
  public static var mayAlreadyExist: NSFileProviderModifyItemOptions {
    NSFileProviderModifyItemOptions(rawValue: 1 << 0)
  }
  @available(iOS 26.0, *)
  public static var failOnConflict: NSFileProviderModifyItemOptions {
    NSFileProviderModifyItemOptions(rawValue: 1 << 1)
  }
}

public struct NSFileProviderDeleteItemOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static var recursive: NSFileProviderDeleteItemOptions {
    NSFileProviderDeleteItemOptions(rawValue: 1 << 0)
  }
}
