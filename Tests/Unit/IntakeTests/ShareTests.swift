import Foundation
import IntrayCore
import Synchronization
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import IntrayIntake

@MainActor
@Suite(.inScratch) struct ShareTests {
  private let path = Scratch.current.path
  private var container: Container { Container(path: path + "/AppGroup") }

  @Test(
    "Text becomes a document for every object that the sender provides",
    arguments: ["text", "rich text", "bytes", "wide bytes"])
  func textAsObject(kind: String) async throws {
    let text = "Remember\nthis"
    let object: any NSSecureCoding =
      switch kind {
      case "text": text as NSString
      case "rich text": NSAttributedString(string: text)
      case "bytes": Data(text.utf8) as NSData
      default: try #require(text.data(using: .utf16)) as NSData
      }
    let type: UTType = kind == "wide bytes" ? .utf16PlainText : .plainText
    let share = Share(
      [item(NSItemProvider(item: object, typeIdentifier: type.identifier))], container: container)
    _ = try await share.publish(share.load())
    #expect(try drained() == ["Remember.txt"])
    #expect(try contents("Remember.txt") == text)
  }

  @Test func aTextOfAnyLengthIsADocumentThatIsCalledAsItBegins() async throws {
    let text = "Dear diary\n" + String(repeating: "words ", count: 8_500_000 / 6)
    #expect(text.utf8.count > Receiver.longestText)
    for object in [text as NSString, Data(text.utf8) as NSData] as [any NSSecureCoding] {
      let provider = NSItemProvider(item: object, typeIdentifier: UTType.plainText.identifier)
      let share = Share([item(provider)], container: container)
      _ = try await share.publish(share.load())
    }
    #expect(try drained() == ["Dear diary-1.txt", "Dear diary.txt"])
    #expect(try contents("Dear diary.txt") == text)
  }

  @Test func aCommentIsATextWhereNoAttributeKeepsIt() async throws {
    let share = { (container: Container) in
      let provider = NSItemProvider(
        item: NSURL(string: "https://example.com/a"), typeIdentifier: UTType.url.identifier)
      let item = self.item(provider)
      item.attributedTitle = NSAttributedString(string: "Tea")
      item.attributedContentText = NSAttributedString(string: "For Sunday")
      let share = Share([item], container: container)
      _ = try await share.publish(share.load())
    }
    try await share(container)
    #expect(try drained() == ["Tea.webloc"])
    #expect(try Documents(container).info(of: "Tea.webloc").comment == "For Sunday")
    try await share(Container(path: path + "/AppGroup", disk: .system.refusingAttributes()))
    #expect(try drained() == ["For Sunday.txt", "Tea-1.webloc"])
    #expect(try contents("For Sunday.txt") == "For Sunday")
  }

  @Test(
    "A URL becomes a link for every object that the sender provides",
    arguments: ["address", "text", "bytes", "archive", "list", "list with a base"])
  func addressAsObject(kind: String) async throws {
    let text = "https://example.com/a"
    let url = try #require(URL(string: text)) as NSURL
    let object: any NSSecureCoding =
      switch kind {
      case "address": url
      case "text": (text + "\n") as NSString
      case "bytes": Data(text.utf8) as NSData
      case "archive":
        try NSKeyedArchiver.archivedData(withRootObject: url, requiringSecureCoding: true) as NSData
      case "list": try list([text, "", [String: String]()])
      default: try list(["a", "https://example.com/", [String: String]()])
      }
    let share = Share(
      [item(NSItemProvider(item: object, typeIdentifier: UTType.url.identifier))], container: container)
    _ = try await share.publish(share.load())
    #expect(try drained() == ["example.com.webloc"])
    #expect(try contents("example.com.webloc").contains(text))
  }

