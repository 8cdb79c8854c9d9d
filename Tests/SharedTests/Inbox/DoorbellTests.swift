import Foundation
import Testing

@testable import Shared

@Suite struct DoorbellTests {
  private let doorbell = Doorbell(group: UUID().uuidString)

  @Test(arguments: Doorbell.Word.allCases)
  func aRingIsHeardByWhoListensToItsWord(word: Doorbell.Word) async {
    var rings = doorbell.rings([word]).makeAsyncIterator()
    doorbell.ring(word)
    #expect(await rings.next() != nil)
  }

  @Test func otherWordsAndOtherGroupsAreNotHeard() async {
    let heard = AsyncStream.makeStream(of: String.self)
    let one = doorbell.listen(to: [.inbox, .app]) { heard.continuation.yield("right") }
    let other = doorbell.listen(to: [.provider]) { heard.continuation.yield("another word") }
    let stranger = Doorbell(group: UUID().uuidString).listen(to: [.app]) {
      heard.continuation.yield("another group")
    }
    defer { withExtendedLifetime((one, other, stranger)) {} }
    doorbell.ring(.app)
    for await what in heard.stream {
      #expect(what == "right")
      break
    }
  }

  @Test func whoListensNoMoreHearsNothing() async {
    let heard = AsyncStream.makeStream(of: String.self)
    do {
      let gone = doorbell.listen(to: [.app]) { heard.continuation.yield("gone") }
      gone.stop()
    }
    let there = doorbell.listen(to: [.app]) { heard.continuation.yield("there") }
    doorbell.ring(.app)
    for await what in heard.stream {
      #expect(what == "there")
      break
    }
    there.stop()
  }

  @Test func manyRingsThatNobodyWaitedForAreOne() async {
    let rings = doorbell.rings([.app])
    let counted = AsyncStream.makeStream(of: Void.self)
    let listener = doorbell.listen(to: [.app]) { counted.continuation.yield() }
    for _ in 0..<100 { doorbell.ring(.app) }
    for await _ in counted.stream { break }
    var iterator = rings.makeAsyncIterator()
    #expect(await iterator.next() != nil)
    listener.stop()
  }

  @Test func aBuildWithoutAGroupIsSilent() {
    #expect(Doorbell(group: nil).name(of: .inbox) == nil)
    Doorbell(group: nil).ring(.inbox)
    #expect(Doorbell(group: "group.x").name(of: .inbox) == "group.x.inbox")
  }
}
