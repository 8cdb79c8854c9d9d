import Foundation

/// A value of a thing of the app's, which a shortcut reads, and by which it finds the thing.
///
/// <https://developer.apple.com/documentation/appintents/entityproperty>
@propertyWrapper
public final class EntityProperty<Value: _IntentValue & Sendable>: @unchecked Sendable {
  // Unchecked: it is set while the thing is made, and then only read.
  private var value: Value?
  /// What it is called.
  public let title: LocalizedStringResource

  /// The value. To read it before it was set stops the process.
  public var wrappedValue: Value {
    get {
      guard let value else { fatalError("The property “\(String(localized: title))” has no value yet.") }
      return value
    }
    set { value = newValue }
  }

  /// The property itself.
  public var projectedValue: EntityProperty<Value> { self }

  /// A property without a value yet.
  ///
  /// <https://developer.apple.com/documentation/appintents/entityproperty/init(title:)>
  public init(title: LocalizedStringResource) { self.title = title }
}

extension AppEntity {
  /// A value that a shortcut reads.
  public typealias Property = EntityProperty
}

/// Finds things by their properties: Shortcuts makes an action *Find* of it, in which the user filters and sorts.
///
/// <https://developer.apple.com/documentation/appintents/entitypropertyquery>
public protocol EntityPropertyQuery: EntityQuery {
  /// What a filter of the user becomes.
  associatedtype ComparatorMappingType

  /// What the user can filter by.
  static var properties: QueryProperties { get }
  /// What the user can sort by.
  static var sortingOptions: SortingOptions { get }
  /// What the action does, in words.
  static var findIntentDescription: IntentDescription? { get }

  /// Finds the things that pass all filters, or any.
  ///
  /// <https://developer.apple.com/documentation/appintents/entitypropertyquery/entities(matching:mode:sortedby:limit:)>
  func entities(
    matching comparators: [ComparatorMappingType], mode: EntityQueryComparatorMode,
    sortedBy: [EntityQuerySort<Entity>], limit: Int?
  ) async throws -> [Entity]
}

extension EntityPropertyQuery {
  /// Nothing is said.
  public static var findIntentDescription: IntentDescription? { nil }
  /// What the user can filter by.
  public typealias QueryProperties = EntityQueryProperties<Entity, ComparatorMappingType>
  /// One of these.
  public typealias Property<Value: _IntentValue & Sendable> = EntityQueryProperty<
    Entity, Entity, EntityProperty<Value>, Value, ComparatorMappingType
  >
  /// What the user can sort by.
  public typealias SortingOptions = EntityQuerySortingOptions<Entity>
  /// One of these.
  public typealias SortableBy = EntityQuerySortableByProperty<Entity>
  /// Whether all filters count, or any.
  public typealias ComparatorMode = EntityQueryComparatorMode
  /// How things are sorted.
  public typealias Sort = EntityQuerySort<Entity>
}

/// Whether all filters count, or any.
///
/// <https://developer.apple.com/documentation/appintents/entityquerycomparatormode>
public enum EntityQueryComparatorMode: Sendable {
  /// All, or any.
  case and, or
}

/// By what things are sorted, and in which direction.
///
/// <https://developer.apple.com/documentation/appintents/entityquerysort>
public struct EntityQuerySort<Entity: AppEntity> {
  /// The property.
  public let by: PartialKeyPath<Entity>
  /// The direction.
  public let order: Ordering

  /// The direction.
  ///
  /// <https://developer.apple.com/documentation/appintents/entityquerysort/ordering>
  public enum Ordering: Sendable {
    /// The least first, or last.
    case ascending, descending
  }

  /// The system's side: what the user chose.
  public init(by: PartialKeyPath<Entity>, order: Ordering) { (self.by, self.order) = (by, order) }
}

