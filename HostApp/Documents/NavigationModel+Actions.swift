import Shared

/// What the user does with a document.
extension NavigationModel {
  /// Begins to rename it.
  func beginRenaming(_ path: DocumentPath) {
    naming = Naming(path: path, folder: path.parent, text: path.names.last?.description ?? "")
  }

  /// Begins to make a folder here.
  func beginFolder() {
    naming = Naming(folder: folder, text: "")
  }

  /// The name that is being typed. What was wrong with another name says nothing of this one.
  var typed: String {
    get { naming?.text ?? "" }
    set {
      naming?.text = newValue
      naming?.problem = nil
    }
  }

  /// Gives the name that was typed, or says beside it why it cannot.
  func name() async {
    guard let library, var asked = naming else { return }
    let own = asked.path?.names.last
    let name = DocumentName(asked.text)
    asked.problem = await problem(with: asked.text, name, in: asked.folder, except: own)
    // Typed on, or given up, meanwhile.
    guard naming?.text == asked.text else { return }
    naming = asked.problem == nil ? nil : asked
    guard asked.problem == nil else { return }
    let folder = asked.folder
    if let path = asked.path {
      perform { [library] _ in await library.move(path, to: folder, as: name) }
    } else {
      perform { [library] _ in await library.makeFolder(name, in: folder) }
    }
  }

  private func problem(
    with text: String, _ name: DocumentName, in folder: DocumentPath, except own: FileName?
  ) async -> String? {
    if text.allSatisfy(\.isWhitespace) { return Messages.emptyName }
    if name.text != text { return Messages.illegalName(name) }
    let isTaken = await library?.isTaken(name, in: folder, except: own) ?? false
    return isTaken ? Messages.takenName(name) : nil
  }

  /// Makes a copy of it beside it.
  func duplicate(_ path: DocumentPath) {
    perform { await $0.duplicate(path) }
  }

  /// Takes them up, to be put into another folder.
  func beginMoving(_ paths: [DocumentPath]) {
    moving = paths
  }

  /// Puts what was taken up into the folder on screen.
  func moveHere() {
    let paths = moving
    moving = []
    let folder = folder
    perform(for: paths) { library, path in await library.move(path, to: folder) }
  }

  /// Throws them away, into Recently Deleted.
  func throwAway(_ paths: [DocumentPath]) {
    perform(for: paths) {
      await $0.throwAway($1)
    } done: {
      self.thrownAway = $0
    }
  }

  /// Takes back what was just thrown away.
  func undo() {
    putBack(thrownAway)
  }

  /// Puts them back to where they were.
  func putBack(_ paths: [DocumentPath]) {
    perform(for: paths) { await $0.putBack($1) }
  }

  /// Whether the user is asked to confirm removing documents for good.
  var isRemoving: Bool {
    get { !removing.isEmpty }
    set { if !newValue { removing = [] } }
  }

  /// Removes them for good. The user has confirmed it.
  func remove(_ paths: [DocumentPath]) {
    removing = []
    perform(for: paths) { await $0.remove($1) }
  }
}