  @Test("Text is asked for as an item first, then as an object", arguments: [true, false])
  func textThatIsOnlyAnObject(isItem: Bool) async throws {
    let provider = ObjectSender()
    let text = isItem ? "An item" : "An object"
    if isItem {
      provider.registerItem(forTypeIdentifier: UTType.plainText.identifier) { answer, _, _ in
        answer?(text as NSString, nil)
      }
    } else {
      provider.answersItems = false
      provider.registerDataRepresentation(
        forTypeIdentifier: UTType.plainText.identifier, visibility: .all
      ) { answer in
        answer(Data(text.utf8), nil)
        return nil
      }
    }
    let share = Share([item(provider)], container: container)
    _ = try await share.publish(share.load())
    #expect(try drained() == [text + ".txt"])
    #expect(provider.objectsAskedFor == (isItem ? 0 : 1))
  }

  @Test func thePreviewBesideAnItemIsNotAskedForAndNotSaved() async throws {
    let asked = Mutex(0)
    let preview: NSItemProvider.LoadHandler = { completion, _, _ in
      asked.withLock { $0 += 1 }
      completion?(NSData(data: Data("\u{89}PNG".utf8)), nil)
    }
    let link = NSItemProvider(
      item: NSURL(string: "https://example.com/film"), typeIdentifier: UTType.url.identifier)
    // Nothing but its preview can be had.
    let lost = NSItemProvider.broken("lost.pdf")
    for provider in [link, lost] { provider.previewImageHandler = preview }
    let share = Share([item(link), item(lost)], container: container)
    _ = try await share.publish(share.load())
    #expect(try drained() == ["film – example.com.webloc"])
    #expect(asked.withLock { $0 } == 0)
  }

  @Test("What is dropped is asked for at once: the still, the film and the address")
  func droppedAtOnce() async throws {
    let provider = DroppedSender()
    provider.suggestedName = "IMG_1"
    for type in ["com.apple.live-photo-bundle", "public.heic", "com.apple.quicktime-movie"] {
      provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { answer in
        answer(Data(type.utf8), nil)
        return nil
      }
    }
    let address = try #require(URL(string: "https://example.com/page")) as NSURL
    provider.registerItem(forTypeIdentifier: UTType.url.identifier) { answer, _, _ in answer?(address, nil)
    }
    let share = Share(dropped: [provider], container: container, unnamed: "") { _ in false }
    provider.isDropOver = true
    let loaded = try await share.load()
    #expect(loaded.failures.isEmpty)
    _ = try await share.publish(loaded)
    #expect(try drained() == ["IMG_1.heic", "IMG_1.mov"])
    #expect(try Documents(container).info(of: "IMG_1.heic").whereFrom == ["https://example.com/page"])
  }

  @Test("A dropped text is asked for at once; a failed answer is told, for nothing can be asked for again")
  func droppedOnce() async throws {
    let (words, lost) = (DroppedSender(), DroppedSender())
    words.registerItem(forTypeIdentifier: UTType.plainText.identifier) { answer, _, _ in
      answer?("Buy milk" as NSString, nil)
    }
    lost.suggestedName = "lost"
    lost.registerDataRepresentation(forTypeIdentifier: "public.heic", visibility: .all) { answer in
      answer(nil, CocoaError(.fileReadUnknown))
      return nil
    }
    lost.registerDataRepresentation(forTypeIdentifier: "public.jpeg", visibility: .all) { answer in
      answer(Data("jpeg".utf8), nil)
      return nil
    }
    let share = Share(dropped: [words, lost], container: container, unnamed: "") { _ in false }
    for provider in [words, lost] { provider.isDropOver = true }
    let loaded = try await share.load()
    #expect(loaded.failures.count == 1)
    _ = try await share.publish(loaded)
    #expect(try drained() == ["Buy milk.txt"])
  }

  @Test("A property list that names a file is kept unchanged, and the file is not read")
  func listThatNamesAFile() async throws {
    let secret = path + "/secret.txt"
    try Data("secret".utf8).write(to: URL(fileURLWithPath: secret))
    let bytes = try list([URL(fileURLWithPath: secret).absoluteString, "", [String: String]()])
    let provider = NSItemProvider(item: bytes, typeIdentifier: UTType.data.identifier)
    provider.suggestedName = "report.ips"
    let share = Share([item(provider)], container: container)
    _ = try await share.publish(share.load())
    #expect(try drained().count == 1)
    let kept = try #require(try names(in: "Documents").first)
    let document = URL(fileURLWithPath: path + "/AppGroup/Documents/" + kept)
    #expect(try Data(contentsOf: document) == bytes as Data)
  }

