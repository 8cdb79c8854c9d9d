import Foundation
import Shared
import Testing
import UIKit

@testable import Intake

#if canImport(ShareExtension)
  @testable import ShareExtension
#endif

@MainActor
@Suite(.inScratch) struct CorpusTests {
  @Test(arguments: (try? Corpus.names) ?? []) func aRecordedShareBecomesTheExpectedDocuments(name: String)
    async throws
  {
    let recorded = try RecordedShare(contentsOf: Corpus.file(name))
    let expected = try #require(recorded.expected)
    let scratch = Scratch.current
    // Only the sender that never answers makes the test wait as long as this.
    let patience: Duration = name == "sender-never-answers" ? .milliseconds(500) : .seconds(60)
    let share = Share(
      recorded.extensionItems, container: Container(path: scratch.path), patience: patience)
    do throws(ShareError) {
      try await share.publish(share.load())
    } catch {
      // Nothing to keep: then there is a sentence, and nothing else.
      #expect(expected.isEmpty, "\(error.localizedDescription)")
      #expect(error.errorDescription?.isEmpty == false)
    }
    let inbox = scratch.path + "/Inbox"
    let parcels =
      FileManager.default.fileExists(atPath: inbox)
      ? try FileManager.default.contentsOfDirectory(atPath: inbox).map { inbox + "/" + $0 } : []
    #expect(parcels.count == (expected.isEmpty ? 0 : 1))
    #expect(try Comparison(expected, in: parcels).differences == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/Staging").isEmpty)
  }
}
