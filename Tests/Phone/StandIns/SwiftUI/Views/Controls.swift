import AppleFoundation
import Foundation
import UIKit
import UniformTypeIdentifiers

extension HarnessContext {
  /// An element whose label is a view.
  @MainActor
  func control(
    _ role: HarnessNode.Role, _ label: some View, _ change: (inout HarnessNode) -> Void
  ) -> [HarnessNode] {
    let label = part("label").render(label)
    let node = node(role, label: label.plainText).with {
      $0.look.content = label
      $0.look.labelStyle = label.first?.look.labelStyle
      // A label that is a symbol is known by the symbol's name.
      $0.symbol = label.lazy.flatMap(\.visible).compactMap(\.symbol).first
      if $0.label.isEmpty { $0.label = $0.symbol ?? "" }
      $0.texts = label.flatMap(\.visible).map(\.label)
      $0.spoken = label.lazy.flatMap(\.visible).compactMap(\.spoken).first
    }
    return [node.with(change)]
  }
}

public struct ButtonRole: Equatable, Sendable {
  let name: String
  public static let destructive = ButtonRole(name: "destructive")
  public static let cancel = ButtonRole(name: "cancel")
}

@MainActor @preconcurrency
public struct Button<Label: View>: View {
  let action: @MainActor () -> Void
  nonisolated(unsafe) let label: Label
  var role: ButtonRole?
}
extension Button: HarnessView {
  public nonisolated init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.init(action: action, label: label())
  }
  /// <https://developer.apple.com/documentation/swiftui/button/init(role:action:label:)>
  public nonisolated init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(action: action, label: label(), role: role)
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    context.control(.button, label) {
      $0.isPlain = context.environment.hasPlainButtons
      $0.look.purpose = role?.name
      $0.actions.press = { action() }
    }
  }
}
extension Button where Label == Text {
  public nonisolated init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
    self.init(action: action, label: Text(titleKey))
  }
  public nonisolated init(
    _ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action, label: Text(titleKey), role: role)
  }
}
extension Button where Label == SwiftUI.Label<Text, Image> {
  public nonisolated init(
    _ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action, label: SwiftUI.Label(titleKey, systemImage: systemImage))
  }
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(
    _ title: S, systemImage: String, action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action, label: SwiftUI.Label(title, systemImage: systemImage))
  }
  public nonisolated init(
    _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action, label: SwiftUI.Label(titleKey, systemImage: systemImage), role: role)
  }
}

@MainActor @preconcurrency
public struct EditButton: HarnessView {
  public nonisolated init() {}

  func render(in context: HarnessContext) -> [HarnessNode] {
    let mode = context.environment.editMode
    let isEditing = mode?.wrappedValue.isEditing == true
    let node = context.node(.button, label: isEditing ? "Done" : "Edit").with {
      $0.actions.press = { mode?.wrappedValue = isEditing ? .inactive : .active }
    }
    return [node]
  }
}

/// A control that opens an address. The product makes none: its types must not take the name.
@MainActor @preconcurrency
public struct Link<Label: View>: HarnessView {
  nonisolated(unsafe) let label: Label
  func render(in context: HarnessContext) -> [HarnessNode] { context.control(.button, label) { _ in } }
}

/// A button that reads items from the pasteboard. It is disabled when the pasteboard has none of the types.
@MainActor @preconcurrency
public struct PasteButton: HarnessView {
  let types: [UTType]
  let action: ([NSItemProvider]) -> Void

  /// <https://developer.apple.com/documentation/swiftui/pastebutton/init(supportedcontenttypes:payloadaction:)>
  public init(supportedContentTypes: [UTType], payloadAction: @escaping ([NSItemProvider]) -> Void) {
    types = supportedContentTypes
    action = payloadAction
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    let items = StandIn.Pasteboard.ofTask.items.filter { item in
      types.contains { type in
        item.registeredTypeIdentifiers.contains { UTType($0)?.conforms(to: type) == true }
      }
    }
    let node = context.node(.button, label: "Paste").with {
      $0.symbol = "doc.on.clipboard"
      $0.isEnabled = $0.isEnabled && !items.isEmpty
      $0.actions.press = { action(items) }
    }
    return [node]
  }
}

/// What can go to another app. It is of another framework, which SwiftUI passes on.
///
/// <https://developer.apple.com/documentation/coretransferable/transferable>
public protocol Transferable: Sendable {}
extension Never: Transferable {}
extension String: Transferable {}
extension URL: Transferable {}

@MainActor @preconcurrency
public struct ShareLink<
  Data: RandomAccessCollection, PreviewImage: Transferable, PreviewIcon: Transferable, Label: View
>: View
where Data.Element: Transferable {
  nonisolated(unsafe) let items: Data
  nonisolated(unsafe) let label: Label
}
extension ShareLink: HarnessView {
  public nonisolated init(
    item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
  ) where Data == CollectionOfOne<URL>, PreviewImage == Never, PreviewIcon == Never {
    self.init(items: CollectionOfOne(item), label: label())
  }
  public nonisolated init(
    item: String, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
  ) where Data == CollectionOfOne<String>, PreviewImage == Never, PreviewIcon == Never {
    self.init(items: CollectionOfOne(item), label: label())
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    context.control(.button, label) {
      $0.actions.press = { [weak harness = context.harness] in
        // Buttons are pressed on the main actor.
        MainActor.assumeIsolated { harness?.share(Array(items)) }
      }
    }
  }
}
extension ShareLink
where PreviewImage == Never, PreviewIcon == Never, Data.Element == URL, Label == DefaultShareLinkLabel {
  public nonisolated init(item: URL, subject: Text? = nil, message: Text? = nil)
  where Data == CollectionOfOne<URL> {
    self.init(items: CollectionOfOne(item), label: DefaultShareLinkLabel())
  }
  public nonisolated init(items: Data, subject: Text? = nil, message: Text? = nil) {
    self.init(items: items, label: DefaultShareLinkLabel())
  }
}

