import Foundation
import Shared
import SwiftUI

/// What a search can be narrowed to, beside its words.
enum SearchToken: Hashable, Identifiable {
  case kind(DocumentKind)
  case tag(String)

  var id: Self { self }

  var title: String {
    switch self {
    case .kind(let kind): kind.title
    case .tag(let name): name
    }
  }

  var symbol: String {
    switch self {
    case .kind(.image): "photo"
    case .kind(.movie): "film"
    case .kind(.audio): "waveform"
    case .kind(.pdf): "doc.richtext"
    case .kind(.text): "doc.text"
    case .kind(.link): "link"
    case .kind(.archive): "archivebox"
    case .kind(.folder): "folder"
    case .tag: "tag"
    }
  }
}

extension DocumentKind {
  /// As the user calls it.
  var title: String {
    switch self {
    case .image: String(localized: "Images")
    case .movie: String(localized: "Movies")
    case .audio: String(localized: "Audio")
    case .pdf: String(localized: "PDFs")
    case .text: String(localized: "Text")
    case .link: String(localized: "Links")
    case .archive: String(localized: "Archives")
    case .folder: String(localized: "Folders")
    }
  }

  /// The words of a text that name a kind: by its title, or in English in the singular.
  static func named(in text: String) -> [String: DocumentKind] {
    var named: [String: DocumentKind] = [:]
    for word in text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) {
      named[word] = allCases.first { kind in
        word == kind.title.lowercased() || word == kind.rawValue
      }
    }
    return named
  }
}
