import AppleFoundation
import Foundation
import Synchronization
import Testing

// https://developer.apple.com/documentation/foundation/nsfilecoordinator
struct NSFileCoordinatorTests {
  private let folder = URL(filePath: "/coordinated/\(UUID().uuidString)", directoryHint: .isDirectory)

  // …/coordinate(writingitemat:options:error:byaccessor:): the accessor has run when the method returns.
  @Test func anAccessorRunsAtOnce() {
    var seen: URL?
    var error: NSError?
    NSFileCoordinator().coordinate(writingItemAt: folder, options: .forMerging, error: &error) { seen = $0 }
    #expect(seen == folder)
    #expect(error == nil)
    NSFileCoordinator().coordinate(readingItemAt: folder, error: nil) { seen = $0 }
    #expect(seen == folder)
  }

  // The overview: a writer of a folder waits for whoever reads in it.
  @Test func aWriterWaitsForAReader() async {
    let events = Log()
    let isReading = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let folder = folder
    await withTaskGroup { group in
      group.addTask {
        await onAThread {
          NSFileCoordinator().coordinate(readingItemAt: folder.appending(path: "a"), error: nil) { _ in
            isReading.signal()
            mayEnd.wait()
            events.add("read")
          }
        }
      }
      group.addTask {
        await onAThread {
          isReading.wait()
          // Another reader need not wait.
          NSFileCoordinator().coordinate(readingItemAt: folder, error: nil) { _ in mayEnd.signal() }
          NSFileCoordinator().coordinate(writingItemAt: folder, error: nil) { _ in
            events.add("write")
          }
        }
      }
    }
    #expect(events.lines == ["read", "write"])
  }

  // …/purposeidentifier: one purpose does not wait for itself.
  @Test func aPurposeDoesNotWaitForItself() {
    let first = NSFileCoordinator()
    let second = NSFileCoordinator()
    second.purposeIdentifier = first.purposeIdentifier
    var isReached = false
    first.coordinate(writingItemAt: folder, error: nil) { url in
      second.coordinate(readingItemAt: url, error: nil) { _ in isReached = true }
    }
    #expect(isReached)
  }

  // …/cancel(): an accessor is not run, and the error is NSUserCancelledError.
  @Test func aCancelledCoordinatorRunsNothing() {
    let coordinator = NSFileCoordinator()
    coordinator.cancel()
    var error: NSError?
    coordinator.coordinate(writingItemAt: folder, error: &error) { _ in Issue.record("It ran.") }
    #expect(error?.code == NSUserCancelledError)
  }
}

private func onAThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      body()
      continuation.resume()
    }
  }
}

private final class Log: Sendable {
  private let all = Mutex<[String]>([])

  var lines: [String] { all.withLock { $0 } }

  func add(_ line: String) { all.withLock { $0.append(line) } }
}