/// A comparison that the user can choose, of a property of one type.
///
/// <https://developer.apple.com/documentation/appintents/entityquerycomparator>
public class EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType> {
  let comparison: String
  let mapping: (Any) -> ComparatorMappingType?

  init(_ comparison: String, _ transform: @escaping (InputType) -> ComparatorMappingType) {
    self.comparison = comparison
    mapping = { ($0 as? InputType).map(transform) }
  }
}

/// The property is a value.
///
/// <https://developer.apple.com/documentation/appintents/equaltocomparator>
public final class EqualToComparator<Property, PropertyType: Equatable, ComparatorMappingType>:
  EntityQueryComparator<Property, PropertyType, PropertyType, ComparatorMappingType>
{
  /// Makes one of a closure, which turns the user's value into a filter.
  public init(mappingTransform: @escaping (PropertyType) -> ComparatorMappingType) {
    super.init("=", mappingTransform)
  }
}

/// The text, or the list, has a value in it.
///
/// <https://developer.apple.com/documentation/appintents/containscomparator>
public final class ContainsComparator<Property, PropertyType, InputType, ComparatorMappingType>:
  EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType>
{
  /// Makes one for a text.
  public init(mappingTransform: @escaping (InputType) -> ComparatorMappingType)
  where PropertyType == String, InputType == String {
    super.init("~", mappingTransform)
  }
  /// Makes one for a list.
  public init(mappingTransform: @escaping (InputType) -> ComparatorMappingType)
  where PropertyType: Sequence, InputType == PropertyType.Element {
    super.init("~", mappingTransform)
  }
}

/// The property comes before a value.
///
/// <https://developer.apple.com/documentation/appintents/lessthancomparator>
public final class LessThanComparator<Property, PropertyType: _IntentValue, ComparatorMappingType>:
  EntityQueryComparator<Property, PropertyType, PropertyType.UnwrappedType, ComparatorMappingType>
where PropertyType.UnwrappedType: Comparable {
  /// Makes one of a closure, which turns the user's value into a filter.
  public init(mappingTransform: @escaping (PropertyType.UnwrappedType) -> ComparatorMappingType) {
    super.init("<", mappingTransform)
  }
}

/// The property comes after a value.
///
/// <https://developer.apple.com/documentation/appintents/greaterthancomparator>
public final class GreaterThanComparator<Property, PropertyType: _IntentValue, ComparatorMappingType>:
  EntityQueryComparator<Property, PropertyType, PropertyType.UnwrappedType, ComparatorMappingType>
where PropertyType.UnwrappedType: Comparable {
  /// Makes one of a closure, which turns the user's value into a filter.
  public init(mappingTransform: @escaping (PropertyType.UnwrappedType) -> ComparatorMappingType) {
    super.init(">", mappingTransform)
  }
}

/// Something that the user can filter by.
///
/// <https://developer.apple.com/documentation/appintents/entityquerypropertydeclaration>
public class EntityQueryPropertyDeclaration<Entity: AppEntity, ComparatorMappingType> {
  let keyPath: AnyKeyPath
  let mappings: [(String, (Any) -> ComparatorMappingType?)]

  init(
    _ keyPath: AnyKeyPath, _ mappings: [(String, (Any) -> ComparatorMappingType?)]
  ) {
    (self.keyPath, self.mappings) = (keyPath, mappings)
  }
}

/// A property that the user can filter by, and the comparisons.
///
/// <https://developer.apple.com/documentation/appintents/entityqueryproperty>
public final class EntityQueryProperty<Entity: AppEntity, Subject, Property, PropertyType, Mapping>:
  EntityQueryPropertyDeclaration<Entity, Mapping>
{
  /// Makes one of a property, as its projected value.
  ///
  /// <https://developer.apple.com/documentation/appintents/entityqueryproperty/init(_:comparators:)>
  public init(
    _ keyPath: KeyPath<Subject, Property>,
    @EntityQueryComparatorsBuilder<Property, PropertyType, Mapping> comparators: () ->
      [AnyEntityQueryComparator<Property, PropertyType, Mapping>]
  ) {
    super.init(keyPath, comparators().map { ($0.comparison, $0.mapping) })
  }
}

