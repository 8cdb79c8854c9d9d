import Testing

@testable import Shared

@Suite struct ListingTests {
  @Test func differencesAppliedToAListingGiveTheLaterOne() {
    var numbers = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let (one, other) = (random(&numbers), random(&numbers))
      var made = one
      made.apply(one.changes(to: other))
      #expect(made == other)
    }
  }

  @Test func theSameFileUnderAnotherNameIsOneRename() {
    let file = status(7, size: 3)
    let changes = Listing(["a": file]).changes(to: Listing(["b": file]))
    #expect(changes == [.renamed("a", to: "b", file)])
  }

  @Test func aReusedInodeIsNoRename() {
    let (old, new) = (status(7, size: 3, born: 1), status(7, size: 3, born: 2))
    #expect(
      Listing(["a": old]).changes(to: Listing(["b": new])) == [.removed("a"), .added("b", new)])
  }

  @Test func twoFilesThatExchangeNamesAreTwoChanges() {
    let (one, other) = (status(1, size: 1), status(2, size: 1))
    #expect(
      Listing(["a": one, "b": other]).changes(to: Listing(["a": other, "b": one]))
        == [.changed("a", other), .changed("b", one)])
  }

  @Test func aHardLinkThatStaysIsNotReportedAsRenamed() {
    let file = status(7, size: 3)
    #expect(
      Listing(["a": file, "b": file]).changes(to: Listing(["a": file, "c": file]))
        == [.renamed("b", to: "c", file)])
  }

  private func random(_ numbers: inout SystemRandomNumberGenerator) -> Listing {
    var entries: [FileName: FileStatus] = [:]
    for name in ["a", "b", "c", "d", "e"] where Bool.random(using: &numbers) {
      entries[FileName(name)] = status(
        .random(in: 1...4, using: &numbers), size: .random(in: 0...1, using: &numbers))
    }
    return Listing(entries)
  }
}

/// What a small file looks like.
func status(_ inode: UInt64, size: Int64, born: Int64 = 0) -> FileStatus {
  let time = FileTime(seconds: size)
  return FileStatus(
    kind: .file, size: size, modified: time, changed: time, created: FileTime(seconds: born), mode: 0o600,
    inode: inode, device: 1)
}
