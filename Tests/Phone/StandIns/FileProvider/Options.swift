import Foundation

public struct NSFileProviderItemFields: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static var contents: Self { Self(rawValue: 1 << 0) }
  public static var filename: Self { Self(rawValue: 1 << 1) }
  public static var parentItemIdentifier: Self { Self(rawValue: 1 << 2) }
  public static var lastUsedDate: Self { Self(rawValue: 1 << 3) }
  public static var tagData: Self { Self(rawValue: 1 << 4) }
  public static var favoriteRank: Self { Self(rawValue: 1 << 5) }
  public static var creationDate: Self { Self(rawValue: 1 << 6) }
  public static var contentModificationDate: Self { Self(rawValue: 1 << 7) }
  public static var fileSystemFlags: Self { Self(rawValue: 1 << 8) }
  public static var extendedAttributes: Self { Self(rawValue: 1 << 9) }
  public static var typeAndCreator: Self { Self(rawValue: 1 << 10) }
}

public struct NSFileProviderItemCapabilities: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static var allowsReading: Self { Self(rawValue: 1 << 0) }
  public static var allowsWriting: Self { Self(rawValue: 1 << 1) }
  public static var allowsReparenting: Self { Self(rawValue: 1 << 2) }
  public static var allowsRenaming: Self { Self(rawValue: 1 << 3) }
  public static var allowsTrashing: Self { Self(rawValue: 1 << 4) }
  public static var allowsDeleting: Self { Self(rawValue: 1 << 5) }
  /// Add to a folder; the system's side asks for it.
  public static var allowsAddingSubItems: Self { .allowsWriting }
}

public struct NSFileProviderFileSystemFlags: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static var userExecutable: Self { Self(rawValue: 1 << 0) }
  public static var userReadable: Self { Self(rawValue: 1 << 1) }
  public static var userWritable: Self { Self(rawValue: 1 << 2) }
  public static var hidden: Self { Self(rawValue: 1 << 3) }
  public static var pathExtensionHidden: Self { Self(rawValue: 1 << 4) }
}

public struct NSFileProviderCreateItemOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static var mayAlreadyExist: Self { Self(rawValue: 1 << 0) }
  /// For the system's side: it was deleted by the provider and changed here meanwhile.
  public static var deletionConflicted: Self { Self(rawValue: 1 << 1) }
}

public struct NSFileProviderModifyItemOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The provider may know it already at its new place: two folders become one.
  public static var mayAlreadyExist: Self { Self(rawValue: 1 << 0) }
  @available(iOS 26.0, *)
  public static var failOnConflict: Self { Self(rawValue: 1 << 1) }
}

public struct NSFileProviderDeleteItemOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static var recursive: Self { Self(rawValue: 1 << 0) }
}
