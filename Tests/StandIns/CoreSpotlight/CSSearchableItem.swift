/// What the user can find: an identifier, and what is known of the item.
///
/// <https://developer.apple.com/documentation/corespotlight/cssearchableitem>
open class CSSearchableItem: NSObject {
  /// The identifier of the item in its index.
  let uniqueIdentifier: String
  let domainIdentifier: String?
  let attributeSet: CSSearchableItemAttributeSet
  /// When the system forgets the item; unless it is set, the system chooses.
  ///
  /// <https://developer.apple.com/documentation/corespotlight/cssearchableitem/expirationdate>
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var expirationDate: Date!

  /// Makes an item; without an identifier one is made.
  ///
  /// <https://developer.apple.com/documentation/corespotlight/cssearchableitem/init(uniqueidentifier:domainidentifier:attributeset:)>
  public init(
    uniqueIdentifier: String?, domainIdentifier: String?, attributeSet: CSSearchableItemAttributeSet
  ) {
    self.uniqueIdentifier = uniqueIdentifier ?? UUID().uuidString
    (self.domainIdentifier, self.attributeSet) = (domainIdentifier, attributeSet)
  }
}

/// What is known of an item.
///
/// <https://developer.apple.com/documentation/corespotlight/cssearchableitemattributeset>
open class CSSearchableItemAttributeSet: NSObject {
  let contentType: UTType

  /// Nothing but the type.
  ///
  /// <https://developer.apple.com/documentation/corespotlight/cssearchableitemattributeset/init(contenttype:)>
  public init(contentType: UTType) { self.contentType = contentType }

  /// What it is called in its app.
  ///
  /// <https://developer.apple.com/documentation/corespotlight/cssearchableitemattributeset/title>
  open var title: String?
  /// What the user sees as its name.
  ///
  /// <https://developer.apple.com/documentation/corespotlight/cssearchableitemattributeset/displayname>
  open var displayName: String?
  /// What is below the name.
  ///
  /// <https://developer.apple.com/documentation/corespotlight/cssearchableitemattributeset/contentdescription>
  open var contentDescription: String?
  /// Other words by which it is found.
  ///
  /// <https://developer.apple.com/documentation/corespotlight/cssearchableitemattributeset/keywords>
  open var keywords: [String]?
  /// When it was added.
  ///
  /// <https://developer.apple.com/documentation/corespotlight/cssearchableitemattributeset/addeddate>
  open var addedDate: Date?
  /// When its contents last changed.
  ///
  /// <https://developer.apple.com/documentation/corespotlight/cssearchableitemattributeset/contentmodificationdate>
  open var contentModificationDate: Date?
}