@MainActor @preconcurrency
public struct DefaultShareLinkLabel: HarnessView {
  nonisolated init() {}

  func render(in context: HarnessContext) -> [HarnessNode] {
    SwiftUI.Label("Share…", systemImage: "square.and.arrow.up").render(in: context)
  }
}

@MainActor @preconcurrency
public struct Menu<Label: View, Content: View>: HarnessView {
  nonisolated(unsafe) let label: Label
  nonisolated(unsafe) let content: Content
  public nonisolated init(
    _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content
  ) where Label == SwiftUI.Label<Text, Image> {
    (label, self.content) = (SwiftUI.Label(titleKey, systemImage: systemImage), content())
  }

  /// What is in the menu can be pressed as if it were open.
  func render(in context: HarnessContext) -> [HarnessNode] {
    context.control(.menu, label) { $0.children = context.child(.content).render(content) }
  }
}

@MainActor @preconcurrency
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
  nonisolated(unsafe) let selection: Binding<SelectionValue>
  nonisolated(unsafe) let label: Label
  nonisolated(unsafe) let content: Content
}
extension Picker: HarnessView {
  public nonisolated init(
    _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) where Label == Text {
    self.init(selection: selection, label: Text(titleKey), content: content())
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    let options = context.child(.content).render(content).flatMap(\.options).map { node in
      context.node(.option, label: node.plainText).with { option in
        // A tag may be of the choice's type or of what its optional wraps.
        let value = node.tag?.base as? SelectionValue
        option.tag = node.tag
        option.look.content = [node]
        option.isSelected = value != nil && value == selection.wrappedValue
        option.actions.press = { if let value { selection.wrappedValue = value } }
      }
    }
    if context.environment.hasInlinePickers {
      return (context.environment.hidesLabels ? [] : context.part("label").render(label)) + options
    }
    return context.control(.picker, label) {
      $0.value = options.first { $0.isSelected }?.label
      $0.children = options
    }
  }
}

@MainActor @preconcurrency
public protocol PickerStyle {}

/// Each option is a row among those around.
public struct InlinePickerStyle: PickerStyle {
  public init() {}
}
extension PickerStyle where Self == InlinePickerStyle {
  @MainActor @preconcurrency public static var inline: InlinePickerStyle { InlinePickerStyle() }
}

extension View {
  public nonisolated func pickerStyle<S: PickerStyle>(_ style: S) -> some View {
    environment(\.hasInlinePickers, S.self == InlinePickerStyle.self)
  }
  public nonisolated func labelsHidden() -> some View { environment(\.hidesLabels, true) }
}

extension HarnessNode {
  /// The options in it: sections of a picker are only lines.
  fileprivate var options: [HarnessNode] {
    switch role {
    case .section: children.flatMap(\.options)
    case .header, .footer: []
    default: [self]
    }
  }
}

@MainActor @preconcurrency
public struct Toggle<Label: View>: HarnessView {
  let isOn: Binding<Bool>
  nonisolated(unsafe) let label: Label
  public nonisolated init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) where Label == Text {
    (self.isOn, label) = (isOn, Text(titleKey))
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    context.control(.toggle, label) {
      $0.isSelected = isOn.wrappedValue
      $0.actions.press = { isOn.wrappedValue.toggle() }
    }
  }
}

@MainActor @preconcurrency
public struct TextField<Label: View>: View {
  nonisolated(unsafe) let label: Label
  let text: Binding<String>
  /// What the field shows while it is empty.
  nonisolated(unsafe) var prompt: Text?
  nonisolated(unsafe) var selection: Binding<TextSelection?>?
}
extension TextField: HarnessView {
  public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>) where Label == Text {
    self.init(label: Text(titleKey), text: text)
  }
  public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?)
  where Label == Text {
    self.init(label: Text(titleKey), text: text, prompt: prompt)
  }
  /// <https://developer.apple.com/documentation/swiftui/textfield/init(_:text:axis:)-7n1bm>
  public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis)
  where Label == Text {
    self.init(label: Text(titleKey), text: text)
  }
  /// <https://developer.apple.com/documentation/swiftui/textfield/init(_:text:selection:prompt:axis:)>
  public nonisolated init(
    _ titleKey: LocalizedStringKey, text: Binding<String>, selection: Binding<TextSelection?>,
    prompt: Text? = nil, axis: Axis? = nil
  ) where Label == Text {
    self.init(label: Text(titleKey), text: text, prompt: prompt, selection: selection)
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    context.control(.textField, label) {
      $0.isFocusable = true
      $0.value = text.wrappedValue
      $0.selectedText = (selection?.wrappedValue?.range).map { String(text.wrappedValue[$0]) }
      if text.wrappedValue.isEmpty, let prompt { $0.children += prompt.render(in: context) }
      $0.actions.edit = { text.wrappedValue = $0 }
      $0.actions.submit = { for action in context.onSubmit { action() } }
    }
  }
}

/// What is selected in a text. A range that reaches beyond the text stops the process.
public struct TextSelection: Equatable, Hashable {
  let range: Range<String.Index>
  public init(range: Range<String.Index>) { self.range = range }
}

@MainActor @preconcurrency
public struct TextEditor: HarnessView {
  let text: Binding<String>

  public nonisolated init(text: Binding<String>) { self.text = text }

  /// It has no name of its own.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let node = context.node(.textField, label: "Text").with {
      $0.value = text.wrappedValue
      $0.actions.edit = { text.wrappedValue = $0 }
    }
    return [node]
  }
}
