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
}
