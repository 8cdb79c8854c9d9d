import Testing

@testable import HostApp

@MainActor
@Suite struct AsyncSemaphoreTests {
  @Test("Work beyond the limit waits, and goes on in the order in which it came")
  func order() async {
    let semaphore = AsyncSemaphore(1)
    #expect(await semaphore.wait())
    var order: [Int] = []
    var works: [Task<Void, Never>] = []
    for number in 1...3 {
      let (begun, begin) = AsyncStream.makeStream(of: Void.self)
      works.append(
        Task {
          begin.finish()
          // The main actor is this task's until it waits.
          #expect(await semaphore.wait())
          order.append(number)
          semaphore.signal()
        })
      for await _ in begun {}
    }
    #expect(order.isEmpty)
    semaphore.signal()
    for work in works { await work.value }
    #expect(order == [1, 2, 3])
    #expect(await semaphore.wait())
  }

  @Test("Cancelled work takes no turn from the others")
  func cancelling() async {
    let semaphore = AsyncSemaphore(1)
    #expect(await semaphore.wait())
    let cancelled = Task { await semaphore.wait() }
    let other = Task { await semaphore.wait() }
    cancelled.cancel()
    semaphore.signal()
    #expect(await !cancelled.value)
    #expect(await other.value)
    semaphore.signal()
    #expect(await semaphore.wait())
  }
}
