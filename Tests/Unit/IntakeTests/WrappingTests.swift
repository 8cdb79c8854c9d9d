import Foundation
import Testing

@testable import IntrayIntake

/// Property lists that stand for something else.
@Suite struct WrappingTests {
  @Test func aFileURLIsFoundInAPropertyListThatHoldsNothingElse() throws {
    for list in ["file:///a/b.ips", ["file:///a/b.ips", "", [String: Any]()]] as [Any] {
      #expect(isAddress(try plist(list)), "\(list)")
    }
    for list in ["https://example.com", "words", ["a": 1], [1, 2]] as [Any] {
      #expect(isDocument(try plist(list)))
    }
    #expect(isDocument(Data("no property list".utf8)))
  }

  @Test func anArchivedURLIsFound() throws {
    let url = NSURL(fileURLWithPath: "/a/b.ips")
    let archive = try NSKeyedArchiver.archivedData(withRootObject: url, requiringSecureCoding: true)
    #expect(isAddress(archive))
  }

  @Test func anyOtherArchiveBecomesADocument() throws {
    for object in [["a": "b"] as NSDictionary, "words" as NSString, Data([1, 2, 3]) as NSData] as [NSObject] {
      let archive = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
      #expect(isDocument(archive))
    }
  }

  @Test func aTruncatedArchiveBecomesADocument() throws {
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: NSURL(fileURLWithPath: "/a"), requiringSecureCoding: true)
    for length in stride(from: 0, to: archive.count, by: 7) {
      #expect(isDocument(archive.prefix(length)))
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: PropertyListBomb.allCases)
  func aListThatHoldsMoreThanItsBytesIsADocumentAndNoLink(bomb: PropertyListBomb) {
    let contents = Data(bomb.bytes)
    #expect(isDocument(contents))
    #expect(WebLink.url(in: contents) == nil)
    #expect(WebLink.address(of: contents as NSData) == nil)
  }

  @Test func anAddressIsReadInEachFormInWhichSendersWriteIt() throws {
    let url = NSURL(string: "https://example.org/a")
    let archive = try NSKeyedArchiver.archivedData(withRootObject: #require(url), requiringSecureCoding: true)
    let lists = ["https://example.org/a", ["a", "https://example.org/", [String: Any]()]] as [Any]
    for data in try [archive, Data("https://example.org/a".utf8)] + lists.map(plist) {
      #expect(WebLink.address(of: data as NSData)?.absoluteString == "https://example.org/a")
    }
  }

  private func isAddress(_ contents: Data) -> Bool {
    if case .address? = Wrapping(contents) { true } else { false }
  }

  /// Whether it stands for nothing but itself.
  private func isDocument(_ contents: Data) -> Bool {
    if case nil = Wrapping(contents) { true } else { false }
  }

  private func plist(_ object: Any) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
  }
}
