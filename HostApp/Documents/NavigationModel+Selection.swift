import Shared
import SwiftUI

/// What the user does with several documents.
extension NavigationModel {
  /// Whether several are being chosen, as the list asks it.
  var editMode: EditMode {
    get { isSelecting ? .active : .inactive }
    set { isSelecting = newValue.isEditing }
  }

  /// What is chosen of what is on screen, in its order.
  var selected: [DocumentEntry] {
    list.entries.filter { selection.contains($0.path) }
  }

  /// Chooses all that there are, also those that were not scrolled to yet.
  func selectAll() {
    limit = max(limit, list.total)
    run {
      await self.refresh()
      self.selection = Set(self.list.entries.map(\.path))
    }
  }

  /// Does something with all that is chosen, and ends choosing.
  func withSelected(_ body: ([DocumentPath]) -> Void) {
    let paths = selected.map(\.path)
    isSelecting = false
    body(paths)
  }
}
