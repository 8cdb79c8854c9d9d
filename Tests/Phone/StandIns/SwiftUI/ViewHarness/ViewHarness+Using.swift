import AppleFoundation
import Foundation
import UIKit
import UniformTypeIdentifiers

extension ViewHarness {
  /// Presses a button, a link, a row or a menu item, in a certain row if there are several.
  public func press(_ name: String, inRow row: String? = nil) throws(HarnessError) {
    guard let row else { return try press(name, among: nil) }
    try press(name, among: [usableRow(row, to: "be found") { _ in true }])
  }

  /// Presses what can be pressed among some elements; without these, on screen.
  private func press(
    _ name: String, to what: String = "be pressed", among places: [HarnessNode]?
  ) throws(HarnessError) {
    let place = places.map { HarnessNode(.element, children: $0) }
    act(try usable(name, to: what, in: place) { $0.actions.press != nil }.actions.press ?? {})
  }

  /// Presses a key while a list, or what else takes keys, has the focus.
  public func type(key: KeyEquivalent, _ modifiers: EventModifiers = []) throws(HarnessError) {
    update()
    let press = KeyPress(key: key, modifiers: modifiers)
    var result = KeyPress.Result.ignored
    let takers = front.visible.reversed().compactMap(\.actions.keyPress)
    act { for taker in takers where result == .ignored { result = taker(press) } }
    if result == .ignored { throw .notFound("what takes the key", shown: text) }
  }

  /// Pastes with Command-V. A text field that is being edited takes it, and else the delegate of the app.
  public func paste() throws(HarnessError) {
    update()
    if front.visible.contains(where: { $0.isFocused && $0.actions.edit != nil }) { return }
    guard let delegate = delegate as? UIResponder else { throw .notFound("what pastes", shown: text) }
    act { StandIn.Pasteboard.ofTask.paste(with: delegate) }
  }

  /// Presses a key with others held down: a command, or a button on screen.
  public func press(key: KeyEquivalent, _ modifiers: EventModifiers = .command) throws(HarnessError) {
    update()
    let shortcut = HarnessShortcut(key: key, modifiers: modifiers)
    let buttons = (front.visible + commands.flatMap(\.visible)).filter { $0.shortcut == shortcut }
    guard let button = buttons.first(where: \.isEnabled), let press = button.actions.press else {
      guard let button = buttons.first else { throw .notFound("shortcut", shown: text) }
      throw .disabled(button.label)
    }
    act(press)
  }

  /// Replaces the text in a field, which is named by its label or its text.
  public func type(_ text: String, into name: String) throws(HarnessError) {
    let field = try usable(name, to: "be typed into") { $0.actions.edit != nil }
    act { field.actions.edit?(text) }
  }

  /// Presses the return key in a field.
  public func submit(_ name: String) throws(HarnessError) {
    act(try usable(name, to: "be submitted") { $0.actions.submit != nil }.actions.submit ?? {})
  }

  /// Types into the search field.
  public func search(_ text: String) throws(HarnessError) {
    guard let field = front.everything.first(where: { $0.role == .searchField }) else {
      throw .notFound("search field", shown: self.text)
    }
    act { field.actions.edit?(text) }
  }

  /// Narrows the search to what is offered below the field.
  public func narrow(to token: String) throws(HarnessError) {
    let offered = front.everything.filter { $0.role == .searchField }.flatMap(\.menu)
    try press(token, to: "be chosen", among: offered)
  }

  /// Turns a switch the other way.
  public func toggle(_ name: String) throws(HarnessError) {
    act(try usable(name, to: "be switched") { $0.role == .toggle }.actions.press ?? {})
  }

  /// Chooses an option of a picker.
  public func choose(_ option: String, in picker: String) throws(HarnessError) {
    let node = try usable(picker, to: "be chosen from") { $0.role == .picker }
    act(try usable(option, to: "be chosen", in: node) { $0.role == .option }.actions.press ?? {})
  }

  /// Chooses a row of a list, or unchooses it where several can be chosen.
  public func select(row name: String) throws(HarnessError) {
    act(try usableRow(name, to: "be selected") { $0.actions.select != nil }.actions.select ?? {})
  }

  /// Swipes a row and presses an action that this shows.
  public func swipe(_ name: String, _ action: String) throws(HarnessError) {
    let row = try usableRow(name, to: "be swiped") { !$0.swipeActions.isEmpty }
    try press(action, among: row.swipeActions)
  }

  /// Presses something long, and then an item of the menu that this shows.
  public func longPress(_ name: String, _ action: String) throws(HarnessError) {
    let candidates = front.everything.filter { !$0.menu.isEmpty && $0.contains(name: name) }
    guard let node = candidates.last else { throw .notFound(name, shown: text) }
    try press(action, among: node.menu)
  }

