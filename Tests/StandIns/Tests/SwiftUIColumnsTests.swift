import Testing

@testable import SwiftUI

/// Split views, as <https://developer.apple.com/documentation/swiftui/navigationsplitview> describes them.
@MainActor
struct SwiftUIColumnsTests {
  @Test func thereIsRoomForAllColumnsOnAWideScreen() throws {
    let stage = Stage(Shelves())
    stage.horizontalSizeClass = .regular
    #expect(
      stage.text == """
        Shelves                              │ Poems
        ═══════                              │ ═════
        ✓ Poems ›                            │ Top
          Plays ›                            │ Deeper ›
          What is read aloud is told as long │
          as anybody listens.                │
        """)
    try stage.press("Plays")
    #expect(stage.text.contains("✓ Plays ›") && stage.text.contains("│ Plays\n"))
  }

  /// "On narrow screens the split view collapses all of its columns into a stack, and shows the last column that
  /// displays useful information", or the preferred one.
  @Test func aNarrowScreenShowsOneColumnWithAWayBack() throws {
    let stage = Stage(Shelves())
    #expect(stage.text == "‹ Shelves   Poems\n═════════════════\nTop\nDeeper ›")
    try stage.press("Deeper")
    #expect(stage.text == "‹ Poems   7\n═══════════\nDown")
    try stage.back()
    try stage.back()
    #expect(stage.text.hasPrefix("Shelves\n") && !stage.text.contains("Top"))
    try stage.press("Plays")
    #expect(stage.text.hasPrefix("‹ Shelves   Plays"))
    // The one that is chosen already leads there, too.
    try stage.back()
    try stage.press("Plays")
    #expect(stage.text.hasPrefix("‹ Shelves   Plays"))
  }

  @Test func whatIsNotOnTopIsNotOnScreen() throws {
    Shelves.seen = []
    let stage = Stage(Shelves())
    try stage.back()
    try stage.press("Plays")
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
