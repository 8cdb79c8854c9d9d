import Foundation
import Testing

@testable import IntrayCore

@Suite struct ChangeNotifierTests {
  private let notifier = ChangeNotifier(group: UUID().uuidString)

  @Test(arguments: ChangeNotifier.Post.allCases)
  func aPostReachesListenersToItsSource(word: ChangeNotifier.Post) async {
    var rings = notifier.posts([word]).makeAsyncIterator()
    notifier.post(word)
    #expect(await rings.next() != nil)
  }

  @Test func postsOfOtherSourcesAndGroupsAreNotReceived() async {
    let heard = AsyncStream.makeStream(of: String.self)
    let one = notifier.listen(to: [.inbox]) { heard.continuation.yield("right") }
    let other = notifier.listen(to: [.provider]) { heard.continuation.yield("another word") }
    let stranger = ChangeNotifier(group: UUID().uuidString).listen(to: [.inbox]) {
      heard.continuation.yield("another group")
    }
    defer { withExtendedLifetime((one, other, stranger)) {} }
    notifier.post(.inbox)
    for await what in heard.stream {
      #expect(what == "right")
      break
    }
  }

  @Test func aStoppedListenerReceivesNothing() async {
    let heard = AsyncStream.makeStream(of: String.self)
    do {
      let gone = notifier.listen(to: [.inbox]) { heard.continuation.yield("gone") }
      gone.stop()
    }
    let there = notifier.listen(to: [.inbox]) { heard.continuation.yield("there") }
    notifier.post(.inbox)
    for await what in heard.stream {
      #expect(what == "there")
      break
    }
    there.stop()
  }

  @Test func postsThatArriveWithoutAWaitingTaskAreMerged() async {
    let rings = notifier.posts([.inbox])
    let counted = AsyncStream.makeStream(of: Void.self)
    let listener = notifier.listen(to: [.inbox]) { counted.continuation.yield() }
    for _ in 0..<100 { notifier.post(.inbox) }
    for await _ in counted.stream { break }
    var iterator = rings.makeAsyncIterator()
    #expect(await iterator.next() != nil)
    listener.stop()
  }

  @Test func aBuildWithoutAGroupPostsNothing() {
    #expect(ChangeNotifier(group: nil).name(of: .inbox) == nil)
    ChangeNotifier(group: nil).post(.inbox)
    #expect(ChangeNotifier(group: "group.x").name(of: .inbox) == "group.x.inbox")
  }
}
