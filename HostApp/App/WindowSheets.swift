import Foundation
import IntrayCore
import SwiftUI
import UniformTypeIdentifiers

/// What lies over a window: Quick Look, one sheet over either, one question and a file picker.
struct WindowSheets: ViewModifier {
  @Bindable var window: WindowModel
  // Without a group the app cannot do anything that the help is about.
  @AppStorage(Preferences.showsFirstStepsKey, store: Preferences.store) private
    var showsFirstSteps = Preferences.store != nil

  private var app: HostModel { window.app }
  private var actions: DocumentActions { window.actions }

  func body(content: Content) -> some View {
    let takesSeveral = window.picking?.takesSeveral == true
    content
      .alert(
        window.question?.title ?? Text(verbatim: ""), isPresented: $window.isAsking,
        presenting: window.question
      ) { question in
        Button(question.answer, role: question.role) { answer(question) }
        Button("Cancel", role: .cancel) {}
      } message: {
        $0.message
      }
      // One at a time: over Quick Look, when that is open.
      .sheet(item: window.preview == nil ? $window.sheet : .constant(nil)) { sheet($0) }
      .fullScreenCover(item: $window.preview) { pages in
        LookingView(window: window, pages: pages)
          .sheet(item: $window.sheet) { sheet($0) }
      }
      .sheet(item: window.capture?.source == .photos ? $window.capture : .constant(nil)) { capture($0) }
      .fullScreenCover(item: window.capture?.source == .photos ? .constant(nil) : $window.capture) {
        capture($0).ignoresSafeArea()
      }
      .fullScreenCover(item: $window.comparison) { ComparisonView(window: window, comparison: $0) }
      .fileImporter(
        isPresented: $window.isPicking, allowedContentTypes: takesSeveral ? [.item, .folder] : [.item],
        allowsMultipleSelection: takesSeveral
      ) { [purpose = window.picking] in
        if let purpose { actions.picked($0, for: purpose) }
      }
      .onAppear { if showsFirstSteps { window.sheet = .help } }
  }

  private func answer(_ question: WindowQuestion) {
    switch question {
    case .remove(let entries): actions.remove(entries)
    case .removeFromCloud(let entries): app.cloud.remove(entries)
    case .discard(let outcome): app.drains.discard(outcome)
    case .open(let url): actions.openConfirmed(url)
    }
  }

  private func capture(_ capture: Capture) -> some View {
    CaptureView(source: capture.source) { items, error in
      window.capture = nil
      if let error { window.notices.problem = Messages.picker(error) }
      if !items.isEmpty { app.importer.take(items, into: capture.folder) }
    }
  }

  @ViewBuilder private func sheet(_ sheet: WindowSheet) -> some View {
    let close: @MainActor () -> Void = { window.sheet = nil }
    switch sheet {
    case .naming(let naming): NamingView(naming: naming, cancel: close)
    case .edit(let editing): TextEditingView(editing: editing, done: close)
    case .info(let info):
      DocumentInfoView(model: info, actions: actions, done: close)
        .onChange(of: app.overview.revision) { _, _ in info.lookAgain() }
        .onDisappear { info.stopCounting() }
    case .cloudInfo(let entry): CloudInfoView(entry: entry, done: close)
    case .move(let entries): MoveView(actions: actions, documents: entries)
    case .note(let folder): NoteView(importer: app.importer, folder: folder, done: close)
    case .paste: PasteView(importer: app.importer, done: close)
    case .share(let file, let copy):
      ShareSheet(file: file, done: close)
        .onDisappear { if let copy { actions.release(copy) } }
    case .work: WorkView(queue: app.queue, done: close)
    case .settings: SettingsView(contents: app.contents, done: close)
    case .help:
      HelpView(isFirst: showsFirstSteps, check: app.check, files: app.files, done: close)
        .onDisappear { showsFirstSteps = false }
    }
  }
}

extension WindowQuestion {
  fileprivate var title: Text {
    switch self {
    case .remove(let entries):
      entries.count == 1
        ? Text("Delete “\(entries[0].path.description)” Permanently?")
        : Text("Delete \(entries.count) Items Permanently?")
    case .removeFromCloud: Text("Delete from iCloud?")
    case .discard: Text("Delete This Item?")
    case .open: Text("Open This Link?")
    }
  }

  fileprivate var message: Text {
    switch self {
    case .remove: Text("You can’t undo this action.")
    case .removeFromCloud(let entries):
      entries.count == 1
        ? Text(
          "Items in “\(entries[0].path.description)” that aren’t downloaded will be deleted immediately. You can’t undo this action."
        )
        : Text("Items that aren’t downloaded will be deleted immediately. You can’t undo this action.")
    case .discard(let outcome):
      Text("“\(DocumentName(outcome.name).text)” isn’t in Documents yet. You can’t undo this action.")
    case .open(let url):
      Text("It isn’t a web page. It may start something in another app: \(url.absoluteString)")
    }
  }

  fileprivate var answer: LocalizedStringKey {
    switch self {
    case .remove, .removeFromCloud: "Delete Now"
    case .discard: "Delete"
    case .open: "Open"
    }
  }

  /// Whether the answer takes something away.
  fileprivate var role: ButtonRole? { if case .open = self { nil } else { .destructive } }
}
