import Foundation

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

/// A value of a thing of the app's, which a shortcut reads, and by which it finds the thing.
@propertyWrapper
public final class EntityProperty<Value: _IntentValue & Sendable>: @unchecked Sendable {
  // Unchecked: it is set while the thing is made, and then only read.
  private var value: Value?
  public let title: LocalizedStringResource

  /// The value. To read it before it was set stops the process.
  public var wrappedValue: Value {
    get {
      guard let value else { fatalError("The property “\(String(localized: title))” has no value yet.") }
      return value
    }
    set { value = newValue }
  }

  public var projectedValue: EntityProperty<Value> { self }

  /// <https://developer.apple.com/documentation/appintents/entityproperty/init(title:)>
  public init(title: LocalizedStringResource) { self.title = title }
}

extension AppEntity {
  public typealias Property = EntityProperty
}

/// Finds things by their properties: Shortcuts makes an action *Find* of it, in which the user filters and sorts.
public protocol EntityPropertyQuery: EntityQuery {
  associatedtype ComparatorMappingType

  static var properties: QueryProperties { get }
  static var sortingOptions: SortingOptions { get }
  static var findIntentDescription: IntentDescription? { get }

  func entities(
    matching comparators: [ComparatorMappingType], mode: EntityQueryComparatorMode,
    sortedBy: [EntityQuerySort<Entity>], limit: Int?
  ) async throws -> [Entity]
}

extension EntityPropertyQuery {
  public static var findIntentDescription: IntentDescription? { nil }
  public typealias QueryProperties = EntityQueryProperties<Entity, ComparatorMappingType>
  public typealias Property<Value: _IntentValue & Sendable> = EntityQueryProperty<
    Entity, Entity, EntityProperty<Value>, Value, ComparatorMappingType
  >
  public typealias SortingOptions = EntityQuerySortingOptions<Entity>
  public typealias SortableBy = EntityQuerySortableByProperty<Entity>
  public typealias ComparatorMode = EntityQueryComparatorMode
  /// Of no entity yet: where a type is written, it is written with one.
  public typealias Sort = EntityQuerySort
}

public enum EntityQueryComparatorMode: Sendable {
  case and, or
}

public struct EntityQuerySort<Entity: AppEntity> {
  public let by: PartialKeyPath<Entity>
  public let order: Ordering

  public enum Ordering: Sendable {
    /// The least first, or last.
    case ascending, descending
  }

  /// The system's side: what the user chose.
  public init(by: PartialKeyPath<Entity>, order: Ordering) { (self.by, self.order) = (by, order) }
}

public class EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType> {
  let comparison: String
  let mapping: (Any) -> ComparatorMappingType?

  init(_ comparison: String, _ transform: @escaping (InputType) -> ComparatorMappingType) {
    self.comparison = comparison
    mapping = { ($0 as? InputType).map(transform) }
  }
}

public final class EqualToComparator<Property, PropertyType: Equatable, ComparatorMappingType>:
  EntityQueryComparator<Property, PropertyType, PropertyType, ComparatorMappingType>
{
  public init(mappingTransform: @escaping (PropertyType) -> ComparatorMappingType) {
    super.init("=", mappingTransform)
  }
}

public final class ContainsComparator<Property, PropertyType, InputType, ComparatorMappingType>:
  EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType>
{
  public init(mappingTransform: @escaping (InputType) -> ComparatorMappingType)
  where PropertyType == String, InputType == String {
    super.init("~", mappingTransform)
  }
  public init(mappingTransform: @escaping (InputType) -> ComparatorMappingType)
  where PropertyType: Sequence, InputType == PropertyType.Element {
    super.init("~", mappingTransform)
  }
}

public final class LessThanComparator<Property, PropertyType: _IntentValue, ComparatorMappingType>:
  EntityQueryComparator<Property, PropertyType, PropertyType.UnwrappedType, ComparatorMappingType>
where PropertyType.UnwrappedType: Comparable {
  public init(mappingTransform: @escaping (PropertyType.UnwrappedType) -> ComparatorMappingType) {
    super.init("<", mappingTransform)
  }
}

public final class GreaterThanComparator<Property, PropertyType: _IntentValue, ComparatorMappingType>:
  EntityQueryComparator<Property, PropertyType, PropertyType.UnwrappedType, ComparatorMappingType>
