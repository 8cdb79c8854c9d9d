import Foundation
import SwiftUI
import UIKit

/// Another app, for the mission: it shares what is known, and keeps a document where Files shows it. It does not ship.
@main
struct SenderApp: App {
  var body: some Scene {
    WindowGroup { SenderView() }
  }
}

/// A button for each item that it shares.
private struct SenderView: View {
  @State private var shared: SharedItem?

  var body: some View {
    VStack {
      ForEach(SharedItem.allCases) { item in
        Button("Share \(item.rawValue)") { shared = item }
      }
    }
    .sheet(item: $shared) { ActivityView(item: $0.content) }
    .task { KnownDocument.keep() }
  }
}

/// What it shares.
private enum SharedItem: String, CaseIterable, Identifiable {
  case pdf = "PDF"
  case link = "Link"
  case text = "Text"

  var id: Self { self }

  var content: Any {
    switch self {
    case .pdf: KnownDocument.url
    case .link: URL(string: "https://example.com/\(KnownDocument.mark)") ?? KnownDocument.url
    case .text: "A text of \(KnownDocument.mark)"
    }
  }
}

extension KnownDocument {
  /// What no other run has in a name: the test says it as an argument of the launch.
  fileprivate static var mark: String { UserDefaults.standard.string(forKey: "Mark") ?? "" }

  /// The document that it keeps, in its Documents. Files shows them, as the Info.plist says.
  fileprivate static var url: URL {
    URL(filePath: NSHomeDirectory()).appending(components: "Documents", "Kept \(mark).pdf")
  }

  fileprivate static func keep() {
    // Without it the test does not find it, and fails.
    try? pdf(saying: "A document of \(mark)").write(to: url, options: .atomic)
  }
}

/// The system's share sheet.
private struct ActivityView: UIViewControllerRepresentable {
  let item: Any

  func makeUIViewController(context: Context) -> UIActivityViewController {
    UIActivityViewController(activityItems: [item], applicationActivities: nil)
  }

  func updateUIViewController(_ controller: UIActivityViewController, context: Context) {}
}
