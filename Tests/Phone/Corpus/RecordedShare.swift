import Foundation
import UIKit
import UniformTypeIdentifiers

/// What an app handed to the share sheet, as it was recorded, and the documents that it should become: the
/// form of the files in `Shares`, and of what is played from outside.
public struct RecordedShare: Codable, Sendable {
  /// The extension items.
  public var items: [Item]
  /// How it is known that senders share so: an address, or that it is a guess, and on what grounds.
  public var source: String?
  /// The documents that there shall be in the parcel; nil if the recording does not list them.
  public var expected: [Expected]?

  /// One extension item.
  public struct Item: Codable, Sendable {
    /// What it is called.
    public var title: String?
    /// What is written with it.
    public var text: String?
    /// What is attached to it.
    public var attachments: [Attachment]?
  }

  /// One item provider.
  public struct Attachment: Codable, Sendable {
    /// The name that the sender suggests.
    public var suggestedName: String?
    /// What the preprocessing script answered in the page.
    public var javaScript: [String: String?]?
    /// A picture that stands for the attachment, which the sender offers as its preview: a file, relative to the file that
    /// this is in.
    public var preview: String?
    /// In the sender's order of preference.
    public var representations: [Representation]?
  }

  /// One form in which it can be had. One of `file`, `url`, `text`, `base64` and `error` says what comes.
  public struct Representation: Codable, Sendable {
    /// Its uniform type identifier.
    public var type: String
    /// A file or folder, relative to the file that this is in. Offered as an address, it is the address that is
    /// handed over.
    public var file: String?
    /// Whether the file may be read where it is.
    public var inPlace: Bool?
    /// An address.
    public var url: String?
    /// A text.
    public var text: String?
    /// Bytes.
    public var base64: String?
    /// The error of the sender.
    public var error: String?
    /// In seconds, before the sender answers.
    public var delay: Double?
    /// How often it answers: a sender that behaves does so once.
    public var callbacks: Int?
    /// Offers the address of the file as an object, under the type of the file, as crash reports are shared: who asks for
    /// a file gets an archive of the address.
    public var wrapped: Bool?
  }

  /// One document.
  public struct Expected: Codable, Sendable {
    /// Its name in the parcel.
    public var name: String
    /// Of a file its bytes; of a folder the lines that `sha256sum` prints for its files, sorted by path.
    public var sha256: String?
    /// The same of a file with a few words, in words.
    public var text: String?
    /// The addresses of its source.
    public var whereFrom: [String]?
    /// Its comment.
    public var comment: String?
    /// The address in a `.webloc`, whose bytes may differ from one system to the next.
    public var link: String?
  }

}

extension RecordedShare {
  /// Reads one; relative paths become absolute.
  ///
  /// - Throws: what is wrong with the file, by name.
  public init(contentsOf file: URL) throws {
    self = try JSONDecoder().decode(RecordedShare.self, from: Data(contentsOf: file))
    let folder = file.deletingLastPathComponent()
    for item in items.indices {
      for attachment in (items[item].attachments ?? []).indices {
        items[item].attachments?[attachment].resolve(in: folder)
      }
    }
  }

  /// The files that the sender lets the receiver read.
  public var files: [String] {
    items.flatMap { $0.attachments ?? [] }.flatMap { $0.representations ?? [] }.compactMap(\.file)
  }

  /// The bytes that the sender hands over without a file; of an address the document that it becomes.
  public var bytes: [[UInt8]] {
    // A title that no name says is a comment; a comment that the disk refuses is a document.
    let attachments = items.flatMap { $0.attachments ?? [] }
    let representations = attachments.flatMap { $0.representations ?? [] }
    let answers = attachments.flatMap { $0.javaScript.map { $0.values.compactMap { $0 } } ?? [] }
    let words = items.flatMap { [$0.title, $0.text] }.compactMap { $0 } + answers
    let texts = words + representations.flatMap { [$0.url, $0.text] }.compactMap { $0 }
    let bytes = representations.compactMap { $0.base64.flatMap { Data(base64Encoded: $0) } }
    // The property list that Safari writes.
    let links = texts.compactMap { URL(string: $0) }.compactMap {
      try? PropertyListSerialization.data(
        fromPropertyList: ["URL": $0.absoluteString], format: .xml, options: 0)
    }
    return (bytes + links).map { Array($0) } + texts.map { Array($0.utf8) }
  }

  /// The types of every attachment of every item, as the activation rule sees them.
  public var types: [[[String]]] {
    items.map { ($0.attachments ?? []).map { $0.provider.registeredTypeIdentifiers } }
  }

