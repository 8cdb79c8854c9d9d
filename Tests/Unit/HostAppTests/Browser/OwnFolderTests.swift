import Foundation
import IntrayCore
import IntrayIntake
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import HostApp

/// Each way into the app, and what of Intray's own could be handed over on it.
@MainActor
@Suite(.inApp) struct OwnFolderTests {
  /// A way in.
  enum Way: CaseIterable {
    case picker, drop, dropOfAnAddress, paste, shortcut, openedElsewhere
  }

  /// What is, holds or lies in the App Group container, by its own path or by another that leads there.
  nonisolated static let places = ["AppGroup", "", "Link/Documents/Work", "Above/AppGroup"]

  @Test(arguments: Way.allCases, places)
  func nothingOfIntraysOwnFolderIsCopied(way: Way, place: String) async throws {
    let (model, path) = try openApp()
    try put("a", at: path + "/AppGroup/Documents/Work/a.txt")
    for room in ["Staging", "Inbox"] {
      try FileManager.default.createDirectory(
        atPath: path + "/AppGroup/" + room, withIntermediateDirectories: true)
    }
    try FileManager.default.createDirectory(atPath: path + "/Elsewhere", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: path + "/Link", withDestinationPath: path + "/AppGroup")
    // In a folder: one that is a link itself is refused for that.
    try FileManager.default.createSymbolicLink(atPath: path + "/Above", withDestinationPath: path)
    await model.activate()
    try await play(way, URL(filePath: path + "/" + place, directoryHint: .notDirectory), model)
    #expect(try contents(of: path + "/AppGroup/Documents") == ["Work"])
    #expect(try contents(of: path + "/AppGroup/Documents/Work") == ["a.txt"])
    #expect(try contents(of: path + "/AppGroup/Staging") == [])
    #expect(try contents(of: path + "/AppGroup/Inbox") == [])
  }

  private func play(_ way: Way, _ url: URL, _ model: HostModel) async throws {
    switch way {
    case .picker: model.importer.pick(.success([url]), into: DocumentPath())
    case .drop, .paste:
      // What is pasted comes as what is dropped does; its file may be read where it is, or only by its address.
      let provider = way == .drop ? NSItemProvider(contentsOf: url) : address(url, .fileURL)
      model.importer.take([try #require(provider)], into: DocumentPath())
    case .dropOfAnAddress: model.importer.take([address(url, .url)], into: DocumentPath())
    case .shortcut:
      let library = model.library
      await #expect(throws: (any Error).self) {
        _ = try await library.save(into: DocumentPath()) {
          Share(files: [PickedFile(url)], container: library.container)
        }
      }
    case .openedElsewhere: await model.open(url)
    }
    await model.importer.finish()
  }

  private func address(_ url: URL, _ type: UTType) -> NSItemProvider {
    NSItemProvider(item: url as NSURL, typeIdentifier: type.identifier)
  }
}
