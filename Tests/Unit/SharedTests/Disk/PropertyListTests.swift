import Foundation
import Testing

@testable import IntrayCore

/// Property lists that any program may have written.
@Suite struct PropertyListTests {
  @Test(.timeLimit(.minutes(1)), arguments: PropertyListBomb.allCases)
  func aListThatHoldsMoreThanItsBytesIsNotRead(bomb: PropertyListBomb) {
    #expect((DocumentTag.decode(bomb.bytes) ?? []).isEmpty)
    #expect(Provenance.comment(bomb.bytes) == nil)
    #expect(Provenance.decode(bomb.bytes).isEmpty)
    #expect(PropertyList.decode([String: String].self, from: bomb.bytes) == nil)
  }

  @Test func aListThatIsTooLongIsNotRead() {
    let list = PropertyList.encode((0..<10_000).map { "number \($0)" })
    #expect(list.count > PropertyList.longest && PropertyList.strings(list) == nil)
    #expect(PropertyList.strings(PropertyList.encode(["a", "a"])) == ["a", "a"])
  }

  @Test func ofALongListOnlyFewObjectsAreRead() {
    let most = 1 << 20
    let few = PropertyList.encode([String(repeating: "a", count: 100_000)])
    #expect(PropertyList.decode([String].self, from: few, atMost: most)?.count == 1)
    let many = PropertyList.encode((0..<10_000).map { "number \($0)" })
    #expect(PropertyList.decode([String].self, from: many, atMost: most) == nil)
  }

  @Test(arguments: [String.Encoding.utf8, .utf16BigEndian, .utf16])
  func aListOfTextIsReadInUTF8(encoding: String.Encoding) throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><string>a</string></plist>"
    let list = Array(try #require(text.data(using: encoding)))
    #expect(PropertyList.string(list) == (encoding == .utf8 ? "a" : nil))
  }
}
