import Testing
import UniformTypeIdentifiers

@testable import SwiftUI

@MainActor
struct SwiftUIScreenTests {
  @Test func aScreenIsPrintedForATerminal() {
    #expect(
      ViewHarness(Inbox()).text == """
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
    let harness = ViewHarness(Deleting())
    try harness.press("Delete…")
    #expect(
      harness.text == """
        [Delete…]
        Kept
        ╭────────────────────────╮
        │ Delete “report.pdf”?   │
        │ This cannot be undone. │
        │ [Delete]  [Keep]       │
        ╰────────────────────────╯
        """)
    #expect(throws: HarnessError.covered("Delete…", by: "Delete “report.pdf”?")) {
      try harness.press("Delete…")
    }
    try harness.press("Delete")
    #expect(harness.text == "[Delete…]\nDeleted")
  }

  @Test func aLinkPushesAPageAndBackPopsIt() throws {
    let harness = ViewHarness(Folders())
    try harness.press("Music")
    #expect(harness.text == "‹ Folders   Music\n═════════════════\nIn Music\n[Close]")
    try harness.back()
    #expect(harness.text.hasPrefix("Folders\n"))
    try harness.press("Pictures")
    try harness.press("Close")
    #expect(harness.text.hasPrefix("Folders\n"))
  }

  @Test func aPagePathCanBeSetByTheApp() throws {
    let harness = ViewHarness(Routed())
    try harness.press("Go")
    #expect(harness.text.contains("Page 2"))
    try harness.back()
    #expect(harness.text.contains("Page 1"))
  }

  @Test func aRowOffersItsActions() throws {
    let harness = ViewHarness(Rows())
    try harness.swipe("b", "Share")
    #expect(harness.text.contains("Shared b"))
    try harness.longPress("c", "Rename")
    #expect(harness.text.contains("Renamed c"))
  }

  @Test func aSheetIsFramedAndGoesAway() throws {
    let harness = ViewHarness(Sheeted())
    try harness.press("Open")
    #expect(
      harness.text == """
        [Open]
        Closed 0
        ╭───────────╮
        │ About     │
        │ ═════     │
        │ Version 1 │
        │ [Done]    │
        ╰───────────╯
        """)
    try harness.press("Done")
    #expect(harness.text == "[Open]\nClosed 1")
    try harness.press("Open")
    try harness.dismiss()
    #expect(harness.text == "[Open]\nClosed 2")
  }

  @Test func aDisabledControlCannotBeUsed() {
    let harness = ViewHarness(Button("Send") {}.disabled(true))
    #expect(harness.text == "[Send] (dimmed)")
    #expect(throws: HarnessError.disabled("Send")) { try harness.press("Send") }
  }

  @Test func searchingNarrowsAList() throws {
    let harness = ViewHarness(Searching())
    try harness.search("b")
    #expect(harness.text == "Find\n════\n⌕ Search: ⟨b⟩\n  bee")
  }

  @Test func rowsAreSelected() throws {
    let harness = ViewHarness(Choosing())
    #expect(throws: HarnessError.self) { try harness.select(row: "b") }
    try harness.press("Edit")
    try harness.select(row: "b")
    #expect(harness.text == "[Done]\n  a\n✓ b\n1 chosen")
    try harness.select(row: "b")
    #expect(harness.text == "[Done]\n  a\n  b\n0 chosen")
  }

  @Test func pickedFilesArrive() throws {
    let harness = ViewHarness(Importing())
    try harness.press("Import")
    #expect(harness.text.contains("Choose Files"))
    try harness.pick([URL(fileURLWithPath: "/a"), URL(fileURLWithPath: "/b")])
    #expect(harness.text == "[Import]\na b")
  }

  @Test func aPickerShowsAndChangesItsChoice() throws {
    let harness = ViewHarness(Sorting())
    #expect(harness.text == "Sort by: Name ▾")
    try harness.choose("Date", in: "Sort by")
    #expect(harness.text == "Sort by: Date ▾")
  }

  @Test func anUnavailableViewShowsItsText() {
    let view = ContentUnavailableView {
      Label("Nothing Here", systemImage: "tray")
    } description: {
      Text("Share something.")
    }
    #expect(ViewHarness(view).text == "\nNothing Here\nShare something.")
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
      .alert(Text("Delete “\("report.pdf")”?"), isPresented: $isAsking, presenting: "This cannot be undone.")
    { _ in
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
