import Testing

@testable import SwiftUI

@MainActor
struct SwiftUITextTests {
  @Test func aLiteralIsALocalisedKey() {
    let name = "report.pdf"
    #expect(LocalizedStringKey("Came as “\(name)”") == "Came as “\(name)”")
    #expect(Stage(Text("Came as “\(name)”, 100 %")).text == "Came as “report.pdf”, 100 %")
    #expect(Stage(Text(name)).text == "report.pdf")
  }

  @Test func numbersAreShownAsTheLanguageHasThem() {
    #expect(Stage(Text("\(1234) of \(2)")).text == "1,234 of 2")
  }

  @Test func wordsAgreeWithTheirNumber() {
    #expect(Stage(Text("^[\(1) document](inflect: true)")).text == "1 document")
    #expect(Stage(Text("^[\(2) document](inflect: true)")).text == "2 documents")
  }
}
