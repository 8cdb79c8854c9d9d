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
}
