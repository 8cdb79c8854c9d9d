import Testing

@testable import SwiftUI

/// Split views, as <https://developer.apple.com/documentation/swiftui/navigationsplitview> describes them.
@MainActor
struct SwiftUIColumnsTests {
  @Test func aWideScreenShowsAllColumns() throws {
    let harness = ViewHarness(Shelves())
    harness.horizontalSizeClass = .regular
    #expect(
      harness.text == """
        Shelves                              │ Poems
        ═══════                              │ ═════
        ✓ Poems ›                            │ Top
          Plays ›                            │ Deeper ›
          What is read aloud is told as long │
          as anybody listens.                │
        """)
    try harness.press("Plays")
    #expect(harness.text.contains("✓ Plays ›") && harness.text.contains("│ Plays\n"))
  }

  /// "On narrow screens the split view collapses all of its columns into a stack, and shows the last column that
  /// displays useful information", or the preferred one.
  @Test func aNarrowScreenShowsOneColumnWithABackButton() throws {
    let harness = ViewHarness(Shelves())
    #expect(harness.text == "‹ Shelves   Poems\n═════════════════\nTop\nDeeper ›")
    try harness.press("Deeper")
    #expect(harness.text == "‹ Poems   7\n═══════════\nDown")
    try harness.back()
    try harness.back()
    #expect(harness.text.hasPrefix("Shelves\n") && !harness.text.contains("Top"))
    try harness.press("Plays")
    #expect(harness.text.hasPrefix("‹ Shelves   Plays"))
    // The one that is chosen already leads there, too.
    try harness.back()
    try harness.press("Plays")
    #expect(harness.text.hasPrefix("‹ Shelves   Plays"))
  }

  @Test func onlyTheTopPageIsOnScreen() throws {
    Shelves.seen = []
    let harness = ViewHarness(Shelves())
    try harness.back()
    try harness.press("Plays")
    #expect(Shelves.seen == ["detail", "sidebar", "detail"])
  }
}

private struct Shelves: View {
  static var seen: [String] = []
  @State private var shelf: String? = "Poems"
  @State private var column = NavigationSplitViewColumn.detail

  var body: some View {
    NavigationSplitView(preferredCompactColumn: $column) {
      List(selection: $shelf) {
        NavigationLink(value: "Poems") { Text("Poems") }
        NavigationLink(value: "Plays") { Text("Plays") }
        Text("What is read aloud is told as long as anybody listens.")
      }
      .navigationTitle("Shelves")
      .onAppear { Self.seen.append("sidebar") }
    } detail: {
      NavigationStack {
        VStack {
          Text("Top")
          NavigationLink(value: 7) { Text("Deeper") }
        }
        .navigationTitle(Text(verbatim: shelf ?? ""))
        .navigationDestination(for: Int.self) { number in
          Text("Down").navigationTitle(Text(verbatim: "\(number)"))
        }
      }
      .onAppear { Self.seen.append("detail") }
    }
  }
}
