import Foundation
import IntrayCore
import UIKit
import UniformTypeIdentifiers

/// What the other app is asked for: each function asks for one thing, and returns at once what the answer will come to.
///
/// The item provider stays on the main actor, where the system gave it to us. Its handlers run on queues of its own, and
/// copy what they get before they return, because the system deletes the file afterwards.
extension Attachment {
  /// Recordings of Voice Memos in layers, whose type not every system declares, as the users of mila report.
  private static let voiceMemo = (
    name: "com.apple.quicktime-audio", type: UTType(filenameExtension: "qta", conformingTo: .audio)
  )

  func requestFile(_ source: Offer.Way) -> OneShot<StagedItem.File> {
    request { reception in
      let file = fileRequest(fileType(of: source), reception)
      switch source {
      case .picked(let picked):
        // Coordinated reading waits, and the main thread must not.
        DispatchQueue.global().async {
          var file = file
          (file.naming.fileName, file.naming.isExact) = (picked.name, true)
          switch picked.contents {
          case .file(let url): receiver.open(url, nil, for: file)
          case .bytes(let data): receiver.take(data, nil, for: file)
          }
        }
        return nil
      case .address(let type):
        // Under any other type only an object brings the right to read the file along.
        let isFile = UTType(type)?.conforms(to: .fileURL) == true
        provider.loadItem(forTypeIdentifier: type) { @Sendable item, error in
          let url = isFile ? WebLink.address(of: item) : (item as? NSURL).map { $0 as URL }
          var file = file
          file.sender = file.naming.suggestedName ?? url?.lastPathComponent ?? file.sender
          receiver.open(url, error, for: file)
        }
        return nil
      case .object(let type):
        provider.loadItem(forTypeIdentifier: type) { @Sendable item, error in
          // It is written as PNG, which loses nothing.
          receiver.take((item as? UIImage)?.pngData(), error, for: file)
        }
        return nil
      case .file(let type)
      where provider.registeredTypeIdentifiers(fileOptions: .openInPlace).contains(type):
        return provider.loadInPlaceFileRepresentation(forTypeIdentifier: type) {
          @Sendable url, isInPlace, error in
          receiver.open(url, error, isOriginal: isInPlace, for: file)
        }
      case .file(let type):
        return provider.loadFileRepresentation(forTypeIdentifier: type) { @Sendable url, error in
          receiver.take(url, error, for: file)
        }
      }
    }
  }

  private func fileRequest(_ type: UTType?, _ reception: OneShot<StagedItem.File>) -> FileRequest {
    FileRequest(
      sender: displayName, naming: Naming(suggestedName: provider.suggestedName, type: type),
      reception: reception)
  }

  /// The type that says what a file is; the address of a file says nothing.
  private func fileType(of source: Offer.Way) -> UTType? {
    if case .file(let type) = source {
      return LivePhotoBundle.isType(type)
        ? LivePhotoBundle.type : UTType(type) ?? (type == Self.voiceMemo.name ? Self.voiceMemo.type : nil)
    }
    // The image is written as PNG.
    if case .object = source { return .png }
    for case .file(let type) in offer.document { return UTType(type) }
    return nil
  }

  /// Takes the file that an address holds.
  func take(_ contents: (data: Data, type: UTType)) -> OneShot<StagedItem.File> {
    request { reception in
      receiver.take(contents.data, nil, for: fileRequest(contents.type, reception))
      return nil
    }
  }

  func requestLink(_ type: String) -> OneShot<URL> {
    let sender = displayName
    return requestItem(type) { item, error throws(ShareError) in
      guard let url = WebLink.address(of: item) else {
        throw WebLink.isEmpty(item) ? .nothingToSave(sender) : .of(sender, error)
      }
      return url
    }
  }

  func requestWords(_ type: String) -> OneShot<String> {
    let sender = displayName
    return requestItem(type) { item, error throws(ShareError) in
      try Self.checked(Words.text(of: item, type), error, from: sender)
    }
  }

  func requestWordsAsObject() -> OneShot<String> {
    let sender = displayName
    return request { reception in
      provider.loadObject(ofClass: NSString.self) { @Sendable object, error in
        reception.receive { () throws(ShareError) in
          try Self.checked((object as? NSString).map { $0 as String }, error, from: sender)
        }
      }
    }
  }

  private nonisolated static func checked(
    _ text: String?, _ error: (any Error)?, from sender: String
  ) throws(ShareError) -> String {
    // Longer text goes from file to file.
    guard let text, text.utf8.count <= Receiver.longestText else { throw .of(sender, error) }
    return text
  }

  func requestPage(_ type: String) -> OneShot<WebPage?> {
    requestItem(type) { item, _ in WebPage(item) }
  }

  private func requestItem<Value: Sendable>(
    _ type: String,
    _ read: @escaping @Sendable ((any NSSecureCoding)?, (any Error)?) throws(ShareError) -> Value
  ) -> OneShot<Value> {
    request { reception in
      provider.loadItem(forTypeIdentifier: type) { @Sendable item, error in
        reception.receive { () throws(ShareError) in try read(item, error) }
      }
      return nil
    }
  }

  private func request<Value: Sendable>(_ start: (OneShot<Value>) -> Progress?) -> OneShot<Value> {
    let reception = OneShot<Value>()
    if let progress = start(reception) {
      receiver.tally.begin(progress)
      reception.onGiveUp { progress.cancel() }
    }
    return reception
  }
}
