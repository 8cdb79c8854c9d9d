import Foundation
import Shared
import Testing
import UniformTypeIdentifiers

@testable import HostApp

#if canImport(AppleFoundation)
  import CoreSpotlight

  /// What Spotlight finds of the documents, played by the stand-in for the system's index.
  @Suite struct SpotlightIndexTests {
    private func item(
      _ path: DocumentPath, _ number: Int = 1, site: String? = nil
    ) throws -> SpotlightItem {
      let digits = String(number, radix: 16)
      let id = try #require(ItemID(String(repeating: "a", count: 32 - digits.count) + digits))
      return SpotlightItem(id: id, path: path, site: site, type: .pdf, added: nil, modified: .now)
    }

    private func withSpotlight(
      _ body: (StandIn.Spotlight, SpotlightIndex) async throws -> Void
    ) async throws {
      let spotlight = StandIn.Spotlight()
      try await StandIn.Spotlight.$current.withValue(spotlight) {
        try await body(spotlight, SpotlightIndex())
      }
    }

    @Test func aDocumentIsFoundByItsNameAndByTheSiteItCameFrom() async throws {
      try await withSpotlight { spotlight, index in
        let bill = try item(DocumentPath(["Work", "Bill.pdf"]), site: "shop.example.com")
        let rest = await index.update(SpotlightChanges(changed: [bill]))
        #expect(rest.isEmpty)
        for text in ["bill", "SHOP"] {
          let found = try #require(spotlight.find(text).first)
          #expect(found.identifier == bill.id.text && found.domain == SpotlightIndex.domain)
          #expect(found.name == "Bill.pdf" && found.type == "com.adobe.pdf")
          #expect(found.details == "shop.example.com · Work")
        }
        #expect(spotlight.find("other").isEmpty)
      }
    }

    @Test func aDocumentThatLiesUntouchedForYearsIsStillFound() async throws {
      try await withSpotlight { spotlight, index in
        _ = await index.update(SpotlightChanges(changed: [try item(DocumentPath(["a.pdf"]))]))
        #expect(spotlight.find("a.pdf", at: .now.addingTimeInterval(10 * 365 * 86_400)).count == 1)
      }
    }

    @Test func aRenamedDocumentTakesItsOwnPlaceAndARemovedOneIsGone() async throws {
      try await withSpotlight { spotlight, index in
        _ = await index.update(
          SpotlightChanges(changed: [
            try item(DocumentPath(["a.pdf"]), 1), try item(DocumentPath(["b.pdf"]), 2),
          ]))
        let (one, other) = (try item(DocumentPath(["new.pdf"]), 1), try item(DocumentPath(["b.pdf"]), 2))
        _ = await index.update(SpotlightChanges(changed: [one], removed: [other.id]))
        #expect(spotlight.find("pdf").map(\.name) == ["new.pdf"])
        // Deleted and put back since the last call.
        _ = await index.update(SpotlightChanges(changed: [one], removed: [one.id]))
        #expect(spotlight.find("pdf").map(\.name) == ["new.pdf"])
      }
    }

    @Test func manyDocumentsGoInBatches() async throws {
      try await withSpotlight { spotlight, index in
        let count = 2 * SpotlightIndex.batch + 1
        let items = try (1...count).map { try item(DocumentPath([FileName("\($0).pdf")]), $0) }
        _ = await index.update(SpotlightChanges(changed: items))
        #expect(spotlight.calls == [SpotlightIndex.batch, SpotlightIndex.batch, 1])
        _ = await index.update(SpotlightChanges(removed: items.map(\.id)))
        #expect(spotlight.calls.suffix(3) == [SpotlightIndex.batch, SpotlightIndex.batch, 1])
        #expect(spotlight.find("pdf").isEmpty)
      }
    }

    @Test func whatALockedDeviceRefusesIsReturnedForTheNextCall() async throws {
      try await withSpotlight { spotlight, index in
        let changes = SpotlightChanges(
          changed: [try item(DocumentPath(["a.pdf"]), 1)], removed: [try item(DocumentPath(["b.pdf"]), 2).id])
        spotlight.isLocked = true
        let rest = await index.update(changes)
        #expect(rest == changes && spotlight.find("a.pdf").isEmpty)
        spotlight.isLocked = false
        #expect(await index.update(rest).isEmpty)
        #expect(spotlight.find("a.pdf").count == 1)
      }
    }

    @Test func aDeviceWithoutAnIndexHasNothingToCatchUpOn() async throws {
      let rest = await SpotlightIndex().update(SpotlightChanges(changed: [try item(DocumentPath(["a.pdf"]))]))
      #expect(rest.isEmpty)
    }
  }
#endif

/// Documents that the user found by their identifiers.
@MainActor
@Suite struct SpotlightOpeningTests {
  private func withDocument(_ body: (HostModel, ItemID) async throws -> Void) async throws {
    try await withApp { model, _ in
      let library = try #require(model.library)
      try await library.deposit([Incoming(name: "a.txt", contents: .bytes(Data("a".utf8)))])
      await model.activate()
      let document = try #require(try await library.latest(1).get().first)
      try await body(model, try #require(document.identity.item))
      await model.browser.work?.value
      model.browser.outgoing.preview = nil
    }
  }

  @Test func aFoundDocumentIsShownAlsoAfterItWasMoved() async throws {
    try await withDocument { model, item in
      let library = try #require(model.library)
      let folder = try await library.makeFolder(DocumentName("Work"), in: DocumentPath()).get()
      _ = try await library.move([SeenDocument(DocumentPath(["a.txt"]))], to: folder)[0].get()
      await model.open(found: item)
      await model.browser.work?.value
      #expect(
        model.browser.way == [DocumentPath(["Work"])]
          && model.browser.shown == DocumentPath(["Work", "a.txt"]))
      #expect(model.browser.problem == nil)
    }
  }

  @Test func aFoundDocumentThatIsGoneIsReported() async throws {
    try await withDocument { model, item in
      let library = try #require(model.library)
      _ = await library.throwAway([SeenDocument(DocumentPath(["a.txt"]))])
      await model.open(found: item)
      #expect(model.browser.problem == "The document that you chose is not in Intray any more.")
      model.browser.problem = nil
      await model.open(found: nil)
      #expect(model.browser.problem == "The document that you chose is not in Intray any more.")
    }
  }
}
