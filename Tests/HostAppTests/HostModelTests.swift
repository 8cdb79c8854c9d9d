import Foundation
import Shared
import Testing

@testable import HostApp

@MainActor
@Suite struct HostModelTests {
  @Test func becomingActiveTakesInWhatWaitsNewestFirst() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
      await model.activate()
      try put("two", at: path + "/AppGroup/Inbox/b.parcel/second.txt")
      await model.activate()
      #expect(model.arrivals.map(\.name) == ["second.txt", "first.txt"])
      #expect(model.documents.map(\.path.description) == ["first.txt", "second.txt"])
      #expect(model.waiting.isEmpty)
      #expect(!model.isBusy)
    }
  }

  @Test func anOpenedCopyIsClaimedAtOnce() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      let copy = path + "/App/Documents/Inbox/mail.pdf"
      try put("mail", at: copy)
      await model.open(URL(fileURLWithPath: copy))
      #expect(model.arrivals.map(\.name) == ["mail.pdf"])
      #expect(!FileManager.default.fileExists(atPath: copy))
    }
  }

  @Test func anOpenedOriginalIsCopiedAndStays() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      let original = path + "/Elsewhere/mine.pdf"
      try put("mine", at: original)
      await model.open(URL(fileURLWithPath: original))
      #expect(model.arrivals.map(\.name) == ["mine.pdf"])
      #expect(FileManager.default.fileExists(atPath: original))
    }
  }

  @Test func anAddressThatIsNoFileIsRefusedWithASentence() async throws {
    try await withApp { (model: HostModel, _: String) async throws in
      await model.open(try #require(URL(string: "https://example.com/")))
      #expect(model.problem?.contains("https://example.com/") == true)
    }
  }

  @Test func whatFinderDropsComesInWhenItKeepsStill() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      try put("dropped", at: path + "/App/Documents/dropped.txt")
      // One activation takes both looks.
      await model.activate()
      #expect(model.arrivals.map(\.name) == ["dropped.txt"])
    }
  }
}
