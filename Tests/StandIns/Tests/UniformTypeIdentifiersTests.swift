import Foundation
import Testing

@testable import UniformTypeIdentifiers

struct UniformTypeIdentifiersTests {
  // https://developer.apple.com/documentation/uniformtypeidentifiers/system-declared-uniform-type-identifiers
  @Test(arguments: [
    (UTType.heic, UTType.image), (.heif, .image), (.jpeg, .data), (.jpeg, .content),
    (.plainText, .data),
    (.plainText, .content), (.url, .data), (.fileURL, .url), (.folder, .directory),
    (.directory, .item),
    (.package, .directory), (.rtfd, .package), (.pdf, .data), (.item, .item),
    (.zip, .archive), (.zip, .data),
  ])
  func aTypeConformsToThoseAboveIt(_ type: UTType, _ above: UTType) {
    #expect(type.conforms(to: above))
  }

  // The same page.
  @Test(arguments: [
    (UTType.package, UTType.folder), (.folder, .package), (.folder, .data), (.folder, .content),
    (.data, .content), (.url, .fileURL), (.image, .jpeg), (.rtfd, .data), (.heic, .heif),
    (.mpeg4Audio, .mpeg4Movie), (.archive, .data),
  ])
  func aTypeConformsToNoOther(_ type: UTType, _ other: UTType) {
    #expect(!type.conforms(to: other))
  }

  // https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/init(filenameextension:conformingto:)
  @Test(arguments: [
    ("jpg", "public.jpeg"), ("JPEG", "public.jpeg"), ("heic", "public.heic"),
    ("pdf", "com.adobe.pdf"),
    ("docx", "org.openxmlformats.wordprocessingml.document"),
    ("webloc", "com.apple.web-internet-location"),
    ("zip", "public.zip-archive"), ("md", "net.daringfireball.markdown"),
    ("txt", "public.plain-text"),
    ("pages", "com.apple.iwork.pages.sffpages"), ("ics", "com.apple.ical.ics"),
  ])
  func anExtensionNamesAType(_ fileExtension: String, _ identifier: String) {
    #expect(UTType(filenameExtension: fileExtension)?.identifier == identifier)
  }

  // The same page: a type of packages is only found below a directory.
  @Test func aPackageIsFoundAmongDirectories() {
    #expect(UTType(filenameExtension: "rtfd", conformingTo: .directory) == .rtfd)
    #expect(UTType(filenameExtension: "rtfd")?.isDynamic == true)
    #expect(
      UTType(filenameExtension: "pages", conformingTo: .package)?.identifier
        == "com.apple.iwork.pages.pages")
  }

  // https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/isdynamic
  @Test func anUnknownExtensionMakesADynamicType() throws {
    let type = try #require(UTType(filenameExtension: "intray-nobody-knows"))
    #expect(type.isDynamic)
    #expect(type.identifier.hasPrefix("dyn.ah62d4rv4ge8"))
    #expect(type.conforms(to: .data))
    #expect(!type.conforms(to: .text))
    #expect(type.preferredFilenameExtension == "intray-nobody-knows")
    let again = try #require(UTType(type.identifier))
    #expect(again == type)
    #expect(again.preferredFilenameExtension == "intray-nobody-knows")
    #expect(again.conforms(to: .data))
    let folder = try #require(
      UTType(filenameExtension: "intray-nobody-knows", conformingTo: .directory))
    #expect(folder != type)
    #expect(folder.conforms(to: .directory))
  }

  // https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/init(_:)
  @Test func anUnknownIdentifierNamesNoType() {
    #expect(UTType("com.example.nobody-declared-this") == nil)
    #expect(UTType("dyn.") == nil)
    #expect(UTType("Public.JPEG") == .jpeg)
    #expect(UTType(exportedAs: "com.example.ours", conformingTo: .data).conforms(to: .data))
  }

  // https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/init(tag:tagclass:conformingto:)
  @Test func aMIMETypeNamesAType() {
    #expect(UTType(tag: "image/png", tagClass: .mimeType, conformingTo: nil) == .png)
    #expect(UTType.jpeg.preferredFilenameExtension == "jpeg")
  }

  // https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct
  @Test func aTypeIsEncodedAsItsIdentifier() throws {
    let data = try JSONEncoder().encode([UTType.pdf])
    #expect(String(decoding: data, as: UTF8.self) == #"["com.adobe.pdf"]"#)
    #expect(try JSONDecoder().decode([UTType].self, from: data) == [.pdf])
  }
}
