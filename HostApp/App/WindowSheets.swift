import Foundation
import IntrayCore
import SwiftUI
import UniformTypeIdentifiers

/// A sheet over a window. A window shows one at a time.
enum WindowSheet: Identifiable {
  case naming(NavigationModel.Naming)
  case info(DocumentInfoModel)
  case cloudInfo(CloudEntry)
  case move([SeenDocument])
  case note(DocumentPath)
  case paste
  case share(URL)
  case help

  /// What tells two sheets apart: another one takes its place.
  var id: [AnyHashable] {
    switch self {
    case .naming(let naming): ["naming", naming.id]
    case .info(let info): ["info", ObjectIdentifier(info)]
    case .cloudInfo(let entry): ["info", entry.path]
    case .move: ["move"]
    case .note: ["note"]
    case .paste: ["paste"]
    case .share(let file): ["share", file]
    case .help: ["help"]
    }
  }
}

/// A question over a window. A window asks one at a time.
struct WindowQuestion {
  let title: Text
  let message: Text
  /// What the user can answer, beside nothing.
  let answer: LocalizedStringKey
  let perform: @MainActor () -> Void
}

extension NavigationModel {
  /// The sheet over the window. The user closes it by setting it to nil.
  var sheet: WindowSheet? {
    get {
      if let naming { return .naming(naming) }
      if let info { return .info(info) }
      if let entry = drive.info { return .cloudInfo(entry) }
      if !moving.isEmpty { return .move(moving) }
      if let noteFolder { return .note(noteFolder) }
      if isPasteShown { return .paste }
      if let sharing { return .share(sharing) }
      return isHelpShown ? .help : nil
    }
    set {
      guard newValue == nil else { return }
      switch sheet {
      case .naming: naming = nil
      case .info: info = nil
      case .cloudInfo: drive.info = nil
      case .move: moving = []
      case .note: noteFolder = nil
      case .paste: isPasteShown = false
      case .share: endSending()
      case .help: isHelpShown = false
      case nil: break
      }
    }
  }

  /// Whether the user is asked something. SwiftUI sets it to false before it says the answer.
  var isAsking: Bool {
    get { !removing.isEmpty || !drive.removing.isEmpty || discarding != nil }
    set { if !newValue { (removing, discarding, drive.removing) = ([], nil, []) } }
  }
}

/// What lies over a window: Quick Look, one sheet over either, one question and a file picker.
struct WindowSheets: ViewModifier {
  let model: HostModel
  @Bindable var browser: NavigationModel
  // Without a group the app cannot do anything that the help is about.
  @AppStorage(Preferences.showsFirstStepsKey, store: Preferences.store) private
    var showsFirstSteps = Preferences.store != nil

  func body(content: Content) -> some View {
    let takesSeveral = browser.picking.takesSeveral
    content
      .alert(question?.title ?? Text(verbatim: ""), isPresented: $browser.isAsking, presenting: question) {
        Button($0.answer, role: .destructive, action: $0.perform)
        Button("Cancel", role: .cancel) {}
      } message: {
        $0.message
      }
      // One at a time: over Quick Look, when that is open.
      .sheet(item: browser.looking == nil ? $browser.sheet : .constant(nil)) { sheet($0) }
      .fullScreenCover(item: $browser.looking, onDismiss: browser.endPreview) { looking in
        LookingView(browser: browser, looking: looking)
          .sheet(item: $browser.sheet) { sheet($0) }
      }
      .fullScreenCover(item: $browser.comparison) { ComparisonView(browser: browser, comparison: $0) }
      .fileImporter(
        isPresented: $browser.isPicking, allowedContentTypes: takesSeveral ? [.item, .folder] : [.item],
        allowsMultipleSelection: takesSeveral
      ) {
        browser.picked($0, model.importer)
      }
      .onAppear { if showsFirstSteps { browser.isHelpShown = true } }
      .onChange(of: browser.isHelpShown) { _, isShown in if !isShown { showsFirstSteps = false } }
  }

  private var question: WindowQuestion? {
    if let first = browser.removing.first {
      let paths = browser.removing
      return WindowQuestion(
        title: paths.count == 1
          ? Text("Delete “\(first.description)” Permanently?")
          : Text("Delete \(paths.count) Items Permanently?"),
        message: Text("You can’t undo this action."), answer: "Delete Now"
      ) { browser.remove(paths) }
    }
    if let first = browser.drive.removing.first {
      let entries = browser.drive.removing
      return WindowQuestion(
        title: Text("Delete from iCloud?"),
        message: entries.count == 1
          ? Text(
            "Items in “\(first.path.description)” that aren’t downloaded will be deleted immediately. You can’t undo this action."
          )
          : Text("Items that aren’t downloaded will be deleted immediately. You can’t undo this action."),
        answer: "Delete Now"
      ) { browser.drive.remove(entries) }
    }
    return browser.discarding.map { outcome in
      WindowQuestion(
        title: Text("Delete This Item?"),
        message: Text("“\(outcome.name)” isn’t in Documents yet. You can’t undo this action."),
        answer: "Delete"
      ) { model.discard(outcome) }
    }
  }

  @ViewBuilder private func sheet(_ sheet: WindowSheet) -> some View {
    switch sheet {
    case .naming: NamingView(browser: browser)
    case .info(let info): DocumentInfoView(model: info) { browser.info = nil }
    case .cloudInfo(let entry): CloudInfoView(entry: entry) { browser.drive.info = nil }
    case .move(let documents): MoveView(browser: browser, documents: documents)
    case .note(let folder):
      NoteView(importer: model.importer, folder: folder) { browser.noteFolder = nil }
    case .paste: PasteView(importer: model.importer) { browser.isPasteShown = false }
    case .share(let file): ShareSheet(file: file, done: browser.endSending)
    case .help:
      HelpView(isFirst: showsFirstSteps, check: model.check, reconnection: model.reconnection) {
        browser.isHelpShown = false
      }
    }
  }
}
