import AppIntents
import Shared

/// In which order a shortcut gets documents.
enum DocumentOrder: String, AppEnum {
  case name, added, modified, size, kind

  static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Order")
  static let caseDisplayRepresentations: [DocumentOrder: DisplayRepresentation] = [
    .name: DisplayRepresentation(title: "Name"),
    .added: DisplayRepresentation(title: "Date Added"),
    .modified: DisplayRepresentation(title: "Date Modified"),
    .size: DisplayRepresentation(title: "Size"),
    .kind: DisplayRepresentation(title: "Kind"),
  ]

  var order: DocumentQuery.Order {
    switch self {
    case .name: .name
    case .added: .added
    case .modified: .modified
    case .size: .size
    case .kind: .kind
    }
  }
}
