import AppleFoundation
import Foundation
import UIKit

/// One element of what is on screen.
public struct HarnessNode {
  /// What kind of element it is.
  public var role: Role
  /// What it says.
  public var label = ""
  /// What assistive technologies say instead of what is in it.
  public internal(set) var spoken: String?
  /// What it holds: the text of a field, the choice of a picker.
  public var value: String?
  /// What is selected of the text in it; nil where that is not said.
  public var selectedText: String?
  /// The name of the symbol it shows.
  public var symbol: String?
  /// Whether the user can use it.
  public internal(set) var isEnabled = true
  /// Whether it is chosen, switched on or unfolded.
  public internal(set) var isSelected = false
  /// Whether it can have the focus, and has it.
  var isFocusable = false
  public internal(set) var isFocused = false
  /// How much of it is done, from 0 to 1.
  public var fraction: Double?
  /// Whether a button looks like what it shows.
  public internal(set) var isPlain = false
  /// How it looks otherwise.
  public var look = HarnessLook()
  /// The texts that a control shows: the user knows it by each of them.
  var texts: [String] = []
  /// What is in it.
  public var children: [HarnessNode] = []
  /// What a swipe shows.
  public internal(set) var swipeActions: [HarnessNode] = []
  /// What assistive technologies offer beside that.
  var spokenActions: [HarnessNode] = []
  /// What a long press shows.
  public internal(set) var menu: [HarnessNode] = []
  /// What can be done with it.
  public var actions: HarnessActions = HarnessActions()
  /// The keys that press it.
  var shortcut: HarnessShortcut?
  /// The value by which a list or a picker knows it.
  var tag: AnyHashable?
  /// The views of UIKit that lie below it.
  var views: [UIView] = []

  /// Makes an element.
  public init(_ role: Role, label: String = "", children: [HarnessNode] = []) {
    self.role = role
    self.label = label
    self.children = children
  }

  /// The kinds of elements.
  public enum Role: String, Sendable {
    /// Everything between two bars: a title, a toolbar, content, and what lies above it.
    case screen
    /// Text, a picture, or both.
    case text, image, label
    /// What can be pressed.
    case button, navigationLink, menu, back
    /// What can be changed.
    case textField, searchField, toggle, picker, option
    /// How far something is.
    case progress
    /// Lists.
    case list, section, header, footer, row
    /// Arrangements.
    case horizontal, vertical, layered, scroll, grid, columns
    /// Content with a role of its own.
    case unavailable, element
    /// Bars.
    case toolbar, bottomBar
    /// What lies above a screen.
    case alert, dialog, sheet, fileImporter, preview
  }
}

/// What can be done with an element.
public struct HarnessActions {
  /// Presses it.
  public var press: (() -> Void)?
  /// Replaces the text in it.
  public var edit: ((String) -> Void)?
  /// Ends typing.
  var submit: (() -> Void)?
  /// Pulls it to refresh.
  var refresh: (@Sendable () async -> Void)?
  /// Chooses it.
  public internal(set) var select: (() -> Void)?
  /// Closes it without a choice.
  public var dismiss: (() -> Void)?
  /// Answers a file picker.
  var pick: ((Result<[URL], any Error>) -> Void)?
  /// Takes the keys that are pressed while it has the focus.
  var keyPress: ((KeyPress) -> KeyPress.Result)?
  /// What is dragged from it.
  var drag: (() -> Any)?
}

extension HarnessNode {
  /// All text in it, in one line.
  public var plainText: String { HarnessPrinter().inline(self) }

  /// It and everything in it, outermost first.
  public var everything: [HarnessNode] {
    [self] + (children + swipeActions + menu).flatMap(\.everything)
  }

  /// What is in it and on screen, without menus and swipe actions, outermost first.
  var visible: [HarnessNode] { [self] + children.flatMap(\.visible) }

  /// Whether it is known by a name: what it says, or what the name is in the language of the phone.
  func isNamed(_ name: String) -> Bool {
    if [label, spoken].contains(name) || texts.contains(name) { return true }
    guard let name = Language.current?.format(for: name, number: nil) else { return false }
    return label == name || texts.contains(name)
  }

  /// Whether it or something in it is known by a name.
  func contains(name: String) -> Bool { visible.contains { $0.isNamed(name) } || plainText == name }

  /// The element, changed.
  func with(_ change: (inout HarnessNode) -> Void) -> HarnessNode {
    var node = self
    change(&node)
    return node
  }
}

extension [HarnessNode] {
  /// All text, in one line.
  var plainText: String { HarnessNode(.horizontal, children: self).plainText }
}

/// The simulator's side: how an element looks, as far as the views say so. A terminal shows nothing of it; a picture does.
public struct HarnessLook {
  /// What a control shows, or what is hidden from assistive technologies.
  public var content: [HarnessNode] = []
  /// What could be shown: the first one that fits.
  public var choices: [HarnessNode] = []
  /// Whether nothing of it is read or written.
  public var isHidden = false
  /// Whether it is only room.
  public var isSpacer = false
  /// Whether the title of a screen is in its bar.
  public var isTitleInline = false
  /// How large its text is; nil as the text around it.
  public var textStyle: Font.TextStyle?
  public var isBold = false
  /// How many lines its text may take; nil is any number.
  public var lineLimit: Int?
  public var isCutInTheMiddle = false
  /// The name of its colour.
  public var color: String?
  /// The same of the symbol of a label.
  public var symbolColor: String?
  /// Whether a label shows its title, its symbol or both; nil as where it stands.
  public var labelStyle: String?
  /// How large it is, in points.
  public var size: CGSize?
  /// How round its corners are, if it is a shape.
  public var radius: Double?
  /// The bytes of a picture.
  public var picture: Data?
  /// Whether what is in it begins where text begins.
  public var isLeading = false
  /// Where it stands: in a bar, or over something.
  public var place: String?
  /// What a button is for.
  public var purpose: String?
}

extension HarnessNode {
  /// Something that is seen and not read.
  static func unread(_ change: (inout HarnessLook) -> Void) -> HarnessNode {
    HarnessNode(.element).with {
      $0.look.isHidden = true
      change(&$0.look)
    }
  }
}
