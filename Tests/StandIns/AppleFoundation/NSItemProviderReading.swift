import Foundation
import UniformTypeIdentifiers

/// Something that can be made of what a provider offers.
///
/// <https://developer.apple.com/documentation/foundation/nsitemproviderreading>
public protocol NSItemProviderReading: NSObjectProtocol {
  /// What it can be made of, the best first.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsitemproviderreading/readabletypeidentifiersforitemprovider>
  static var readableTypeIdentifiersForItemProvider: [String] { get }

  /// Makes one.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsitemproviderreading/object(withitemproviderdata:typeidentifier:)>
  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

/// <https://developer.apple.com/documentation/foundation/nsitemproviderreading>
extension NSURL: NSItemProviderReading {
  /// Addresses.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    [UTType.url.identifier, UTType.fileURL.identifier]
  }

  /// The address that the bytes spell, or that the property list holds first.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
    let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
    let data = (list?.first as? String).map { Data($0.utf8) } ?? data
    guard !data.isEmpty, let url = NSURL(dataRepresentation: data, relativeTo: nil) as? Self else {
      throw NSItemProvider.ErrorCode.unavailableCoercionError.error
    }
    return url
  }
}

/// <https://developer.apple.com/documentation/foundation/nsitemproviderreading>
extension NSString: NSItemProviderReading {
  /// Plain text.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    [UTType.utf8PlainText, .utf16ExternalPlainText, .utf16PlainText, .plainText].map(\.identifier)
  }

  /// The text that the bytes spell.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
    guard let string = String(data: data, encoding: encoding(of: typeIdentifier)),
      let text = NSString(string: string) as? Self
    else { throw NSItemProvider.ErrorCode.unavailableCoercionError.error }
    return text
  }

  static func encoding(of typeIdentifier: String) -> String.Encoding {
    let isWide = [UTType.utf16PlainText, .utf16ExternalPlainText].map(\.identifier).contains(typeIdentifier)
    return isWide ? .utf16 : .utf8
  }
}
