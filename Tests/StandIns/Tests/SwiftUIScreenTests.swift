import Testing
import UniformTypeIdentifiers

@testable import SwiftUI

@MainActor
struct SwiftUIScreenTests {
  @Test func aScreenReadsWellInATerminal() {
    #expect(
      Stage(Inbox()).text == """
        Intray   [Edit]
        ═══════════════
        Just Arrived
          report.pdf — 12 kB
          photo.heic — Came as “photo.heic”, a name that was taken

        Documents
          notes.txt ›
          ‹Star›  letter
          Everything is kept.

        Saving ▓▓▓▓▓▓░░░░ 60 %
        """)
  }

  @Test func anAlertIsFramedAndCoversTheScreen() throws {
    let stage = Stage(Deleting())
    try stage.press("Delete…")
    #expect(
      stage.text == """
        [Delete…]
        Kept
        ╭────────────────────────╮
        │ Delete “report.pdf”?   │
        │ This cannot be undone. │
        │ [Delete]  [Keep]       │
        ╰────────────────────────╯
        """)
    #expect(throws: StageError.covered("Delete…", by: "Delete “report.pdf”?")) {
      try stage.press("Delete…")
    }
    try stage.press("Delete")
    #expect(stage.text == "[Delete…]\nDeleted")
  }

  @Test func aLinkPushesAPageAndTheWayBackLeavesIt() throws {
    let stage = Stage(Folders())
    try stage.press("Music")
    #expect(stage.text == "‹ Folders   Music\n═════════════════\nIn Music\n[Close]")
    try stage.back()
    #expect(stage.text.hasPrefix("Folders\n"))
    try stage.press("Pictures")
    try stage.press("Close")
    #expect(stage.text.hasPrefix("Folders\n"))
  }

  @Test func aPagePathCanBeSetByTheApp() throws {
    let stage = Stage(Routed())
    try stage.press("Go")
    #expect(stage.text.contains("Page 2"))
    try stage.back()
    #expect(stage.text.contains("Page 1"))
  }

  @Test func aRowOffersItsActions() throws {
    let stage = Stage(Rows())
    try stage.swipe("b", "Share")
    #expect(stage.text.contains("Shared b"))
    try stage.longPress("c", "Rename")
    #expect(stage.text.contains("Renamed c"))
  }

  @Test func aSheetIsFramedAndGoesAway() throws {
    let stage = Stage(Sheeted())
    try stage.press("Open")
    #expect(
      stage.text == """
        [Open]
        Closed 0
        ╭───────────╮
        │ About     │
        │ ═════     │
        │ Version 1 │
        │ [Done]    │
        ╰───────────╯
        """)
    try stage.press("Done")
    #expect(stage.text == "[Open]\nClosed 1")
    try stage.press("Open")
    try stage.dismiss()
    #expect(stage.text == "[Open]\nClosed 2")
  }

  @Test func aDisabledControlCannotBeUsed() {
    let stage = Stage(Button("Send") {}.disabled(true))
    #expect(stage.text == "[Send] (dimmed)")
    #expect(throws: StageError.disabled("Send")) { try stage.press("Send") }
  }

  @Test func searchingNarrowsAList() throws {
    let stage = Stage(Searching())
    try stage.search("b")
    #expect(stage.text == "Find\n════\n⌕ Search: ⟨b⟩\n  bee")
  }

  @Test func rowsAreChosen() throws {
    let stage = Stage(Choosing())
    #expect(throws: StageError.self) { try stage.select(row: "b") }
    try stage.press("Edit")
    try stage.select(row: "b")
    #expect(stage.text == "[Done]\n  a\n✓ b\n1 chosen")
    try stage.select(row: "b")
    #expect(stage.text == "[Done]\n  a\n  b\n0 chosen")
  }

  @Test func pickedAndDroppedFilesArrive() throws {
    let stage = Stage(Importing())
    try stage.press("Import")
    #expect(stage.text.contains("Choose Files"))
    try stage.pick([URL(fileURLWithPath: "/a"), URL(fileURLWithPath: "/b")])
    #expect(stage.text == "[Import]\na b")
    try stage.drop([try #require(NSItemProvider(contentsOf: URL(fileURLWithPath: "/c")))])
    #expect(stage.text == "[Import]\nc")
  }

  @Test func aPickerShowsAndChangesItsChoice() throws {
    let stage = Stage(Sorting())
    #expect(stage.text == "Sort by: Name ▾")
    try stage.choose("Date", in: "Sort by")
    #expect(stage.text == "Sort by: Date ▾")
  }

  @Test func nothingToShowSaysSo() {
    let view = ContentUnavailableView {
      Label("Nothing Here", systemImage: "tray")
    } description: {
      Text("Share something.")
    }
    #expect(Stage(view).text == "\nNothing Here\nShare something.")
  }
}

private struct Inbox: View {
  var body: some View {
    NavigationStack {
      VStack {
        List {
          Section("Just Arrived") { arrivals }
          Section {
            documents
          } header: {
            Text("Documents")
          } footer: {
            Text("Everything is kept.")
          }
        }
        Text(verbatim: "")
        ProgressView(value: 0.6) { Text("Saving") }
      }
      .toolbar { ToolbarItem(placement: .primaryAction) { Button("Edit") {} } }
      .navigationTitle("Intray")
    }
  }

  @ViewBuilder private var arrivals: some View {
    HStack {
      Label("report.pdf", systemImage: "doc")
      Spacer()
      Text(12_000, format: .byteCount(style: .file)).foregroundStyle(.secondary)
    }
    VStack(alignment: .leading) {
      Text(verbatim: "photo.heic")
      Text("Came as “\("photo.heic")”, a name that was taken").font(.caption)
    }
  }

  @ViewBuilder private var documents: some View {
    NavigationLink(value: 1) { Text("notes.txt") }
    HStack {
      Image(systemName: "star").accessibilityLabel(Text("Star"))
      Text("letter")
    }
  }
}

private struct Deleting: View {
  @State private var isAsking = false
  @State private var isDeleted = false

  var body: some View {
    Button("Delete…") { isAsking = true }
    Text(isDeleted ? "Deleted" : "Kept")
      .alert("Delete “\("report.pdf")”?", isPresented: $isAsking, presenting: "This cannot be undone.") { _ in
        Button("Delete", role: .destructive) { isDeleted = true }
        Button("Keep", role: .cancel) {}
      } message: {
        Text($0)
      }
  }
}

private struct Folders: View {
  var body: some View {
    NavigationStack {
      List {
        ForEach(["Music", "Pictures"], id: \.self) { name in NavigationLink(value: name) { Text(name) } }
      }
      .navigationTitle("Folders")
      .navigationDestination(for: String.self) { Folder(name: $0) }
    }
  }

  struct Folder: View {
    let name: String
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      Text("In \(name)").navigationTitle(Text(name))
      Button("Close") { dismiss() }
    }
  }
}

