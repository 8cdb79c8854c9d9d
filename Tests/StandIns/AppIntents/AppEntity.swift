/// A thing of the app's that parameters and results of actions are about.
///
/// Apple declares the parts in protocols that this one inherits: `AppValue`, `DisplayRepresentable`.
/// <https://developer.apple.com/documentation/appintents/appentity>
public protocol AppEntity: _IntentValue, Identifiable, Sendable
where ID: EntityIdentifierConvertible & Sendable, ValueType == Self, UnwrappedType == Self {
  /// What finds it.
  associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self

  /// What things of this type are called.
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
  /// What finds things of this type.
  static var defaultQuery: DefaultQuery { get }
  /// What the user sees of this one.
  var displayRepresentation: DisplayRepresentation { get }
}

/// An identifier that a shortcut keeps as a string.
///
/// <https://developer.apple.com/documentation/appintents/entityidentifierconvertible>
public protocol EntityIdentifierConvertible {}

extension String: EntityIdentifierConvertible {}

/// Finds things by the identifiers that a shortcut keeps.
///
/// <https://developer.apple.com/documentation/appintents/entityquery>
public protocol EntityQuery: Sendable {
  /// What it finds.
  associatedtype Entity: AppEntity

  /// The system makes a query.
  init()
  /// Finds what has these identifiers; what is gone is left out.
  ///
  /// <https://developer.apple.com/documentation/appintents/entityquery/entities(for:)>
  func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
  /// What the user may choose from before typing.
  ///
  /// <https://developer.apple.com/documentation/appintents/entityquery/suggestedentities()>
  func suggestedEntities() async throws -> [Entity]
}

/// Finds things by what the user types.
///
/// <https://developer.apple.com/documentation/appintents/entitystringquery>
public protocol EntityStringQuery: EntityQuery {
  /// Finds what the user may mean.
  ///
  /// <https://developer.apple.com/documentation/appintents/entitystringquery/entities(matching:)>
  func entities(matching string: String) async throws -> [Entity]
}

/// What things of a type are called.
///
/// <https://developer.apple.com/documentation/appintents/typedisplayrepresentation>
public struct TypeDisplayRepresentation: Sendable {
  /// Makes one of a name.
  ///
  /// <https://developer.apple.com/documentation/appintents/typedisplayrepresentation/init(name:numericformat:)>
  public init(name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil) {}
}

/// What the user sees of a thing.
///
/// <https://developer.apple.com/documentation/appintents/displayrepresentation>
public struct DisplayRepresentation: Sendable {
  /// What it is called.
  public var title: LocalizedStringResource
  /// What is below that.
  public var subtitle: LocalizedStringResource?

  /// Makes one. Images are not shown here.
  ///
  /// <https://developer.apple.com/documentation/appintents/displayrepresentation/init(title:subtitle:image:)>
  public init(
    title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil
  ) {
    (self.title, self.subtitle) = (title, subtitle)
  }

  /// A small picture.
  ///
  /// <https://developer.apple.com/documentation/appintents/displayrepresentation/image-swift.struct>
  public struct Image: Sendable {
    /// A picture of the system's.
    ///
    /// <https://developer.apple.com/documentation/appintents/displayrepresentation/image-swift.struct/init(systemname:istemplate:)>
    public init(systemName: String, isTemplate: Bool? = nil) {}
  }
}
