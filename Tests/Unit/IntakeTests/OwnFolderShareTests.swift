import Foundation
import IntrayCore
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import IntrayIntake

/// Other apps that offer what is Intray's own.
@MainActor
@Suite(.inScratch) struct OwnFolderShareTests {
  /// How a sender offers a file or folder.
  enum Offering: CaseIterable {
    /// By its address, as a file.
    case fileAddress
    /// By its address, as if it were a page.
    case webAddress
    /// The address as an object, under the type of the file.
    case wrapped
    /// To be read where it is.
    case inPlace
    /// The address in a property list of bytes.
    case list
  }

  /// What is, holds or lies in the App Group container, by its own path or by another that leads there.
  nonisolated static let places = ["AppGroup/Documents/Work/a.txt", "", "Link/Documents/Work"]

  @Test(arguments: Offering.allCases, places)
  func nothingOfIntraysOwnFolderIsCopied(offering: Offering, place: String) async throws {
    let scratch = Scratch.current
    let documents = scratch.path + "/AppGroup/Documents/Work"
    for folder in [documents, scratch.path + "/Elsewhere"] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    try Data("own".utf8).write(to: URL(filePath: documents + "/a.txt"))
    for (link, target) in [("Link", "/AppGroup"), ("Above", "")] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path + "/" + link, withDestinationPath: scratch.path + target)
    }
    let container = Container(path: scratch.path + "/AppGroup")
    let item = NSExtensionItem()
    item.attachments = [try provider(of: URL(filePath: scratch.path + "/" + place), offering)]
    let share = Share([item], container: container)
    // What is not saved is told; a list or an address may be kept, but nothing of what it names.
    if let loaded = try? await share.load() { _ = try await share.publish(loaded) }
    try Drain(container).run { _ in }
    let kept = try FileManager.default.subpathsOfDirectory(atPath: scratch.path + "/AppGroup/Documents")
      .filter { $0 != "Work" && $0 != "Work/a.txt" }
    // A folder is no property list.
    #expect(kept.allSatisfy { !$0.contains("/") }, "\(kept)")
    for name in kept {
      let bytes = try Data(contentsOf: URL(filePath: scratch.path + "/AppGroup/Documents/" + name))
      #expect(bytes != Data("own".utf8), "\(name)")
    }
    let staged = try? FileManager.default.contentsOfDirectory(atPath: scratch.path + "/AppGroup/Staging")
    #expect(staged ?? [] == [])
  }

  private func provider(of url: URL, _ offering: Offering) throws -> NSItemProvider {
    let provider = NSItemProvider()
    switch offering {
    case .fileAddress:
      return NSItemProvider(item: url as NSURL, typeIdentifier: UTType.fileURL.identifier)
    case .webAddress: return NSItemProvider(item: url as NSURL, typeIdentifier: UTType.url.identifier)
    case .wrapped: return NSItemProvider(item: url as NSURL, typeIdentifier: UTType.data.identifier)
    case .list:
      let bytes = try PropertyListSerialization.data(
        fromPropertyList: [url.absoluteString, "", [String: String]()], format: .binary, options: 0)
      return NSItemProvider(item: bytes as NSData, typeIdentifier: UTType.data.identifier)
    case .inPlace:
      provider.registerFileRepresentation(
        forTypeIdentifier: UTType.data.identifier, fileOptions: .openInPlace, visibility: .all
      ) { answer in
        answer(url, true, nil)
        return nil
      }
    }
    return provider
  }
}
