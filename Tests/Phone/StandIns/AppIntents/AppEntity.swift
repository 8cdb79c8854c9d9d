import Foundation

/// What actions are about.
///
/// Apple declares the type's representation in a protocol that this one inherits, `TypeDisplayRepresentable`.
public protocol AppValue: _IntentValue, Sendable {
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

/// A thing of the app's that parameters and results of actions are about.
///
/// Apple declares the representation in a protocol that this one inherits, `DisplayRepresentable`.
public protocol AppEntity: AppValue, Identifiable
where ID: EntityIdentifierConvertible & Sendable, ValueType == Self, UnwrappedType == Self {
  associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self

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
  /// Of no entity yet, as ``Sort``: <https://onestack.dev/ios-reference/AppIntents/EntityPropertyQuery.Property>
  public typealias Property = EntityQueryProperty
  /// <https://developer.apple.com/documentation/appintents/entitypropertyquery/sortingoptions-swift.typealias>
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

public class EntityQueryComparator<
  Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable, InputType: _IntentValue,
  ComparatorMappingType
> {
  let comparison: String
  let mapping: (Any) -> ComparatorMappingType?

  init(_ comparison: String, _ transform: @escaping (InputType) -> ComparatorMappingType) {
    self.comparison = comparison
    mapping = { ($0 as? InputType).map(transform) }
  }
}

public final class EqualToComparator<
  Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Equatable & Sendable,
  ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, PropertyType, ComparatorMappingType> {
  public init(mappingTransform: @escaping (PropertyType) -> ComparatorMappingType) {
    super.init("=", mappingTransform)
  }
  public init<Spec: ResolverSpecification>(
    @ResolverSpecificationBuilder<PropertyType> withResolvers resolvers: @escaping () -> Spec,
    mappingTransform: @escaping (PropertyType) -> ComparatorMappingType
  ) {
    super.init("=", mappingTransform)
  }
}

/// It has twelve initialisers: one with resolvers and one without for each of six kinds of properties. The constraints of
/// four kinds are known; which the other two are is not, and no property of the product's is of them:
/// <https://onestack.dev/ios-reference/AppIntents/ContainsComparator>
public final class ContainsComparator<
  Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable, InputType: _IntentValue,
  ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType> {
  fileprivate init(_ transform: @escaping (InputType) -> ComparatorMappingType) { super.init("~", transform) }
}

extension ContainsComparator where PropertyType: Sequence, InputType == PropertyType.Element {
  public convenience init(mappingTransform: @escaping (InputType) -> ComparatorMappingType) {
    self.init(mappingTransform)
  }
  public convenience init<Spec: ResolverSpecification>(
    @ResolverSpecificationBuilder<InputType> withResolvers resolvers: @escaping () -> Spec,
    mappingTransform: @escaping (InputType) -> ComparatorMappingType
  ) {
    self.init(mappingTransform)
  }
}

extension ContainsComparator
where
  PropertyType: ExpressibleByNilLiteral, PropertyType.UnwrappedType: Sequence,
  InputType == PropertyType.UnwrappedType.Element
{
  public convenience init(mappingTransform: @escaping (InputType) -> ComparatorMappingType) {
    self.init(mappingTransform)
  }
  public convenience init<Spec: ResolverSpecification>(
    @ResolverSpecificationBuilder<InputType> withResolvers resolvers: @escaping () -> Spec,
    mappingTransform: @escaping (InputType) -> ComparatorMappingType
  ) {
    self.init(mappingTransform)
  }
}

extension ContainsComparator where PropertyType == String, InputType == String {
  public convenience init(mappingTransform: @escaping (InputType) -> ComparatorMappingType) {
    self.init(mappingTransform)
  }
  public convenience init<Spec: ResolverSpecification>(
    @ResolverSpecificationBuilder<InputType> withResolvers resolvers: @escaping () -> Spec,
    mappingTransform: @escaping (InputType) -> ComparatorMappingType
  ) {
    self.init(mappingTransform)
  }
}

extension ContainsComparator where PropertyType == String?, InputType == String {
  public convenience init(mappingTransform: @escaping (InputType) -> ComparatorMappingType) {
    self.init(mappingTransform)
  }
  public convenience init<Spec: ResolverSpecification>(
    @ResolverSpecificationBuilder<InputType> withResolvers resolvers: @escaping () -> Spec,
    mappingTransform: @escaping (InputType) -> ComparatorMappingType
  ) {
    self.init(mappingTransform)
  }
}

public final class LessThanComparator<
  Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, PropertyType.UnwrappedType, ComparatorMappingType>
where PropertyType.UnwrappedType: Comparable {
  public init(mappingTransform: @escaping (PropertyType.UnwrappedType) -> ComparatorMappingType) {
    super.init("<", mappingTransform)
  }
  public init<Spec: ResolverSpecification>(
    @ResolverSpecificationBuilder<PropertyType.UnwrappedType> withResolvers resolvers: @escaping () -> Spec,
    mappingTransform: @escaping (PropertyType.UnwrappedType) -> ComparatorMappingType
  ) {
    super.init("<", mappingTransform)
  }
}

public final class GreaterThanComparator<
  Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable, ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, PropertyType.UnwrappedType, ComparatorMappingType>
where PropertyType.UnwrappedType: Comparable {
  public init(mappingTransform: @escaping (PropertyType.UnwrappedType) -> ComparatorMappingType) {
    super.init(">", mappingTransform)
  }
  public init<Spec: ResolverSpecification>(
    @ResolverSpecificationBuilder<PropertyType.UnwrappedType> withResolvers resolvers: @escaping () -> Spec,
    mappingTransform: @escaping (PropertyType.UnwrappedType) -> ComparatorMappingType
  ) {
    super.init(">", mappingTransform)
  }
}

/// It can be built, and never made: the product does not ask whether a value lies between two others.
public final class IsBetweenComparator<
  Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable, InputType: _IntentValue,
  ComparatorMappingType
>: EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType> {}

/// How what the user says becomes a value. The product has none of its own.
///
/// Apple's is `Hashable` and a sequence of resolvers, too.
public protocol ResolverSpecification: Sendable {
  associatedtype Output: _IntentValue
}

@resultBuilder
public enum ResolverSpecificationBuilder<Property: _IntentValue> {
  public static func buildBlock() -> some ResolverSpecification { NoResolvers() }

  private struct NoResolvers: ResolverSpecification { typealias Output = Property }
}

public class EntityQueryPropertyDeclaration<Entity, ComparatorMappingType> {
  let keyPath: AnyKeyPath
  let mappings: [(String, (Any) -> ComparatorMappingType?)]

  init(_ keyPath: AnyKeyPath, _ mappings: [(String, (Any) -> ComparatorMappingType?)]) {
    (self.keyPath, self.mappings) = (keyPath, mappings)
  }
}

public final class EntityQueryProperty<
  Entity: AppEntity, Subject: AppEntity, Property: EntityProperty<PropertyType>,
  PropertyType: _IntentValue & Sendable, ComparatorMappingType
>: EntityQueryPropertyDeclaration<Entity, ComparatorMappingType> {
  public typealias QueryComparators = [AnyEntityQueryComparator<
    Entity, Subject, Property, PropertyType, ComparatorMappingType
  >]

  /// <https://developer.apple.com/documentation/appintents/entityqueryproperty/init(_:entityprovider:comparators:)>
  public init(
    _ keyPath: KeyPath<Subject, Property>, entityProvider: @escaping (Entity) -> Subject,
    @EntityQueryComparatorsBuilder<Entity, Subject, Property, PropertyType, ComparatorMappingType>
    comparators:
      () -> QueryComparators
  ) {
    super.init(keyPath, comparators().map { ($0.comparison, $0.mapping) })
  }

  /// <https://developer.apple.com/documentation/appintents/entityqueryproperty/init(_:comparators:)>
  public convenience init(
    _ keyPath: KeyPath<Subject, Property>,
    @EntityQueryComparatorsBuilder<Entity, Entity, Property, PropertyType, ComparatorMappingType> comparators:
      () -> QueryComparators
  ) where Entity == Subject {
    self.init(keyPath, entityProvider: { $0 }, comparators: comparators)
  }
}

public struct AnyEntityQueryComparator<
  Entity, Subject, Property: EntityProperty<PropertyType>, PropertyType: _IntentValue & Sendable,
  ComparatorMappingType
> {
  let comparison: String
  let mapping: (Any) -> ComparatorMappingType?

  fileprivate init<InputType>(
    _ comparator: EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType>
  ) {
    (comparison, mapping) = (comparator.comparison, comparator.mapping)
  }
}

@resultBuilder
public enum EntityQueryComparatorsBuilder<
  Entity: AppEntity, Subject: AppEntity, Property: EntityProperty<PropertyType>,
  PropertyType: _IntentValue & Sendable, ComparatorMappingType
> {
  /// <https://developer.apple.com/documentation/appintents/entityquerycomparatorsbuilder/buildexpression(_:)-5tlbq>
  public static func buildExpression(
    _ expression: EntityQueryComparator<Property, PropertyType, PropertyType, ComparatorMappingType>
  )
    -> AnyEntityQueryComparator<Entity, Subject, Property, PropertyType, ComparatorMappingType>
  { .init(expression) }
  /// <https://developer.apple.com/documentation/appintents/entityquerycomparatorsbuilder/buildexpression(_:)-4g6f9>
  public static func buildExpression(
    _ expression: EntityQueryComparator<
      Property, PropertyType, PropertyType.UnwrappedType, ComparatorMappingType
    >
  )
    -> AnyEntityQueryComparator<Entity, Subject, Property, PropertyType, ComparatorMappingType>
  where PropertyType: ExpressibleByNilLiteral { .init(expression) }
  /// <https://developer.apple.com/documentation/appintents/entityquerycomparatorsbuilder/buildexpression(_:)-6v6cj>
  public static func buildExpression<InputType: _IntentValue>(
    _ expression: ContainsComparator<Property, PropertyType, InputType, ComparatorMappingType>
  )
    -> AnyEntityQueryComparator<Entity, Subject, Property, PropertyType, ComparatorMappingType>
  { .init(expression) }
  /// <https://developer.apple.com/documentation/appintents/entityquerycomparatorsbuilder/buildexpression(_:)-8jx4k>
  public static func buildExpression<InputType: Comparable>(
    _ expression: IsBetweenComparator<Property, PropertyType, InputType, ComparatorMappingType>
  )
    -> AnyEntityQueryComparator<Entity, Subject, Property, PropertyType, ComparatorMappingType>
  where InputType == PropertyType.UnwrappedType { .init(expression) }
  public static func buildBlock(
    _ components: AnyEntityQueryComparator<Entity, Subject, Property, PropertyType, ComparatorMappingType>...
  ) -> [AnyEntityQueryComparator<Entity, Subject, Property, PropertyType, ComparatorMappingType>] {
    components
  }
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
  public static func buildExpression(
    _ expression: EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>
  ) -> EntityQueryPropertyDeclaration<Entity, ComparatorMappingType> { expression }
  public static func buildBlock(
    _ properties: EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>...
  ) -> [EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>] { properties }
}

public struct EntityQuerySortableByProperty<Entity: AppEntity> {
  /// The page names no constraint of the property's type.
  ///
  /// <https://developer.apple.com/documentation/appintents/entityquerysortablebyproperty/init(_:)>
  public init<Property>(_ keyPath: KeyPath<Entity, Property>) {}
}

public struct EntityQuerySortingOptions<Entity: AppEntity> {
  /// <https://developer.apple.com/documentation/appintents/entityquerysortingoptions/init(content:)>
  public init(
    @EntityQuerySortingOptionsBuilder<Entity> content: () -> [EntityQuerySortableByProperty<Entity>]
  ) {}
}

@resultBuilder
public enum EntityQuerySortingOptionsBuilder<Entity: AppEntity> {
  public static func buildExpression(_ expression: EntityQuerySortableByProperty<Entity>)
    -> EntityQuerySortableByProperty<Entity>
  { expression }
  public static func buildBlock(_ properties: EntityQuerySortableByProperty<Entity>...)
    -> [EntityQuerySortableByProperty<Entity>]
  { properties }
}

public protocol SystemIntent: AppIntent {}

public protocol OpenIntent: SystemIntent {
  associatedtype Value: AppValue
  var target: Value { get set }
}
