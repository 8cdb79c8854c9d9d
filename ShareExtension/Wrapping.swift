import Foundation

/// What a property list turns out to wrap, when the sender offered something else: senders that hand over
/// an object instead of a file have it archived on the way.
enum Wrapping {
  /// The address of the file that was meant: crash reports, "file://…" in a list.
  case file(URL)
  /// An encoded image: screenshots shared from their thumbnail.
  case image(Data)

  /// Longer lists are documents. A screenshot of the largest iPad has some 12 MB.
  static let longest = 16 << 20

  /// Looks into a property list; nil when it is just that.
  ///
  /// No pixel is decoded: the archive of an image holds a whole PNG or JPEG, and that is what is kept, as it
  /// is.
  init?(_ contents: Data) {
    // What is no property list wraps nothing.
    guard let list = try? PropertyListSerialization.propertyList(from: contents, format: nil) else {
      return nil
    }
    if let url = Self.fileURL(list) {
      self = .file(url)
    } else if let archive = list as? [String: Any], archive["$archiver"] as? String == "NSKeyedArchiver",
      let object = Self.unarchived(contents)
    {
      self = object
    } else {
      return nil
    }
  }

  /// A string, or the three parts of a URL on the pasteboard: address, base, nothing.
  private static func fileURL(_ list: Any) -> URL? {
    let text = list as? String ?? (list as? [Any])?.first as? String
    guard let text, let url = URL(string: text), url.isFileURL else { return nil }
    return url
  }

  private static func unarchived(_ contents: Data) -> Wrapping? {
    // An archive that cannot be read securely is a document like any other.
    guard let archive = try? NSKeyedUnarchiver(forReadingFrom: contents) else { return nil }
    archive.requiresSecureCoding = true
    archive.decodingFailurePolicy = .setErrorAndReturn
    archive.setClass(ArchivedImage.self, forClassName: "UIImage")
    defer { archive.finishDecoding() }
    let root = archive.decodeObject(
      of: [ArchivedImage.self, NSURL.self, NSString.self, NSData.self], forKey: NSKeyedArchiveRootObjectKey)
    switch root {
    case let image as ArchivedImage: return image.contents.map { .image($0) }
    case let url as NSURL: return (url as URL).isFileURL ? .file(url as URL) : nil
    case let text as NSString: return fileURL(text as String).map { .file($0) }
    case let data as NSData: return ArchivedImage.isImage(data as Data) ? .image(data as Data) : nil
    default: return nil
    }
  }
}

/// Reads the archive of a `UIImage` without making one: its encoded bytes are under this key.
private final class ArchivedImage: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let contents: Data?

  init?(coder: NSCoder) {
    let data = coder.decodeObject(of: NSData.self, forKey: "UIImageData") as Data?
    contents = data.flatMap { Self.isImage($0) ? $0 : nil }
    super.init()
  }

  /// It is never written.
  func encode(with coder: NSCoder) {}

  static func isImage(_ data: Data) -> Bool {
    switch Signature(Array(data.prefix(Signature.length))) {
    case .png, .jpeg, .gif, .heic, .heif: true
    default: false
    }
  }
}
