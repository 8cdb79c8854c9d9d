import SwiftUI
import Testing

@MainActor
struct SwiftUITextTests {
  @Test func aLiteralIsALocalisedKey() {
    let name = "report.pdf"
    #expect(LocalizedStringKey("Came as “\(name)”") == "Came as “\(name)”")
    #expect(Stage(Text("Came as “\(name)”, 100 %")).text == "Came as “report.pdf”, 100 %")
    #expect(Stage(Text(name)).text == "report.pdf")
  }

  @Test func numbersAreShownAsTheLanguageHasThem() {
    #expect(Stage(Text("\(1234) of \(2) and \(Text(verbatim: "more"))")).text == "1,234 of 2 and more")
    #expect(Stage(Text("\(0.5, specifier: "%.1f")")).text == "0.5")
    #expect(Stage(Text("\(0.25, format: .percent)")).text == "25%")
  }

  @Test func wordsAgreeWithTheirNumber() {
    #expect(Stage(Text("^[\(1) document](inflect: true)")).text == "1 document")
    #expect(Stage(Text("^[\(2) document](inflect: true)")).text == "2 documents")
  }

  @Test func textsAreJoined() {
    #expect(Stage(Text("a").bold() + Text(verbatim: "b")).text == "ab")
  }
}
