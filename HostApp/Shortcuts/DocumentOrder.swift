import AppIntents
import Shared

/// In which order a shortcut gets documents.
enum DocumentOrder: String, AppEnum {
  case name, date, size, kind

  static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Order")
  static let caseDisplayRepresentations: [DocumentOrder: DisplayRepresentation] = [
    .name: DisplayRepresentation(title: "Name"),
    .date: DisplayRepresentation(title: "Date"),
    .size: DisplayRepresentation(title: "Size"),
    .kind: DisplayRepresentation(title: "Kind"),
  ]

  var order: DocumentQuery.Order {
    switch self {
    case .name: .name
    case .date: .date
    case .size: .size
    case .kind: .kind
    }
  }
}
