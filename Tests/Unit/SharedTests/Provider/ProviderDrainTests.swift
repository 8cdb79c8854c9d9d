import Foundation
import Synchronization
import Testing

@testable import IntrayCore

/// What the provider takes in before it lists.
@Suite struct ProviderDrainTests {
  @Test func requestsAtOnceDrainOneAfterTheOther() throws {
    let drainers = Mutex<[String]>([])
    try withTestContainer(on: .memory) { test in
      let names = Set((0..<300).map { FileName("\($0).txt") })
      try test.deliver(Dictionary(uniqueKeysWithValues: names.map { ($0, Tree.file("x")) }))
      let disk = test.disk.withoutSyncs.asking { request throws(DiskError) in
        guard request.call == .renameExclusive, let name = request.name, names.contains(name) else { return }
        drainers.withLock { $0.append(Thread.current.name ?? "") }
      }
      let provider = try test.startProvider(on: disk)
      try inParallel(4) { number in
        Thread.current.name = "request \(number)"
        try provider.refresh()
      }
      #expect(try test.documents.names == names)
    }
    // What one request drains is in one piece.
    let all = drainers.withLock { $0 }
    #expect(all.count == 300)
    #expect(zip(all, all.dropFirst()).count { $0 != $1 } + 1 == Set(all).count)
  }
}
