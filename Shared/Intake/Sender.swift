import Foundation
import Shared
import UIKit
import UniformTypeIdentifiers

/// The other app, as far as it stands behind one item provider: each function asks for one thing, and returns at once
/// what the answer will come to.
///
/// The item provider stays on the main actor, where the system gave it to us. Its handlers run on queues of its own, and
/// copy what they get before they return, because the system deletes the file afterwards.
@MainActor
struct Sender {
  let provider: NSItemProvider
  let offer: Offer
  /// What the user sees as the name of the item.
  let displayName: String

  var suggestedName: String? { provider.suggestedName }

  /// Recordings of Voice Memos in layers, whose type not every system declares, as the users of mila report.
  private static let voiceMemo = (
    name: "com.apple.quicktime-audio", type: UTType(filenameExtension: "qta", conformingTo: .audio)
  )

  func requestFile(_ source: Offer.Source, _ receiver: Receiver) -> OneShot<StagedItem.File> {
    let naming = Naming(suggestedName: provider.suggestedName, type: fileType(of: source))
    let sender = displayName
    return request(receiver) { reception in
      switch source {
      case .picked(let file):
        // Coordinated reading waits, and the main thread must not.
        DispatchQueue.global().async {
          var naming = naming
          (naming.fileName, naming.isExact) = (file.name, true)
          switch file.contents {
          case .file(let url): receiver.open(url, nil, from: sender, naming, for: reception)
          case .bytes(let data): receiver.take(data, nil, from: sender, naming, for: reception)
          }
        }
        return nil
      case .address(let type):
        // Under any other type only an object brings the right to read the file along.
        let isFile = UTType(type)?.conforms(to: .fileURL) == true
        provider.loadItem(forTypeIdentifier: type) { @Sendable item, error in
          let url = isFile ? Link.address(of: item) : (item as? NSURL).map { $0 as URL }
          let name = naming.suggestedName ?? url?.lastPathComponent ?? sender
          receiver.open(url, error, from: name, naming, for: reception)
        }
        return nil
      case .object(let type):
        provider.loadItem(forTypeIdentifier: type) { @Sendable item, error in
          // It is written as PNG, which loses nothing.
          receiver.take((item as? UIImage)?.pngData(), error, from: sender, naming, for: reception)
        }
        return nil
      case .file(let type)
      where provider.registeredTypeIdentifiers(fileOptions: .openInPlace).contains(type):
        return provider.loadInPlaceFileRepresentation(forTypeIdentifier: type) {
          @Sendable url, isInPlace, error in
          receiver.open(url, error, isOriginal: isInPlace, from: sender, naming, for: reception)
        }
      case .file(let type):
        return provider.loadFileRepresentation(forTypeIdentifier: type) { @Sendable url, error in
          receiver.take(url, error, from: sender, naming, for: reception)
        }
      }
    }
  }

  /// The type that says what a file is; the address of a file says nothing.
  private func fileType(of source: Offer.Source) -> UTType? {
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
  func take(_ contents: (data: Data, type: UTType), _ receiver: Receiver) -> OneShot<StagedItem.File> {
    let naming = Naming(suggestedName: provider.suggestedName, type: contents.type)
    return request(receiver) { reception in
      receiver.take(contents.data, nil, from: displayName, naming, for: reception)
      return nil
    }
  }

  func requestLink(_ type: String, _ receiver: Receiver) -> OneShot<URL> {
    let sender = displayName
    return request(receiver) { reception in
      provider.loadItem(forTypeIdentifier: type) { @Sendable item, error in
        let url = Link.address(of: item)
        let isEmpty = Link.isEmpty(item)
        reception.receive { () throws(ShareError) in
          guard let url else { throw isEmpty ? .nothingToSave(sender) : .of(sender, error) }
          return url
        }
      }
      return nil
    }
  }

  func requestWords(_ type: String, _ receiver: Receiver) -> OneShot<String> {
    let sender = displayName
    return request(receiver) { reception in
      provider.loadItem(forTypeIdentifier: type) { @Sendable item, error in
        Self.receive(Words.text(of: item, type), error, from: sender, for: reception)
      }
      return nil
    }
  }

  func requestWordsAsObject(_ receiver: Receiver) -> OneShot<String> {
    let sender = displayName
    return request(receiver) { reception in
      provider.loadObject(ofClass: NSString.self) { @Sendable object, error in
        Self.receive((object as? NSString).map { $0 as String }, error, from: sender, for: reception)
      }
    }
  }

  private nonisolated static func receive(
    _ text: String?, _ error: (any Error)?, from sender: String, for reception: OneShot<String>
  ) {
    reception.receive { () throws(ShareError) in
      // Longer text goes from file to file.
      guard let text, text.utf8.count <= Receiver.longestText else { throw .of(sender, error) }
      return text
    }
  }

  func requestPage(_ type: String, _ receiver: Receiver) -> OneShot<WebPage?> {
    request(receiver) { reception in
      provider.loadItem(forTypeIdentifier: type) { @Sendable item, _ in
        let page = WebPage(item)
        reception.receive { () throws(ShareError) in page }
      }
      return nil
    }
  }

  private func request<Value: Sendable>(
    _ receiver: Receiver, _ start: (OneShot<Value>) -> Progress?
  ) -> OneShot<Value> {
    let reception = OneShot<Value>()
    if let progress = start(reception) {
      receiver.tally.begin(progress)
      reception.onGiveUp { progress.cancel() }
    }
    return reception
  }
}