private struct Routed: View {
  @State private var path: [Int] = []

  var body: some View {
    NavigationStack(path: $path) {
      Button("Go") { path = [1, 2] }
        .navigationDestination(for: Int.self) { Text("Page \($0)") }
    }
  }
}

private struct Rows: View {
  private let names = ["a", "b", "c"]
  @State private var event = ""

  var body: some View {
    List {
      ForEach(names, id: \.self) { name in
        Text(name)
          .swipeActions { Button("Share") { event = "Shared \(name)" } }
          .contextMenu { Button("Rename") { event = "Renamed \(name)" } }
      }
    }
    Text(event)
  }
}

private struct Sheeted: View {
  @State private var version: Version?
  @State private var count = 0

  var body: some View {
    Button("Open") { version = Version(id: 1) }
      .sheet(item: $version) {
        count += 1
      } content: {
        About(version: $0)
      }
    Text("Closed \(count)")
  }

  struct Version: Identifiable { let id: Int }

  struct About: View {
    let version: Version
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      NavigationStack {
        VStack {
          Text("Version \(version.id)")
          Button("Done") { dismiss() }
        }
        .navigationTitle("About")
      }
    }
  }
}

private struct Searching: View {
  @State private var text = ""

  var body: some View {
    NavigationStack {
      List {
        ForEach(["ant", "bee"].filter { text.isEmpty || $0.contains(text) }, id: \.self) { Text($0) }
      }
      .searchable(text: $text, prompt: "Search")
      .navigationTitle("Find")
    }
  }
}

private struct Choosing: View {
  @State private var chosen: Set<String> = []
  @State private var editMode = EditMode.inactive

  var body: some View {
    VStack {
      EditButton()
      List(selection: $chosen) {
        ForEach(["a", "b"], id: \.self) { Text($0) }
      }
      Text("\(chosen.count) chosen")
    }
    .environment(\.editMode, $editMode)
  }
}

private struct Importing: View {
  @State private var isImporting = false
  @State private var names: [String] = []

  var body: some View {
    Button("Import") { isImporting = true }
      .fileImporter(isPresented: $isImporting, allowedContentTypes: [], allowsMultipleSelection: true) {
        names = ((try? $0.get()) ?? []).map(\.lastPathComponent)
      }
    Text(names.joined(separator: " "))
      .onDrop(of: [.fileURL], isTargeted: nil) { providers in
        names = providers.compactMap(\.suggestedName)
        return true
      }
  }
}

private struct Sorting: View {
  @State private var order = "name"

  var body: some View {
    Picker("Sort by", selection: $order) {
      Text("Name").tag("name")
      Text("Date").tag("date")
    }
  }
}
