import Shared

/// What a person does with a document.
extension Browser {
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
    if text.allSatisfy(\.isWhitespace) { return Sentences.emptyName }
    if name.text != text { return Sentences.illegalName(name) }
    let isTaken = await library?.isTaken(name, in: folder, except: own) ?? false
    return isTaken ? Sentences.takenName(name) : nil
  }

  /// Makes a copy of it beside it.
  func duplicate(_ path: DocumentPath) {
    perform { await $0.duplicate(path) }
  }

  /// Takes it up, to be put into another folder.
  func beginMoving(_ path: DocumentPath) {
    moving = path
  }

  /// Puts what was taken up into the folder on screen.
  func moveHere() {
    guard let path = moving else { return }
    moving = nil
    let folder = folder
    perform { await $0.move(path, to: folder) }
  }

  /// Throws it away, into Recently Deleted.
  func throwAway(_ path: DocumentPath) {
    perform {
      await $0.throwAway(path)
    } done: {
      self.thrownAway = $0
    }
  }

  /// Takes back what was just thrown away.
  func undo() {
    if let thrownAway { putBack(thrownAway) }
  }

  /// Puts it back to where it was.
  func putBack(_ path: DocumentPath) {
    perform { await $0.putBack(path) }
  }

  /// Whether a person is asked about removing something for good.
  var isRemoving: Bool {
    get { removing != nil }
    set { if !newValue { removing = nil } }
  }

  /// Removes it for good: a person was asked.
  func remove(_ path: DocumentPath) {
    removing = nil
    perform { await $0.remove(path) }
  }
}
