import Foundation
import IntrayCore
import UniformTypeIdentifiers

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
  /// Nothing is unarchived, and no pixel decoded. The archive of one image holds a whole PNG or JPEG, and that is kept, as it
  /// is.
  init?(_ contents: Data) {
    if let archive = PropertyList.decode(KeyedArchive.self, from: contents, atMost: Self.longest) {
      guard let object = Self.object(in: archive) else { return nil }
      self = object
    } else if PropertyList.decode(WrittenAddress.self, from: contents)?.url?.isFileURL == true {
      self = .address
    } else {
      return nil
    }
  }

  /// The one object of an archive, if it is one that was meant to be a file.
  private static func object(in archive: KeyedArchive) -> Wrapping? {
    if archive.classes.contains("UIImage") {
      // Its bytes are plain, or in an object of their own.
      let images = archive.objects.compactMap(\.data).filter {
        Signature(Array($0.prefix(Signature.length)))?.type.conforms(to: .image) == true
      }
      return images.count == 1 ? .image(images[0]) : nil
    }
    return archivedAddress(archive)?.isFileURL == true ? .address : nil
  }

  /// The one address that an archive holds, as such or as text; nil when it holds anything else.
  static func archivedAddress(_ archive: KeyedArchive) -> URL? {
    guard archive.classes.isSubset(of: ["NSURL", "NSString", "NSMutableString"]) else { return nil }
    let addresses = archive.objects.compactMap(\.text).compactMap { URL(string: $0) }.filter {
      $0.scheme != nil
    }
    return addresses.count == 1 ? addresses[0] : nil
  }
}
