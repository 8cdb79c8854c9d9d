// What the stand-in for SwiftUI has to refuse, and to accept, as the SDK's interface does: see phone.sh.
import Foundation
import SwiftUI
import UniformTypeIdentifiers

private func send<Value: Sendable>(_ type: Value.Type) {}

// Types that are not Sendable.
private func sending() {
  // refused: conformance of 'ToolbarItemPlacement' to 'Sendable' is unavailable
  send(ToolbarItemPlacement.self)
  // refused: conformance of 'CommandGroupPlacement' to 'Sendable' is unavailable
  send(CommandGroupPlacement.self)
  // refused: conformance of 'FocusedValues' to 'Sendable' is unavailable
  send(FocusedValues.self)
  // refused: conformance of 'EditButton' to 'Sendable' is unavailable
  send(EditButton.self)
  // refused: conformance of 'PasteButton' to 'Sendable' is unavailable
  send(PasteButton.self)
  // refused: conformance of 'HStack<Content>' to 'Sendable' is unavailable
  send(HStack<EmptyView>.self)
  // refused: conformance of 'List<SelectionValue, Content>' to 'Sendable' is unavailable
  send(List<Never, EmptyView>.self)
  // refused: to 'Sendable' is unavailable
  send(Section<EmptyView, EmptyView, EmptyView>.self)
  send(AccessibilityTraits.self)
  send(EmptyView.self)
  send(Spacer.self)
}

// What is made on the main actor only. Elsewhere a call of it is refused.
private func making() {
  // refused: call to main actor-isolated initializer
  _ = PasteButton(supportedContentTypes: [.item]) { _ in }
  // refused: call to main actor-isolated initializer
  _ = Spacer()
  // refused: call to main actor-isolated initializer
  _ = PlainButtonStyle()
  // refused: call to main actor-isolated initializer
  _ = BorderlessButtonStyle()
  // refused: call to main actor-isolated initializer
  _ = IconOnlyLabelStyle()
  _ = HStack { EmptyView() }
}

// Methods of views that are on the main actor, since the views are.
extension HStack {
  fileprivate func onMain() { MainActor.assertIsolated() }
}
private func calling(_ view: HStack<EmptyView>) {
  // refused: call to main actor-isolated instance method 'onMain()'
  view.onMain()
}

// Views of what are no views.
// refused: type 'Int' does not conform to protocol 'View'
private typealias Stack = HStack<Int>
// refused: type 'Int' does not conform to protocol 'View'
private typealias Column = VStack<Int>
// refused: type 'Int' does not conform to protocol 'View'
private typealias Rows = List<Never, Int>
// refused: type 'Int' does not conform to protocol 'View'
private typealias Pressed = Button<Int>
// refused: type 'Int' does not conform to protocol 'View'
private typealias Named = Label<Int, EmptyView>
// refused: type 'Int' does not conform to protocol 'View'
private typealias Linked = NavigationLink<EmptyView, Int>
// refused: type 'Int' does not conform to protocol 'View'
private typealias Barred = ToolbarItem<Void, Int>
private typealias Grouped = Group<Int>

// Styles that show nothing.
// refused: type 'Looks' does not conform to protocol 'PrimitiveButtonStyle'
private struct Looks: PrimitiveButtonStyle {}
// refused: type 'Reads' does not conform to protocol 'LabelStyle'
private struct Reads: LabelStyle {}

// Traits are a set, and not of bits.
private func traits<Traits: SetAlgebra>(_ traits: Traits) -> Bool { traits.isEmpty }
private let none = traits(AccessibilityTraits())
// refused: argument passed to call that takes no arguments
private let bits = AccessibilityTraits(rawValue: 1)

@MainActor
private struct Content: View {
  let model: Model

  var body: some View {
    List { EmptyView() }
      // The action is on the actor of the view.
      .refreshable { model.count += 1 }
      .toolbar {
        ToolbarItem(placement: .topBarTrailing) { EditButton() }
      }
  }

  // Accessibility changes a view's type in one way.
  func told() -> ModifiedContent<EmptyView, AccessibilityAttachmentModifier> {
    EmptyView().accessibilityLabel(Text(verbatim: ""))
  }
}

@MainActor
private final class Model {
  var count = 0
}

// Windows that were made once are refused, as by a compiler to which a warning is an error.
@MainActor
private func windows(_ view: EmptyView) {
  _ = WindowGroup { view }
  _ = WindowGroup(makeContent: { view })
  // refused: 'init(content:)' was deprecated in iOS 18.0
  _ = WindowGroup(content: { view })
}

// As many parts as a bar's builder has a method for.
@MainActor
private func bar<Parts: ToolbarContent>(@ToolbarContentBuilder _ parts: () -> Parts) {}
@MainActor
private func bars() {
  bar {
    // refused: extra arguments at positions
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
  }
}

private func edits(_ mode: EditMode) -> Bool { mode == .transient }
