extension ViewHarness {
  /// Presses a button, a link, a row or a menu item, in a certain row if there are several.
  public func press(_ name: String, inRow row: String? = nil) throws(HarnessError) {
    var place: HarnessNode?
    if let row { place = try usableRow(row, to: "be found") { _ in true } }
    act(try usable(name, to: "be pressed", in: place) { $0.actions.press != nil }.actions.press ?? {})
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
    let place = HarnessNode(.element, children: offered)
    act(try usable(token, to: "be chosen", in: place) { $0.actions.press != nil }.actions.press ?? {})
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
    let actions = HarnessNode(.element, children: row.swipeActions)
    act(try usable(action, to: "be pressed", in: actions) { $0.actions.press != nil }.actions.press ?? {})
  }

  /// Presses something long, and then an item of the menu that this shows.
  public func longPress(_ name: String, _ action: String) throws(HarnessError) {
    let candidates = front.everything.filter { !$0.menu.isEmpty && $0.contains(name: name) }
    guard let node = candidates.last else { throw .notFound(name, shown: text) }
    let actions = HarnessNode(.element, children: node.menu)
    act(try usable(action, to: "be pressed", in: actions) { $0.actions.press != nil }.actions.press ?? {})
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
    let place = HarnessNode(.element, children: offered)
    act(try usable(action, to: "be done", in: place) { $0.actions.press != nil }.actions.press ?? {})
  }
}
