import Foundation
import UniformTypeIdentifiers

extension View {
  /// Lets the user pick files while a condition holds.
  ///
  /// Of several in one view, or one around another, one does not open, as apps report (utmapp/UTM). Here none opens.
  public nonisolated func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
    onCompletion: @escaping (Result<[URL], any Error>) -> Void
  ) -> some View {
    modifier(
      FileImporterModifier(
        isShown: isPresented, allowsSeveral: allowsMultipleSelection, onCancel: nil, onPick: onCompletion))
  }
}

struct FileImporterModifier {
  let isShown: Binding<Bool>
  let allowsSeveral: Bool
  let onCancel: (() -> Void)?
  let onPick: (Result<[URL], any Error>) -> Void
}
extension FileImporterModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    let importers = HarnessFileImporters()
    let below = content(context.with { $0.importers = importers })
    context.importers?.count += 1 + importers.count
    guard isShown.wrappedValue, importers.count == 0, context.importers == nil else { return below }
    context.present(
      HarnessNode(.fileImporter, label: allowsSeveral ? "Choose Files" : "Choose a File").with {
        $0.actions.pick = { result in
          isShown.wrappedValue = false
          onPick(result)
        }
        $0.actions.dismiss = {
          isShown.wrappedValue = false
          onCancel?()
        }
      })
    return below
  }
}

/// Counts the file importers inside another.
final class HarnessFileImporters {
  var count = 0
}