/// A comparison of any input.
///
/// <https://developer.apple.com/documentation/appintents/anyentityquerycomparator>
public struct AnyEntityQueryComparator<Property, PropertyType, ComparatorMappingType> {
  let comparison: String
  let mapping: (Any) -> ComparatorMappingType?
}

/// Puts comparisons into a list.
///
/// <https://developer.apple.com/documentation/appintents/entityquerycomparatorsbuilder>
@resultBuilder
public enum EntityQueryComparatorsBuilder<Property, PropertyType, ComparatorMappingType> {
  /// A comparison.
  public static func buildExpression<InputType>(
    _ comparator: EntityQueryComparator<Property, PropertyType, InputType, ComparatorMappingType>
  ) -> AnyEntityQueryComparator<Property, PropertyType, ComparatorMappingType> {
    AnyEntityQueryComparator(comparison: comparator.comparison, mapping: comparator.mapping)
  }
  /// Makes the list.
  public static func buildBlock(
    _ comparators: AnyEntityQueryComparator<Property, PropertyType, ComparatorMappingType>...
  ) -> [AnyEntityQueryComparator<Property, PropertyType, ComparatorMappingType>] { comparators }
}

/// What the user can filter by.
///
/// <https://developer.apple.com/documentation/appintents/entityqueryproperties>
public struct EntityQueryProperties<Entity: AppEntity, ComparatorMappingType> {
  private let declarations: [EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>]

  /// Makes a list of properties.
  ///
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

/// Puts properties into a list.
///
/// <https://developer.apple.com/documentation/appintents/entityquerypropertiesbuilder>
@resultBuilder
public enum EntityQueryPropertiesBuilder<Entity: AppEntity, ComparatorMappingType> {
  /// Makes the list.
  public static func buildBlock(
    _ properties: EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>...
  )
    -> [EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>]
  { properties }
}

/// A property that the user can sort by.
///
/// <https://developer.apple.com/documentation/appintents/entityquerysortablebyproperty>
public struct EntityQuerySortableByProperty<Entity: AppEntity> {
  /// Makes one of a property, as its projected value.
  ///
  /// <https://developer.apple.com/documentation/appintents/entityquerysortablebyproperty/init(_:)>
  public init<Value>(_ keyPath: KeyPath<Entity, EntityProperty<Value>>) {}
}

/// What the user can sort by.
///
/// <https://developer.apple.com/documentation/appintents/entityquerysortingoptions>
public struct EntityQuerySortingOptions<Entity: AppEntity> {
  /// Makes a list of properties.
  ///
  /// <https://developer.apple.com/documentation/appintents/entityquerysortingoptions/init(content:)>
  public init(
    @EntityQuerySortingOptionsBuilder<Entity> content: () -> [EntityQuerySortableByProperty<Entity>]
  ) {}
}

/// Puts properties into a list.
///
/// <https://developer.apple.com/documentation/appintents/entityquerysortingoptionsbuilder>
@resultBuilder
public enum EntityQuerySortingOptionsBuilder<Entity: AppEntity> {
  /// Makes the list.
  public static func buildBlock(_ properties: EntityQuerySortableByProperty<Entity>...)
    -> [EntityQuerySortableByProperty<Entity>]
  { properties }
}

/// An action of the system's own kinds.
///
/// <https://developer.apple.com/documentation/appintents/systemintent>
public protocol SystemIntent: AppIntent {}

/// Opens a thing in the app, which comes to the front.
///
/// <https://developer.apple.com/documentation/appintents/openintent>
public protocol OpenIntent: SystemIntent {
  /// What is opened.
  associatedtype Value: _IntentValue
  /// What is opened.
  var target: Value { get set }
}
