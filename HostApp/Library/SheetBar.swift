import Foundation
import SwiftUI

extension View {
  /// The bar of a sheet: its title, the button for which the user opened it, and for most a way out without that.
  func sheetBar(
    _ title: Text, cancel: (@MainActor () -> Void)? = nil, @ViewBuilder confirm: () -> some View
  ) -> some View {
    let button = confirm()
    return navigationTitle(title)
      .navigationBarTitleDisplayMode(.inline)
      .toolbar {
        ToolbarItem(placement: .confirmationAction) { button }
        if let cancel {
          ToolbarItem(placement: .cancellationAction) { Button("Cancel", action: cancel) }
        }
      }
  }

  /// What is around a list while the user chooses several: a way to choose all, and what can be done with them.
  ///
  /// - Parameter isWide: whether there is room for words beside symbols.
  func selectionBar(
    _ isSelecting: Binding<Bool>, isEmpty: Bool, isWide: Bool,
    selectAll: @escaping @MainActor () -> Void, @ViewBuilder actions: () -> some View
  ) -> some View {
    let actions = actions()
    return toolbar {
      if isSelecting.wrappedValue {
        ToolbarItem(placement: .topBarTrailing) { EditButton() }
        ToolbarItem(placement: .topBarLeading) { Button("Select All", action: selectAll) }
        ToolbarItemGroup(placement: .bottomBar) {
          Group { if isWide { actions.labelStyle(.titleAndIcon) } else { actions } }.disabled(isEmpty)
        }
      }
    }
    // Around the bar, too: the button in it is to know.
    .environment(\.editMode, isSelecting.editMode)
  }

  /// At most so many lines, cut in the middle: the end of a name says what it is. What VoiceOver says has the whole.
  func cut(to lines: Int) -> some View { lineLimit(lines).truncationMode(.middle) }

  /// Small and grey: what stands below a name.
  func caption() -> some View { font(.caption).foregroundStyle(.secondary) }
}

extension Bool {
  /// Whether several are being chosen, as a list asks it.
  fileprivate var editMode: EditMode {
    get { self ? .active : .inactive }
    set { self = newValue.isEditing }
  }
}

extension FormatStyle where Self == Date.FormatStyle {
  /// A date with its time.
  static var moment: Date.FormatStyle { Date.FormatStyle(date: .abbreviated, time: .shortened) }
  /// A date with its time to the second, where it decides between two.
  static var exactMoment: Date.FormatStyle { Date.FormatStyle(date: .abbreviated, time: .standard) }
}
