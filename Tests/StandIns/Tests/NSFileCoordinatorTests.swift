import AppleFoundation
import Foundation
import Testing

// https://developer.apple.com/documentation/foundation/nsfilecoordinator
struct NSFileCoordinatorTests {
  private let file = URL(filePath: "/coordinated")

  // …/coordinate(readingitemat:options:error:byaccessor:): the accessor has run when the method returns.
  @Test func anAccessorRunsAtOnce() {
    var seen: URL?
    var error: NSError?
    NSFileCoordinator().coordinate(readingItemAt: file, options: .withoutChanges, error: &error) { seen = $0 }
    #expect(seen == file)
    #expect(error == nil)
  }

  // …/cancel(): an accessor is not run, and the error is NSUserCancelledError.
  @Test func aCancelledCoordinatorRunsNothing() {
    let coordinator = NSFileCoordinator()
    coordinator.cancel()
    var error: NSError?
    coordinator.coordinate(readingItemAt: file, error: &error) { _ in Issue.record("It ran.") }
    #expect(error?.code == NSUserCancelledError)
  }

  // …/readingoptions/foruploading: of a folder, a file of its zipped contents, which is gone afterwards; of a file, a copy.
  @Test func anUploadGetsAZippedFolderOrACopyOfAFile() throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "upload-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(component: "a.txt")
    try Data("text".utf8).write(to: file)
    for (item, start) in [(folder, "PK"), (file, "te")] {
      var seen: URL?
      NSFileCoordinator().coordinate(readingItemAt: item, options: .forUploading, error: nil) { url in
        seen = url
        #expect(url != item)
        #expect((try? Data(contentsOf: url))?.starts(with: start.utf8) == true)
      }
      #expect(try !FileManager.default.fileExists(atPath: #require(seen).path))
    }
    var error: NSError?
    NSFileCoordinator().coordinate(
      readingItemAt: folder.appending(component: "gone"), options: .forUploading, error: &error
    ) { _ in
      Issue.record("It ran.")
    }
    #expect(error != nil)
  }
}
