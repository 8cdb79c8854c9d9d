import FileProvider
import Foundation
import Testing

/// Where Apple forbids something, the stand-in ends the process, so that no test passes on what a phone would refuse.
struct FileProviderTests {
  // https://developer.apple.com/documentation/fileprovider/nsfileproviderpage
  @Test func aPageOfMoreThan500BytesIsRefused() async {
    _ = NSFileProviderPage(Data(count: 500))
    await #expect(processExitsWith: .failure) { _ = NSFileProviderPage(Data(count: 501)) }
  }

  // https://developer.apple.com/documentation/fileprovider/nsfileprovidersyncanchor
  @Test func anAnchorOfMoreThan500BytesIsRefused() async {
    _ = NSFileProviderSyncAnchor(Data(count: 500))
    await #expect(processExitsWith: .failure) { _ = NSFileProviderSyncAnchor(Data(count: 501)) }
  }

  // https://developer.apple.com/documentation/fileprovider/nsfileprovideritemversion/contentversion
  @Test func aVersionOfMoreThan128BytesIsRefused() async {
    _ = NSFileProviderItemVersion(
      contentVersion: Data(count: 128), metadataVersion: Data(count: 128))
    await #expect(processExitsWith: .failure) {
      _ = NSFileProviderItemVersion(contentVersion: Data(count: 129), metadataVersion: Data())
    }
    await #expect(processExitsWith: .failure) {
      _ = NSFileProviderItemVersion(contentVersion: Data(), metadataVersion: Data(count: 129))
    }
  }

  // https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/signalerrorresolved(_:completionhandler:)
  @Test func fiveErrorsCanBeResolved() {
    let codes = (-2020...0).compactMap(NSFileProviderError.Code.init(rawValue:)).filter(\.isResolvable)
    #expect(
      Set(codes) == [
        .notAuthenticated, .insufficientQuota, .serverUnreachable, .cannotSynchronize, .excludedFromSync,
      ])
  }

  // https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol
  @Test func whatAnItemDoesNotSayIsNotWhatItCouldSay() {
    let silent: any NSFileProviderItemProtocol = Silent()
    #expect(
      silent.isTrashed == nil && silent.contentPolicy == nil
        && silent.childItemCount as NSNumber?? == .some(nil))
    let talking: any NSFileProviderItemProtocol = Talking()
    #expect(talking.isTrashed == false && talking.contentPolicy == .inherited && talking.childItemCount == 2)
  }
}

private class Silent: NSObject, NSFileProviderItemProtocol {
  let itemIdentifier = NSFileProviderItemIdentifier("1")
  let parentItemIdentifier = NSFileProviderItemIdentifier.rootContainer
  let filename = "a"
}

private final class Talking: NSObject, NSFileProviderItemProtocol {
  let itemIdentifier = NSFileProviderItemIdentifier("2")
  let parentItemIdentifier = NSFileProviderItemIdentifier.rootContainer
  let filename = "b"
  let isTrashed = false
  let contentPolicy = NSFileProviderContentPolicy.inherited
  let childItemCount: NSNumber? = 2
}
