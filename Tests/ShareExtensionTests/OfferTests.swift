import Shared
import Testing

#if canImport(ShareExtension)
  @testable import ShareExtension
#endif

@Suite struct OfferTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var types: [String]
    var name: String?
    var title: String?
    var plan: Offer.Plan?
  }

  static let cases = [
    Case(
      testDescription: "Photos: the original before the transcoded one",
      types: ["public.heic", "public.jpeg"], name: "IMG_0001",
      plan: .file(type: "public.heic", name: DocumentName("IMG_0001.heic"))),
    Case(
      testDescription: "Mail: the file before its address", types: ["com.adobe.pdf", "public.file-url"],
      name: "Invoice.pdf", plan: .file(type: "com.adobe.pdf", name: DocumentName("Invoice.pdf"))),
    Case(
      testDescription: "Safari: a PDF without an extension", types: ["com.adobe.pdf"], name: "Paper",
      plan: .file(type: "com.adobe.pdf", name: DocumentName("Paper.pdf"))),
    Case(
      testDescription: "Safari: a link with the page's title", types: ["public.url"], title: "Example",
      plan: .link(title: "Example")),
    Case(
      testDescription: "Firefox: the link, not the words", types: ["public.plain-text", "public.url"],
      title: "Example", plan: .link(title: "Example")),
    Case(
      testDescription: "a file that is only an address", types: ["public.file-url"], name: "a.txt",
      plan: .fileURL),
    Case(
      testDescription: "a selection of text", types: ["public.utf8-plain-text"], plan: .text(title: nil)),
    Case(
      testDescription: "a text file stays a file", types: ["public.plain-text"], name: "notes.txt",
      plan: .file(type: "public.plain-text", name: DocumentName("notes.txt"))),
    Case(
      testDescription: "a folder keeps its name", types: ["public.folder"], name: "Trip 2.0",
      plan: .file(type: "public.folder", name: DocumentName("Trip 2.0"))),
    Case(
      testDescription: "a screenshot whose time looks like an extension", types: ["public.png"],
      name: "Screenshot 14.49.40",
      plan: .file(type: "public.png", name: DocumentName("Screenshot 14.49.40.png"))),
    Case(
      testDescription: "generic data without a name", types: ["public.data"],
      plan: .file(type: "public.data", name: DocumentName("Untitled"))),
    Case(testDescription: "nothing that can be kept", types: ["com.example.unheard-of"], plan: nil),
    Case(testDescription: "nothing at all", types: [], plan: nil),
  ]

  @Test(arguments: cases) func theRightRepresentationUnderTheRightName(offer: Case) {
    #expect(
      Offer(types: offer.types, suggestedName: offer.name, title: offer.title).plan == offer.plan)
  }

  @Test func aTextIsNamedByItsFirstWords() {
    #expect(Snippet.name(of: "\n  Buy milk \nand bread", title: nil).text == "Buy milk.txt")
    #expect(Snippet.name(of: "", title: nil).text == "Untitled.txt")
    #expect(Snippet.name(of: "body", title: "A: title/with").text == "A- title-with.txt")
    let long = Snippet.name(of: String(repeating: "word ", count: 40), title: nil).text
    #expect(long.count <= 64 && long.hasSuffix("word.txt"))
  }
}