  /// Pulls the list to refresh, and waits until that is done.
  public func pullToRefresh() async throws(HarnessError) {
    guard let refresh = front.everything.lazy.compactMap(\.actions.refresh).first else {
      throw .notFound("anything to refresh", shown: text)
    }
    let work = run(priority: nil, refresh)
    await work.value
    update()
  }

  /// Goes back to the page below.
  public func back() throws(HarnessError) {
    guard let back = front.everything.first(where: { $0.role == .back }) else {
      throw .notFound("way back", shown: text)
    }
    act { back.actions.press?() }
  }

  /// Goes back as far as there is a way.
  public func backToStart() throws(HarnessError) {
    while front.everything.contains(where: { $0.role == .back }) { try back() }
  }

  /// Closes the sheet, the dialog or the picker in front, as the user does without choosing anything.
  public func dismiss() throws(HarnessError) {
    guard let dismiss = front.actions.dismiss else { throw .cannot(front.label, what: "be dismissed") }
    act(dismiss)
  }
}

extension ViewHarness {
  /// What assistive technologies say of the elements that say something else than what is in them.
  public var spoken: [String] { front.visible.compactMap(\.spoken) }

  /// The actions that assistive technologies offer of an element.
  public func spokenActions(of name: String) -> [String] {
    front.visible.filter { $0.contains(name: name) }.flatMap(\.spokenActions).flatMap(\.everything)
      .filter { $0.actions.press != nil }.map(\.label)
  }

  /// Does what assistive technologies offer of an element.
  public func perform(_ action: String, on name: String) throws(HarnessError) {
    let offered = front.visible.filter { $0.contains(name: name) }.flatMap(\.spokenActions)
    try press(action, to: "be done", among: offered)
  }
}

extension ViewHarness {
  /// The first element of a role that has a name: what it says.
  public func find(_ role: HarnessNode.Role? = nil, _ name: String) -> HarnessNode? {
    all(role).first { $0.isNamed(name) }
  }

  /// All elements of a role, outermost first; without a role, all.
  public func all(_ role: HarnessNode.Role? = nil) -> [HarnessNode] {
    tree.everything.filter { role == nil || $0.role == role }
  }

  /// The row that says a name somewhere.
  func row(_ name: String) -> HarnessNode? { all(.row).first { $0.contains(name: name) } }

  /// What the user can reach: what lies above everything else, or else the screen.
  public var front: HarnessNode {
    let covers: [HarnessNode.Role] = [.alert, .dialog, .sheet, .fileImporter, .preview]
    // A preview in a column lies above nothing.
    return tree.children.flatMap { part in
      part.visible.filter { covers.contains($0.role) && (part.role != .columns || $0.role != .preview) }
    }.last ?? tree
  }

  /// An element that the user can use now.
  func usable(
    _ name: String, to what: String, in place: HarnessNode? = nil,
    where canDo: (HarnessNode) -> Bool
  ) throws(HarnessError) -> HarnessNode {
    // What a swipe or a long press would show is not shown.
    let candidates = (place ?? front).visible
    if let node = candidates.first(where: { $0.isNamed(name) && $0.isEnabled && canDo($0) }) { return node }
    let named = candidates.filter { $0.isNamed(name) }
    if named.contains(where: { !$0.isEnabled && canDo($0) }) { throw .disabled(name) }
    if !named.isEmpty { throw .cannot(name, what: what) }
    if place == nil, tree.visible.contains(where: { $0.isNamed(name) && canDo($0) }) {
      throw .covered(name, by: front.label.isEmpty ? front.role.rawValue : front.label)
    }
    throw .notFound(name, shown: text)
  }

  /// A row that the user can use now.
  func usableRow(
    _ name: String, to what: String, where canDo: (HarnessNode) -> Bool
  ) throws(HarnessError) -> HarnessNode {
    let rows = front.everything.filter { $0.role == .row && $0.contains(name: name) }
    if let row = rows.first(where: { canDo($0) }) { return row }
    guard rows.isEmpty else { throw .cannot(name, what: what) }
    if row(name) != nil { throw .covered(name, by: front.label.isEmpty ? front.role.rawValue : front.label) }
    throw .notFound(name, shown: text)
  }

  /// Does something as the user does, and shows what follows.
  func act(_ action: () -> Void) {
    action()
    refresh()
  }
}

extension ViewHarness {
  /// Opens the app with an address, as the system does.
  ///
  /// - Returns: whether a view takes addresses.
  @discardableResult
  public func open(_ url: URL) -> Bool {
    update()
    let handlers = openHandlers
    act { for handler in handlers { handler(url) } }
    return !handlers.isEmpty
  }

  /// Picks files in the file picker in front.
  public func pick(_ urls: [URL]) throws(HarnessError) { try pick(.success(urls)) }

  /// Answers the file picker in front.
  public func pick(_ result: Result<[URL], any Error>) throws(HarnessError) {
    guard let pick = front.actions.pick else { throw .notFound("file picker", shown: text) }
    act { pick(result) }
  }

