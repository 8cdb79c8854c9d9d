// What the stand-in for AppIntents has to refuse, and to accept, as the SDK's interface does: see phone.sh.
import AppIntents
import Foundation

// It does not bring UniformTypeIdentifiers with it.
private let type = UTType.item  // refused: cannot find 'UTType' in scope

private func send<Value: Sendable>(_ type: Value.Type) {}

// A file goes from action to action, and stays what it is.
private func change(_ file: IntentFile) {
  send(IntentFile.self)
  var file = file
  file.filename = ""  // refused: cannot assign to property: 'filename' is a 'let' constant
  file.type = nil  // refused: cannot assign to property: 'type' is a 'let' constant
}

// A value that cannot go to another actor is no parameter.
private final class Shared: _IntentValue {
  typealias ValueType = Shared
  typealias UnwrappedType = Shared
  var count = 0
}
// refused: type 'Shared' does not conform to the 'Sendable' protocol
private typealias Given = IntentParameter<Shared>

private struct Count: AppIntent {
  static let title: LocalizedStringResource = "Count"
  static let openAppWhenRun = true
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresLocalDeviceAuthentication
  static let isDiscoverable = false

  @Parameter(
    title: "From", default: 1, controlStyle: .field, inclusiveRange: (0, 9), requestValueDialog: "From?")
  var first: Int
  @Parameter(title: "To")
  var last: Int?

  func perform() async throws -> some IntentResult & ReturnsValue<Int> { .result(value: first) }
}

private struct Page: AppEntity {
  static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Page")
  static let defaultQuery = PageQuery()
  let id: String
  @Property(title: "Name") var name: String
  @Property(title: "Date") var date: Date
  @Property(title: "Words") var words: [String]
  @Property(title: "Notes") var notes: [String]?
  @Property(title: "Site") var site: String?
  var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "Page") }
}

private struct PageQuery: EntityPropertyQuery {
  func entities(for identifiers: [String]) async throws -> [Page] { [] }
  func suggestedEntities() async throws -> [Page] { [] }
  func entities(
    matching comparators: [String], mode: ComparatorMode, sortedBy: [EntityQuerySort<Page>], limit: Int?
  ) async throws -> [Page] { [] }

  // The types of a property's comparators come from the property, and may be left to the compiler.
  static var properties: QueryProperties {
    QueryProperties {
      Property(\.$name) {
        EqualToComparator { $0 }
        ContainsComparator { $0 }
      }
      Property(\.$date) {
        LessThanComparator { "\($0)" }
        GreaterThanComparator { "\($0)" }
      }
      Property(\.$words) { ContainsComparator { $0 } }
      Property(\.$notes) { ContainsComparator { $0 } }
      Property(\.$site) {
        ContainsComparator { $0 }
        EqualToComparator { $0 ?? "" }
      }
    }
  }
  static var sortingOptions: SortingOptions { SortingOptions { SortableBy(\.$date) } }
}

// These aliases are of no entity until one is written.
// refused: reference to generic type 'PageQuery.Sort' (aka 'EntityQuerySort') requires arguments
private func sorts() -> [PageQuery.Sort] { [] }
// refused: reference to generic type 'PageQuery.Property' (aka 'EntityQueryProperty') requires arguments
private func property() -> PageQuery.Property? { nil }

// What a comparator's closure returns is no closure for another actor.
private struct RacyQuery: EntityPropertyQuery {
  func entities(for identifiers: [String]) async throws -> [Page] { [] }
  func suggestedEntities() async throws -> [Page] { [] }
  func entities(
    matching comparators: [@Sendable (String) -> Bool], mode: ComparatorMode,
    sortedBy: [EntityQuerySort<Page>], limit: Int?
  ) async throws -> [Page] { [] }

  static var properties: QueryProperties {
    QueryProperties {
      Property(\Page.$name) {
        // refused: converting non-Sendable function value to '@Sendable (String) -> Bool' may introduce data races
        EqualToComparator { text in { $0 == text } }
      }
    }
  }
  static var sortingOptions: SortingOptions { SortingOptions { SortableBy(\.$date) } }
}
