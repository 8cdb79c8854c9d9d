import Foundation
import Synchronization
import UniformTypeIdentifiers

extension NSItemProvider {
  /// One of the forms in which something is offered.
  struct Representation: Sendable {
    enum Source: Sendable {
      case data(@Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?)
      case file(@Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?)
      case item(LoadHandler)
    }

    let typeIdentifier: String
    var fileOptions: NSItemProviderFileOptions = []
    var visibility = NSItemProviderRepresentationVisibility.all
    let source: Source

    func conforms(to identifier: String) -> Bool {
      if typeIdentifier == identifier { return true }
      guard let type = UTType(typeIdentifier), let wanted = UTType(identifier) else { return false }
      return type.conforms(to: wanted)
    }

    /// Asks the owner.
    func load(_ answer: @escaping @Sendable (Result<Item, any Error>) -> Void) -> Progress? {
      switch source {
      case .data(let load):
        return load { data, error in answer(Self.result(data.map(Item.data), error)) }
      case .file(let load):
        let isInPlace = fileOptions.contains(.openInPlace)
        return load { url, _, error in
          answer(Self.result(url.map { .file($0, isInPlace: isInPlace) }, error))
        }
      case .item(let load):
        load({ object, error in answer(Self.result(object.map(Item.object), error)) }, nil, nil)
        return nil
      }
    }

    private static func result(_ item: Item?, _ error: (any Error)?) -> Result<Item, any Error> {
      item.map(Result.success) ?? .failure(error ?? ErrorCode.itemUnavailableError.error)
    }
  }

  /// What an owner handed over.
  // Unchecked because the app that hands over an object leaves it alone from then on.
  enum Item: @unchecked Sendable {
    case data(Data)
    case file(URL, isInPlace: Bool)
    case object(any NSSecureCoding)

    /// The object that stands for it.
    var object: any NSSecureCoding {
      switch self {
      case .data(let data): data as NSData
      case .file(let url, _): url as NSURL
      case .object(let object): object
      }
    }

    /// The file that has its bytes, if it was offered as a file. The address of a file is an object like any other: see
    /// ``data(of:)``.
    var file: URL? {
      if case .file(let url, _) = self { url } else { nil }
    }

    /// Its bytes. An address is written as a property list of its text, its base and its properties, and a file is not read
    /// for it: <https://github.com/nextcloud/ios/issues/1060>, <https://github.com/keybase/client/pull/29549>.
    func data(of type: String) throws -> Data {
      if let file { return try Data(contentsOf: file, options: .mappedIfSafe) }
      switch object {
      case let data as NSData: return data as Data
      case let url as NSURL:
        let parts: [Any] = [(url as URL).absoluteString, "", [String: Any]()]
        return try PropertyListSerialization.data(fromPropertyList: parts, format: .binary, options: 0)
      case let text as NSString:
        let isWide = [UTType.utf16PlainText, .utf16ExternalPlainText].map(\.identifier).contains(type)
        guard let data = (text as String).data(using: isWide ? .utf16 : .utf8) else { break }
        return data
      case let list where list is NSDictionary || list is NSArray:
        return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
      default: break
      }
      throw ErrorCode.unavailableCoercionError.error
    }
  }
}

/// The copies that an app reads through a coordinator, as the header of NSItemProvider wants it of both forms that
/// `loadInPlaceFileRepresentation` hands over. Without a coordinator there is nothing to read; when the coordinator lets go of
/// a copy, it is gone.
enum CoordinatedCopies {
  private static let hidden = Mutex<[String: URL]>([:])

  /// Moves a copy to where only a coordinator finds it, beside it.
  static func hide(_ copy: URL) throws {
    let place = copy.deletingLastPathComponent().appending(path: UUID().uuidString)
    try FileManager.default.moveItem(at: copy, to: place)
    hidden.withLock { $0[copy.path] = place }
  }

  /// Shows a copy while it is read; any other file is there before and after.
  static func read(_ url: URL, _ reader: (URL) -> Void) throws {
    guard let place = hidden.withLock({ $0.removeValue(forKey: url.path) }) else { return reader(url) }
    try FileManager.default.moveItem(at: place, to: url)
    reader(url)
    try FileManager.default.removeAsTheSystemDoes(url)
  }
}

extension StandIn {
  private static let copied = Mutex<Set<String>>([])

  /// The system's side: hands over copies of the files below a folder, also where they are offered in place, because they cannot
  /// be opened there.
  public static func copyFiles(below folder: String) { copied.withLock { _ = $0.insert(folder) } }

  static func isCopied(_ file: URL) -> Bool {
    copied.withLock { folders in folders.contains { file.path.hasPrefix($0 + "/") } }
  }
}

/// A copy of an item in the temporary folder.
enum TemporaryCopy {
  /// Makes a copy, and removes it when the body has returned.
  ///
  /// A file keeps its name, in a folder of the system's: `tmp/.com.apple.Foundation.NSItemProvider.b6vhpO/IMG_0022.heic`. Bytes
  /// get a name of the system's, in the place of one that is suggested: `.com.apple.Foundation.NSItemProvider.w3pBK3.jpg`. No
  /// documentation says so; apps that copy what they get have such paths in their reports, and such names in their folders.
  static func with(
    _ item: NSItemProvider.Item, _ type: String, _ body: (URL) throws -> Void
  ) throws {
    let name = ".com.apple.Foundation.NSItemProvider.\(UUID().uuidString.prefix(6))"
    let folder = FileManager.default.temporaryDirectory.appending(
      path: name + "-" + UUID().uuidString, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // What cannot be removed waits for the system to clear the temporary folder.
    defer { try? FileManager.default.removeAsTheSystemDoes(folder) }
    let file = item.file
    let ending = UTType(type)?.preferredFilenameExtension.map { "." + $0 } ?? ""
    let copy = folder.appending(path: file?.lastPathComponent ?? name + ending)
    if let file {
      try FileManager.default.copyAsTheSystemDoes(file, to: copy)
    } else {
      try item.data(of: type).write(to: copy)
    }
    try body(copy)
  }
}