  private func list(_ parts: [Any]) throws -> NSData {
    try PropertyListSerialization.data(fromPropertyList: parts, format: .binary, options: 0) as NSData
  }

  @Test func theMainActorIsFreeWhileAShareIsDiscarded() async throws {
    let areFree = Mutex<[Bool]>([])
    let disk = Disk.system.asking { request throws(DiskError) in
      guard request.call == .removeFile else { return }
      let isFree = DispatchSemaphore(value: 0)
      Task { @MainActor in isFree.signal() }
      // Only a main actor that waits for this call takes so long.
      let isInTime = isFree.wait(timeout: .now() + 60) == .success
      areFree.withLock { $0.append(isInTime) }
    }
    let share = Share(
      [item(try provider("a.txt", "a"))], container: Container(path: container.path, disk: disk))
    await share.discard(try await share.load())
    #expect(areFree.withLock { $0 } == [true])
    #expect(try names(in: "Staging").isEmpty)
  }

  @Test func aMissingContainerIsReported() async throws {
    let share = Share([item(.broken("a"))], container: nil)
    await #expect(throws: ShareError.self) { _ = try await share.load() }
  }

  @Test("A text that is an address is shown as that address before it is saved")
  func nameOfAnAddress() {
    let item = NSExtensionItem()
    item.attributedContentText = NSAttributedString(string: "https://youtu.be/a\n")
    #expect(Share([item], container: nil).names == ["https://youtu.be/a"])
  }

  // MARK: What senders offer

  private func item(_ attachments: NSItemProvider...) -> NSExtensionItem {
    let item = NSExtensionItem()
    item.attachments = attachments
    return item
  }

  private func provider(_ name: String, _ text: String) throws -> NSItemProvider {
    let folder = path + "/Originals/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let url = URL(fileURLWithPath: folder + "/" + name)
    try Data(text.utf8).write(to: url)
    return try #require(NSItemProvider(contentsOf: url))
  }

  // MARK: What is on disk

  private func drained() throws -> [String] {
    var names: [String] = []
    try Drain(container).run { outcome in
      if case .imported(let path) = outcome.result { names.append(path.description) }
    }
    return names.sorted()
  }

  private func names(in room: String) throws -> [String] {
    let room = path + "/AppGroup/" + room
    if !FileManager.default.fileExists(atPath: room) { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: room)
  }

  private func contents(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/AppGroup/Documents/" + name, encoding: .utf8)
  }
}

/// A sender that hands over no item, only what the system makes of its data.
private final class ObjectSender: NSItemProvider {
  var answersItems = true
  private(set) var objectsAskedFor = 0

  override func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
    completionHandler: NSItemProvider.CompletionHandler? = nil
  ) {
    if answersItems {
      super.loadItem(
        forTypeIdentifier: typeIdentifier, options: options, completionHandler: completionHandler)
    } else {
      completionHandler?(nil, CocoaError(.featureUnsupported))
    }
  }

  override func loadObject(
    ofClass aClass: any NSItemProviderReading.Type,
    completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
  ) -> Progress {
    objectsAskedFor += 1
    return super.loadObject(ofClass: aClass, completionHandler: completionHandler)
  }
}

/// A sender that hands over nothing that is asked for after the drop.
private final class DroppedSender: NSItemProvider {
  var isDropOver = false

  override func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    if !isDropOver {
      return super.loadFileRepresentation(
        forTypeIdentifier: typeIdentifier, completionHandler: completionHandler)
    }
    completionHandler(nil, CocoaError(.fileReadNoPermission))
    return Progress(totalUnitCount: 1)
  }

  override func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
    completionHandler: NSItemProvider.CompletionHandler? = nil
  ) {
    if isDropOver {
      completionHandler?(nil, CocoaError(.fileReadNoPermission))
    } else {
      super.loadItem(
        forTypeIdentifier: typeIdentifier, options: options, completionHandler: completionHandler)
    }
  }
}
