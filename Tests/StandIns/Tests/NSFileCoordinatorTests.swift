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
}
