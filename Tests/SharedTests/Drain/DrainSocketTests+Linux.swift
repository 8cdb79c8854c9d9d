import Foundation
import Testing

@testable import Shared

/// Darwin makes a socket only by binding it to an address of about a hundred bytes, which is shorter than the paths of a
/// simulator's folders. Elsewhere FIFOs are tested, which the drain treats alike.
extension DrainTests {
  @Test func aSocketWaits() throws {
    try test.deliver(["a": "a"], as: "p")
    let path = test.path(of: "AppGroup/Inbox/p.parcel/socket")
    try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
    #expect(try test.drain().results(for: "socket") == [.refused(.notADocument(.special))])
    #expect(try test.documents.names == ["a"])
  }
}