  /// Drops items on an element, or without a name beside all.
  ///
  /// - Parameter isLocal: whether the drag began in this app.
  /// - Returns: whether a view took them.
  @discardableResult
  public func drop(
    _ providers: [NSItemProvider], on name: String? = nil, isLocal: Bool = false
  ) throws(HarnessError) -> Bool {
    update()
    if let name, dropPlace(name) == nil { throw .notFound(name, shown: text) }
    return dropOnViews(providers, on: name, isLocal: isLocal)
  }

  /// The user shares something; the harness only remembers what.
  func share(_ items: [Any]) { shared.append(items) }

  /// What is dragged from an element.
  public func drag(_ name: String) throws(HarnessError) -> Any {
    let nodes = front.everything.filter { $0.contains(name: name) }
    guard let drag = nodes.lazy.compactMap(\.actions.drag).first else {
      throw .cannot(name, what: "be dragged")
    }
    return drag()
  }
}

extension ViewHarness {
  /// The user drags items over an element, or without a name over none, and lets go.
  ///
  /// As the system does, it asks the interactions of the view below the finger and of those around it, the nearest first.
  /// - Parameter isLocal: whether the drag began in this app.
  /// - Returns: whether the drop was taken.
  func dropOnViews(_ providers: [NSItemProvider], on name: String?, isLocal: Bool) -> Bool {
    let place = dropPlace(name)
    var view = place ?? window.rootViewController?.view
    let session = HarnessDropSession(providers, over: place, isLocal: isLocal)
    while let present = view {
      for case let interaction as UIDropInteraction in present.interactions {
        guard let delegate = interaction.delegate, delegate.dropInteraction(interaction, canHandle: session)
        else { continue }
        let proposal = delegate.dropInteraction(interaction, sessionDidUpdate: session)
        precondition(
          proposal.operation != .move || session.allowsMoveOperation,
          "Only the app in which a drag began may move: "
            + "https://developer.apple.com/documentation/uikit/uidropoperation/move")
        guard ![.cancel, .forbidden].contains(proposal.operation) else { return false }
        act { delegate.dropInteraction(interaction, performDrop: session) }
        return true
      }
      view = present.superview
    }
    return false
  }

  /// The view of UIKit in the first row of a name, or without a name the last list, beside its rows.
  func dropPlace(_ name: String?) -> UIView? {
    guard let name else { return front.everything.last { $0.role == .list }?.views.first }
    let row = front.everything.first { $0.role == .row && $0.contains(name: name) }
    return row?.everything.lazy.flatMap(\.views).first
  }
}

/// A drag over a view, or over none that the views know.
final class HarnessDropSession: NSObject, UIDropSession, UIDragSession {
  let items: [UIDragItem]
  private let place: UIView?
  private let isLocal: Bool

  init(_ providers: [NSItemProvider], over place: UIView?, isLocal: Bool) {
    items = (isLocal ? providers : providers.map(\.fromAnotherProcess)).map(UIDragItem.init(itemProvider:))
    self.place = place
    self.isLocal = isLocal
    super.init()
  }

  var localDragSession: (any UIDragSession)? { isLocal ? self : nil }
  var allowsMoveOperation: Bool { isLocal }

  func location(in view: UIView) -> CGPoint {
    var around = place
    while let present = around, present !== view { around = present.superview }
    return around == nil ? CGPoint(x: -1, y: -1) : CGPoint(x: view.bounds.midX, y: view.bounds.midY)
  }

  func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool {
    items.contains { item in
      item.itemProvider.registeredTypeIdentifiers.contains { offered in
        // A type that no app declares conforms to itself alone.
        typeIdentifiers.contains { wanted in
          wanted == offered || UTType(wanted).map { UTType(offered)?.conforms(to: $0) == true } ?? false
        }
      }
    }
  }
}

/// Why a control could not be used.
public enum HarnessError: Error, Equatable, CustomStringConvertible {
  /// There is no such control; what is shown instead.
  case notFound(String, shown: String)
  /// The control is there, and disabled.
  case disabled(String)
  /// The control lies behind an alert, a dialog or a sheet.
  case covered(String, by: String)
  /// The control cannot do this.
  case cannot(String, what: String)
  /// What was waited for did not come; what is shown instead.
  case neverShown(String)

  /// A sentence.
  public var description: String {
    switch self {
    case .notFound(let name, let shown): "There is no “\(name)”. Shown is:\n\(shown)"
    case .disabled(let name): "“\(name)” is disabled."
    case .covered(let name, let cover): "“\(name)” lies behind “\(cover)”."
    case .cannot(let name, let what): "“\(name)” cannot \(what)."
    case .neverShown(let shown): "It was not shown in time. Shown is:\n\(shown)"
    }
  }
}
