import Foundation

/// What a property list wraps: the object of a sender that handed over an object instead of a file is archived on the way.
enum Wrapping {
  /// The address of a file: crash reports. It is not read by that address, because any list can name any file: the sender
  /// is asked for the file that it means.
  case address
  /// An encoded image: screenshots shared from their thumbnail.
  case image(Data)

  /// Longer lists are documents. A screenshot of the largest iPad has some 12 MB.
  static let longest = 16 << 20

  /// Looks into a property list; nil when it is just that.
  ///
  /// Nothing is unarchived, and no pixel decoded: an archive is a property list itself, which names the
  /// classes of what is in it. The archive of one image holds a whole PNG or JPEG, and that is kept, as it is.
  init?(_ contents: Data) {
    let list = try? PropertyListSerialization.propertyList(from: contents, format: nil)
    if let list, Self.isFileAddress(list) {
      self = .address
    } else if let archive = list as? [String: Any], archive["$archiver"] as? String == "NSKeyedArchiver",
      let objects = archive["$objects"] as? [Any], let object = Self.archived(objects)
    {
      self = object
    } else {
      return nil
    }
  }

  /// A string, or the three parts of a URL on the pasteboard: address, base, nothing.
  private static func isFileAddress(_ list: Any) -> Bool {
    let text = list as? String ?? (list as? [Any])?.first as? String
    return text.flatMap { URL(string: $0) }?.isFileURL == true
  }

  /// The one object of an archive, if it is one that was meant to be a file.
  private static func archived(_ objects: [Any]) -> Wrapping? {
    let classes = Set(objects.compactMap { ($0 as? [String: Any])?["$classname"] as? String })
    if classes.contains("UIImage") {
      // Its bytes are plain, or in an object of their own.
      let images = objects.compactMap { $0 as? Data ?? ($0 as? [String: Any])?["NS.data"] as? Data }
        .filter { data in
          let signature = Signature(Array(data.prefix(Signature.length)))
          return signature.map { [.png, .jpeg, .gif, .heic, .heif].contains($0) } == true
        }
      return images.count == 1 ? .image(images[0]) : nil
    }
    // An address, or the text of one.
    guard classes.isSubset(of: ["NSURL", "NSString", "NSMutableString"]) else { return nil }
    return objects.count(where: { $0 is String && isFileAddress($0) }) == 1 ? .address : nil
  }
}
