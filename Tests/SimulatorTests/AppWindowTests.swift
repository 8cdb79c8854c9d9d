import Foundation
import TestSupport
import Testing

/// Windows, layouts and Recents of the app, in its own process.
@Suite struct AppWindowTests {
  @Test func theUserActsInOneOfTwoWindows() throws {
    try Phone.with { (phone: Phone) throws in
      try phone.run("share", phone.original("a.txt", "a"), "--new-folder", "Work")
      try phone.run("share", phone.original("b.txt", "b"))
      let shown = try phone.run("--window", "2", "app", "show", "Work").text
      let windows = shown.components(separatedBy: "Window 2\n")
      #expect(windows.count == 2 && windows[0].contains("Search Documents") && windows[0].contains("2 items"))
      #expect(windows[1].contains("Work") && windows[1].contains("1 item") && !windows[1].contains("b.txt"))
      let renamed = try phone.run("--window", "2", "app", "rename", "b.txt", "c.txt").text
      // Both windows show it.
      #expect(renamed.components(separatedBy: "Window 2").allSatisfy { $0.contains("c.txt") })
      #expect(try phone.run("--window", "0", "app", "show").status == 64)
    }
  }

  @Test func theLayoutStaysForTheNextLaunch() throws {
    try Phone.with { (phone: Phone) throws in
      try phone.run("share", phone.original("a.txt", "a"))
      // Only rows say the size.
      #expect(try phone.run("app", "show").text.contains("1 byte"))
      #expect(try phone.run("app", "view", "icons").status == 0)
      let icons = try phone.run("app", "show").text
      #expect(icons.contains("a.txt") && !icons.contains("1 byte"))
      #expect(try phone.run("app", "view", "list").text.contains("1 byte"))
      #expect(try phone.run("app", "view", "columns").status == 64)
    }
  }

  @Test func aLaunchTellsWhatArrivedLast() throws {
    struct Report: Decodable { var recents: [String] }
    try Phone.with { (phone: Phone) throws in
      for name in ["a.txt", "b.txt"] { try phone.run("share", phone.original(name, name)) }
      for _ in 1...2 {
        let text = try phone.run("launch", "--json").text
        let report = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
        #expect(report.recents == ["b.txt", "a.txt"])
      }
    }
  }
}
