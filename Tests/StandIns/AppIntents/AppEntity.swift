/// A thing of the app's that parameters and results of actions are about.
///
/// Apple declares the parts in protocols that this one inherits: `AppValue`, `DisplayRepresentable`.
public protocol AppEntity: _IntentValue, Identifiable, Sendable
where ID: EntityIdentifierConvertible & Sendable, ValueType == Self, UnwrappedType == Self {
  associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self

  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
  static var defaultQuery: DefaultQuery { get }
  var displayRepresentation: DisplayRepresentation { get }
}

public protocol EntityIdentifierConvertible {}

extension String: EntityIdentifierConvertible {}

public protocol EntityQuery: Sendable {
  associatedtype Entity: AppEntity

  init()
  /// Finds what has these identifiers; what is gone is left out.
  func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
  /// What the user may choose from before typing.
  func suggestedEntities() async throws -> [Entity]
}

public protocol EntityStringQuery: EntityQuery {
  func entities(matching string: String) async throws -> [Entity]
}

public struct TypeDisplayRepresentation: Sendable {
  /// <https://developer.apple.com/documentation/appintents/typedisplayrepresentation/init(name:numericformat:)>
  public init(name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil) {}
}

public struct DisplayRepresentation: Sendable {
  public var title: LocalizedStringResource
  public var subtitle: LocalizedStringResource?

  /// Makes one. Images are not shown here.
  ///
  /// <https://developer.apple.com/documentation/appintents/displayrepresentation/init(title:subtitle:image:)>
  public init(
    title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil
  ) {
    (self.title, self.subtitle) = (title, subtitle)
  }

  /// <https://developer.apple.com/documentation/appintents/displayrepresentation/image-swift.struct>
  public struct Image: Sendable {
    /// <https://developer.apple.com/documentation/appintents/displayrepresentation/image-swift.struct/init(systemname:istemplate:)>
    public init(systemName: String, isTemplate: Bool? = nil) {}
  }
}
