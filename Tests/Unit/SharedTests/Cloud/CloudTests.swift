import Foundation
import Testing

@testable import IntrayCore

/// The rules of iCloud, against a folder that plays it.
@Suite(.inContainer) struct CloudTests {
  let test = TestContainer.current
  let played: PlayedDrive
  let cloud: Cloud

  init() throws { (played, cloud) = try playCloud(in: test) }

  @Test(
    arguments: [
      ([.local, .cloudDocuments, .cloudData], CloudPlace.local), ([.local], .local),
      ([.cloudDocuments, .cloudData], .cloudDocuments), ([.cloudData], .cloudData), ([], nil),
    ] as [([CloudPlace], CloudPlace?)])
  func aDocumentIsSearchedLocallyThenInCloudDocumentsThenInData(places: [CloudPlace], found: CloudPlace?)
    async throws
  {
    for place in places { try test.putCloud("a.txt", in: place) }
    #expect(try cloud.place(of: "a.txt") == found)
    for place in CloudPlace.allCases {
      #expect(try cloud.has("a.txt", in: place) == places.contains(place))
    }
  }

  @Test func aListingOmitsTheContentsOfSubfolders() async throws {
    for name in ["b.txt", "a10.txt", "a9.txt", "work/below.txt"] {
      try test.putCloud(name, in: .cloudDocuments)
    }
    try played.takeAway("Documents/b.txt")
    #expect(try cloud.place(of: "b.txt") == .cloudDocuments)
    let entries = try await cloud.list(in: .cloudDocuments)
    #expect(entries.map(\.path.description) == ["work", "a9.txt", "a10.txt", "b.txt"])
    #expect(entries.map(\.status.isOnDevice) == [true, true, true, false])
    #expect(try await cloud.list("work", in: .cloudDocuments).map(\.path) == ["work/below.txt"])
    await #expect(throws: CloudError.notFound) { try await cloud.list("nowhere", in: .cloudDocuments) }
  }

  @Test func theVisibleFolderOfICloudIsNotListedAsData() async throws {
    try test.putCloud("a.txt", in: .cloudDocuments)
    #expect(try cloud.place(of: "Documents/a.txt") == nil)
    #expect(try cloud.place(of: "Documents") == nil)
  }

  @Test(arguments: ["", "..", "../a.txt", "."]) func aPathThatLeadsUpOrAroundIsNotFound(path: String)
    async throws
  {
    try test.putCloud("a.txt", in: .cloudData)
    let path = DocumentPath(path.split(separator: "/").map { FileName(String($0)) })
    #expect(try cloud.place(of: path) == nil)
  }

  @Test func withoutAnAccountAMissingDocumentIsNotReportedAsGone() async throws {
    played.sign(in: nil)
    let cloud = Cloud(test.container, drive: played.drive)
    try test.putCloud("here.txt", in: .local)
    #expect(try cloud.place(of: "here.txt") == .local)
    #expect(throws: CloudError.noAccount) { try cloud.place(of: "there.txt") }
    await #expect(throws: CloudError.noAccount) { try await cloud.moveIn("here.txt") }
    #expect(try test.documents.names == ["here.txt"])
  }

  @Test func anotherAccountInvalidatesTheCloud() async throws {
    try test.putCloud("here.txt", in: .local)
    try test.putCloud("a.txt", in: .cloudDocuments)
    played.sign(in: PlayedDrive.grace)
    #expect(throws: CloudError.accountChanged) { try cloud.place(of: "a.txt") }
    await #expect(throws: CloudError.accountChanged) { try await cloud.moveIn("here.txt") }
    #expect(try test.documents.names == ["here.txt"])
    #expect(try Cloud(test.container, drive: played.drive).place(of: "a.txt") == .cloudDocuments)
  }

  @Test func signingOutDuringALookupIsReported() async throws {
    played.before { call, _ throws(CloudError) in
      if call == .status { played.sign(in: nil) }
    }
    #expect(throws: CloudError.noAccount) { try cloud.place(of: "a.txt") }
  }

  @Test func thePlacesOfICloudThatHaveADocumentOfThisDeviceAreFound() async throws {
    try test.putCloud("a.txt", in: .local)
    #expect(try await cloud.placesInCloud(having: "a.txt") == [])
    for place in [CloudPlace.cloudDocuments, .cloudData] { try test.putCloud("a.txt", in: place) }
    #expect(try await cloud.placesInCloud(having: "a.txt") == [.cloudDocuments, .cloudData])
    #expect(try await cloud.placesInCloud(having: DocumentPath()) == [])
    #expect(try await cloud.read("a.txt", in: .cloudData) { $0.hasSuffix("/Container/a.txt") })
    played.sign(in: nil)
    await #expect(throws: CloudError.noAccount) { try await cloud.placesInCloud(having: "a.txt") }
    #expect(try await Cloud(test.container, drive: played.drive).placesInCloud(having: "a.txt") == [])
  }

  @Test(arguments: CloudPlace.allCases.filter(\.isCloud))
  func theDateIsReadFromThePlaceOfTheDocument(place: CloudPlace) async throws {
    try test.putCloud("a.txt", in: place)
    let file = test.cloudPath("a.txt", in: place)
    let date = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    if place == .cloudDocuments { try played.takeAway("Documents/a.txt") }
    let entries = try await cloud.list(in: place).filter { $0.path == "a.txt" }
    #expect(entries.map(\.status.modified) == [FileTime(seconds: 1_000_000)])
  }

  @Test(arguments: [
    (".report.pdf.icloud", "report.pdf"), (".a.icloud", "a"), (".icloud", ".icloud"),
    ("report.icloud", "report.icloud"), (".hidden", ".hidden"), ("..icloud", "..icloud"),
  ])
  func aPlaceholderNameMeansItsDocument(name: String, meant: String) {
    #expect(CloudDrive.nameBehindPlaceholder(name) == meant)
  }
}

/// A folder that plays iCloud, and a ``Cloud`` over it and the folders of a test.
func playCloud(in test: TestContainer) throws -> (PlayedDrive, Cloud) {
  try test.put([:])
  let played = try PlayedDrive(at: test.path(of: "App/Cloud"))
  return (played, Cloud(test.container, drive: played.drive))
}

extension TestContainer {
  /// Where a document is below a place.
  func cloudPath(_ name: String, in place: CloudPlace) -> String {
    switch place {
    case .local: path(of: "AppGroup/Documents/\(name)")
    case .cloudDocuments: path(of: "App/Cloud/Container/Documents/\(name)")
    case .cloudData: path(of: "App/Cloud/Container/\(name)")
    }
  }

  /// Puts a document into a place, with the place as its text.
  func putCloud(_ name: String, in place: CloudPlace) throws {
    let file = URL(fileURLWithPath: cloudPath(name, in: place))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("\(place)".utf8).write(to: file)
  }

  /// What a document says; nil when there is none.
  func cloudText(_ name: String, in place: CloudPlace) -> String? {
    try? String(contentsOfFile: cloudPath(name, in: place), encoding: .utf8)
  }
}
