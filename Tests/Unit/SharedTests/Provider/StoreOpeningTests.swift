import Testing

@testable import IntrayCore

@Suite("Stores that cannot be opened") struct StoreOpeningTests {
  private func failure(_ kind: StoreFailure.Kind) -> CatalogueError {
    .store(StoreFailure(kind: kind, code: 0, sentence: ""))
  }

  private func isClosed(_ error: ProviderError) -> Bool { if case .closed = error { true } else { false } }

  @Test("The provider closes a store after a lasting error and keeps it after a temporary one") func opening()
  {
    for error in [CatalogueError.rootMissing, .rootExchanged, failure(.unreadable)] {
      #expect(isClosed(ProviderError(error)), "\(error)")
    }
    for error in [
      CatalogueError.notScanned, failure(.busy), failure(.full), failure(.damaged), failure(.failed),
    ] {
      #expect(!isClosed(ProviderError(error)), "\(error)")
    }
    for error in [failure(.busy), failure(.damaged), failure(.full)] {
      #expect(!isClosed(ProviderError.catalogue(error).atOpening), "\(error)")
    }
    #expect(isClosed(ProviderError.catalogue(failure(.failed)).atOpening))
    for code in [DiskError.Code.denied, .failed, .notFound] {
      #expect(isClosed(ProviderError.disk(DiskError(code, at: "")).atOpening), "\(code)")
    }
    for code in [DiskError.Code.tooManyOpen, .noSpace, .cancelled] {
      #expect(!isClosed(ProviderError.disk(DiskError(code, at: "")).atOpening), "\(code)")
    }
  }
}
