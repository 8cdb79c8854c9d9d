import Foundation
import Testing
import UIKit

@testable import IntrayCore
@testable import IntrayIntake

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
    let container = Container(path: scratch.path)
    let share = Share(recorded.extensionItems, container: container, patience: patience)
    var isSaved = false
    let request = ShareRequest(
      share, container, system: ShareSystem(look: { .shown }, signal: {}, pause: { _ in })
    ) { result in if case .success = result { isSaved = true } }
    let model = ShareModel(request, answer: .keep)
    await model.start()
    let announced = model.names.map(\.text)
    await model.save()
    await request.saveRest()
    if case .failed(let error, _) = model.state {
      // Nothing to keep: then there is a sentence, and nothing else.
      #expect(expected.isEmpty, "\(error.localizedDescription)")
      #expect(error.errorDescription?.isEmpty == false)
    }
    #expect(isSaved == !expected.isEmpty)
    let inbox = scratch.path + "/Inbox"
    let parcels =
      FileManager.default.fileExists(atPath: inbox)
      ? try FileManager.default.contentsOfDirectory(atPath: inbox).map { inbox + "/" + $0 } : []
    #expect(parcels.count == (expected.isEmpty ? 0 : 1))
    #expect(try Comparison(expected, in: parcels).differences == [])
    for parcel in parcels {
      for (document, size) in try Self.ownAttributes(in: parcel) {
        #expect(size <= 1_800, "a restored backup forgets what is noted on \(document)")
      }
    }
    // The sheet says what is written.
    #expect(
      try announced.sorted()
        == parcels.flatMap { try FileManager.default.contentsOfDirectory(atPath: $0) }.sorted())
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/Staging").isEmpty)
  }

  /// How many bytes of attributes, names and values, the app has written on each document.
  private static func ownAttributes(in parcel: String) throws -> [String: Int] {
    let own = [
      Provenance.attribute, Provenance.titleAttribute, Provenance.commentAttribute, ItemAttribute.lastUsed,
    ]
    return try Tree(at: parcel).entries.reduce(into: [:]) { sizes, entry in
      let found = entry.value.attributes.filter { own.contains($0.key) || Identity.isOwn($0.key) }
      sizes[entry.key.description] = found.reduce(0) { $0 + $1.key.utf8.count + $1.value.count }
    }
  }
}