  /// The items as the share sheet passes them on.
  public var extensionItems: [NSExtensionItem] {
    items.map { item in
      let result = NSExtensionItem()
      result.attributedTitle = item.title.map { NSAttributedString(string: $0) }
      result.attributedContentText = item.text.map { NSAttributedString(string: $0) }
      result.attachments = item.attachments?.map(\.provider)
      return result
    }
  }
}

extension RecordedShare.Attachment {
  fileprivate mutating func resolve(in folder: URL) {
    preview = preview.map { folder.appending(path: $0).standardizedFileURL.path(percentEncoded: false) }
    for index in (representations ?? []).indices {
      representations?[index].takeRelativeAddress()
      guard let file = representations?[index].file, !file.hasPrefix("/") else { continue }
      representations?[index].file =
        folder.appending(path: file).standardizedFileURL.path(percentEncoded: false)
    }
  }

  fileprivate var provider: NSItemProvider {
    let provider = NSItemProvider()
    provider.suggestedName = suggestedName
    for representation in representations ?? [] { representation.register(with: provider) }
    if let preview {
      provider.previewImageHandler = { completion, _, _ in completion?(NSURL(fileURLWithPath: preview), nil) }
    }
    if let javaScript {
      let answer =
        [NSExtensionJavaScriptPreprocessingResultsKey: javaScript.compactMapValues { $0 }] as NSDictionary
      nonisolated(unsafe) let item = answer
      provider.registerItem(forTypeIdentifier: UTType.propertyList.identifier) { completion, _, _ in
        completion?(item, nil)
      }
    }
    return provider
  }
}

extension RecordedShare.Representation {
  /// The address of a file may be written as its path.
  fileprivate mutating func takeRelativeAddress() {
    guard let url, type == UTType.fileURL.identifier, URL(string: url)?.scheme == nil else { return }
    (file, self.url) = (url, nil)
  }

  fileprivate func register(with provider: NSItemProvider) {
    let isAddress = UTType(type)?.conforms(to: .url) == true
    let isText = UTType(type)?.conforms(to: .plainText) == true || type == UTType.text.identifier
    if let error {
      let failure = Failure(error)
      provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { answer in
        answers { answer(nil, failure) }
      }
    } else if isAddress || wrapped == true, let file {
      registerItem(URL(fileURLWithPath: file) as NSURL, with: provider)
    } else if isAddress, let address = (url ?? text).flatMap({ URL(string: $0) }) {
      registerItem(address as NSURL, with: provider)
    } else if isText, let text {
      registerItem(text as NSString, with: provider)
    } else if let file {
      let url = URL(fileURLWithPath: file)
      let isInPlace = inPlace ?? false
      provider.registerFileRepresentation(
        forTypeIdentifier: type, fileOptions: isInPlace ? .openInPlace : [], visibility: .all
      ) { answer in
        answers { Self.exists(file) ? answer(url, isInPlace, nil) : answer(nil, false, Failure.missing) }
      }
    } else {
      let data = data
      provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { answer in
        answers { answer(data, data == nil ? Failure.missing : nil) }
      }
    }
  }

  private func registerItem(_ item: any NSSecureCoding, with provider: NSItemProvider) {
    // No code changes it from here on.
    nonisolated(unsafe) let item = item
    provider.registerItem(forTypeIdentifier: type) { completion, _, _ in
      _ = answers { completion?(item, nil) }
    }
  }

  private var data: Data? {
    base64.flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }
      ?? (text ?? url).map { Data($0.utf8) }
  }

  /// Answers as late and as often as this sender does.
  private func answers(_ answer: @escaping @Sendable () -> Void) -> Progress? {
    let times = callbacks ?? 1
    let call: @Sendable () -> Void = { for _ in 0..<times { answer() } }
    if let delay, delay > 0 {
      DispatchQueue.global().asyncAfter(deadline: .now() + delay, execute: call)
    } else {
      call()
    }
    return nil
  }

  private static func exists(_ file: String) -> Bool {
    var status = stat()
    // No app hands over a pipe or a device, and reading one might never end.
    return lstat(file, &status) == 0 && [S_IFREG, S_IFDIR, S_IFLNK].contains(status.st_mode & S_IFMT)
  }
}

/// The reply of a sender.
private struct Failure: LocalizedError {
  let errorDescription: String?

  init(_ sentence: String) { errorDescription = sentence }

  static let missing = Failure("There is no such file.")
}