where PropertyType.UnwrappedType: Comparable {
  public init(mappingTransform: @escaping (PropertyType.UnwrappedType) -> ComparatorMappingType) {
    super.init(">", mappingTransform)
  }
}

public class EntityQueryPropertyDeclaration<Entity: AppEntity, ComparatorMappingType> {
  let keyPath: AnyKeyPath
  let mappings: [(String, (Any) -> ComparatorMappingType?)]

  init(_ keyPath: AnyKeyPath, _ mappings: [(String, (Any) -> ComparatorMappingType?)]) {
    (self.keyPath, self.mappings) = (keyPath, mappings)
  }
}

public final class EntityQueryProperty<Entity: AppEntity, Subject, Property, PropertyType, Mapping>:
  EntityQueryPropertyDeclaration<Entity, Mapping>
{
  /// <https://developer.apple.com/documentation/appintents/entityqueryproperty/init(_:comparators:)>
  public init(
    _ keyPath: KeyPath<Subject, Property>,
    @EntityQueryComparatorsBuilder<Property, PropertyType, Mapping> comparators: () ->
      [AnyEntityQueryComparator<Property, PropertyType, Mapping>]
  ) {
    super.init(keyPath, comparators().map { ($0.comparison, $0.mapping) })
  }
}

public struct AnyEntityQueryComparator<Property, PropertyType, ComparatorMappingType> {
  let comparison: String
  let mapping: (Any) -> ComparatorMappingType?
}

@resultBuilder
public enum EntityQueryComparatorsBuilder<Property, PropertyType, ComparatorMappingType> {
  public static func buildExpression<InputType>(
    _ comparator: EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType>
  ) -> AnyEntityQueryComparator<Property, PropertyType, ComparatorMappingType> {
    AnyEntityQueryComparator(comparison: comparator.comparison, mapping: comparator.mapping)
  }
  public static func buildBlock(
    _ comparators: AnyEntityQueryComparator<Property, PropertyType, ComparatorMappingType>...
  ) -> [AnyEntityQueryComparator<Property, PropertyType, ComparatorMappingType>] { comparators }
}

public struct EntityQueryProperties<Entity: AppEntity, ComparatorMappingType> {
  private let declarations: [EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>]

  /// <https://developer.apple.com/documentation/appintents/entityqueryproperties/init(properties:)>
  public init(
    @EntityQueryPropertiesBuilder<Entity, ComparatorMappingType> properties: () ->
      [EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>]
  ) {
    declarations = properties()
  }

  /// The system's side: the filter for what the user chose; nil when there is none.
  ///
  /// - Parameter comparison: `=`, `~` for *contains*, `<` or `>`.
  public func filter(
    _ property: PartialKeyPath<Entity>, _ comparison: String, _ value: Any
  ) -> ComparatorMappingType? {
    declarations.first { $0.keyPath == property }?.mappings.lazy.filter { $0.0 == comparison }
      .compactMap { $0.1(value) }.first
  }
}

@resultBuilder
public enum EntityQueryPropertiesBuilder<Entity: AppEntity, ComparatorMappingType> {
  public static func buildBlock(
    _ properties: EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>...
  ) -> [EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>] { properties }
}

public struct EntityQuerySortableByProperty<Entity: AppEntity> {
  /// <https://developer.apple.com/documentation/appintents/entityquerysortablebyproperty/init(_:)>
  public init<Value>(_ keyPath: KeyPath<Entity, EntityProperty<Value>>) {}
}

public struct EntityQuerySortingOptions<Entity: AppEntity> {
  /// <https://developer.apple.com/documentation/appintents/entityquerysortingoptions/init(content:)>
  public init(
    @EntityQuerySortingOptionsBuilder<Entity> content: () -> [EntityQuerySortableByProperty<Entity>]
  ) {}
}

@resultBuilder
public enum EntityQuerySortingOptionsBuilder<Entity: AppEntity> {
  public static func buildBlock(_ properties: EntityQuerySortableByProperty<Entity>...)
    -> [EntityQuerySortableByProperty<Entity>]
  { properties }
}

public protocol SystemIntent: AppIntent {}

public protocol OpenIntent: SystemIntent {
  associatedtype Value: _IntentValue
  var target: Value { get set }
}
