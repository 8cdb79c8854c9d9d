import AppleFoundation
import Foundation
import Testing

@testable import SwiftUI

@MainActor
struct SwiftUITextTests {
  @Test func aLiteralIsALocalizedKey() {
    let name = "report.pdf"
    #expect(LocalizedStringKey("Came as “\(name)”") == "Came as “\(name)”")
    #expect(ViewHarness(Text("Came as “\(name)”, 100 %")).text == "Came as “report.pdf”, 100 %")
    #expect(ViewHarness(Text(name)).text == "report.pdf")
  }

  @Test func numbersAreFormattedInTheChosenLanguage() {
    #expect(ViewHarness(Text("\(1234) of \(2)")).text == "1,234 of 2")
  }

  @Test func pluralsAgreeWithTheirNumber() {
    #expect(ViewHarness(Text("^[\(1) document](inflect: true)")).text == "1 document")
    #expect(ViewHarness(Text("^[\(2) document](inflect: true)")).text == "2 documents")
  }

  @Test func aButtonIsFoundByItsKeyInEveryLanguage() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let unit = #"{"stringUnit": {"state": "translated", "value": "Sichern"}}"#
    try Data(#"{"strings": {"Save": {"localizations": {"de": \#(unit)}}}}"#.utf8).write(to: file)
    // A file in the temporary folder may stay.
    defer { try? FileManager.default.removeItem(at: file) }
    try Language.$current.withValue(Language("de", catalogue: file)) {
      var presses = 0
      let harness = ViewHarness(Button("Save") { presses += 1 })
      #expect(harness.text.contains("Sichern") && !harness.text.contains("Save"))
      try harness.press("Save")
      try harness.press("Sichern")
      #expect(presses == 2)
      #expect(harness.find(nil, "Cancel") == nil)
    }
  }
}
