import UniformTypeIdentifiers

/// A value that can be passed to other apps.
///
/// <https://developer.apple.com/documentation/coretransferable/transferable>
public protocol Transferable {
  /// The type of the representation.
  associatedtype Representation: TransferRepresentation
  /// How the value is passed.
  @TransferRepresentationBuilder<Self> static var transferRepresentation: Self.Representation { get }
}

/// A way to pass a value.
///
/// <https://developer.apple.com/documentation/coretransferable/transferrepresentation>
public protocol TransferRepresentation<Item>: Sendable {
  /// What is passed.
  associatedtype Item: Transferable
  /// What the representation is made of.
  associatedtype Body: TransferRepresentation
  /// What the representation is made of.
  @TransferRepresentationBuilder<Self.Item> var body: Self.Body { get }
}

/// Builds representations from closures.
///
/// <https://developer.apple.com/documentation/coretransferable/transferrepresentationbuilder>
@resultBuilder
public struct TransferRepresentationBuilder<Item: Transferable> {
  /// One representation.
  public static func buildBlock<Content: TransferRepresentation>(_ content: Content) -> Content
  where Content.Item == Item { content }
}

extension TransferRepresentation where Body == Never {
  /// A representation of the system's own has no body.
  public var body: Never { fatalError("This representation has no body.") }
}

extension Never: Transferable, TransferRepresentation {
  /// Nothing is passed.
  public typealias Item = Never
  /// Nothing is passed.
  public static var transferRepresentation: Never { fatalError("There is no such value.") }
}

/// A file that is passed to another app.
///
/// <https://developer.apple.com/documentation/coretransferable/senttransferredfile>
public struct SentTransferredFile: Sendable {
  /// Where it is.
  public let file: URL
  /// Whether the other app may use the file itself.
  public let allowAccessingOriginalFile: Bool
  /// Passes a file.
  public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {
    self.file = file
    self.allowAccessingOriginalFile = allowAccessingOriginalFile
  }
}

/// A file that comes from another app.
///
/// <https://developer.apple.com/documentation/coretransferable/receivedtransferredfile>
public struct ReceivedTransferredFile: Sendable {
  /// Where it is. It is gone when `importing` has returned.
  public let file: URL
  /// Whether it is the other app's own file.
  public let isOriginalFile: Bool
}

/// Passes a value as a file.
///
/// <https://developer.apple.com/documentation/coretransferable/filerepresentation>
public struct FileRepresentation<Item: Transferable>: TransferRepresentation {
  /// A representation of the system's own has no body.
  public typealias Body = Never
  let contentType: UTType
  let export: (@Sendable (Item) async throws -> SentTransferredFile)?
  let take: (@Sendable (ReceivedTransferredFile) async throws -> Item)?

  /// Passes values in both directions.
  public init(
    contentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) {
    (self.contentType, export, take) = (contentType, exporting, importing)
  }
  /// Passes values to other apps.
  public init(
    exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
  ) {
    (contentType, export, take) = (exportedContentType, exporting, nil)
  }
  /// Takes values from other apps.
  public init(
    importedContentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) {
    (contentType, export, take) = (importedContentType, nil, importing)
  }
}

/// Passes a value as another that can be passed.
///
/// <https://developer.apple.com/documentation/coretransferable/proxyrepresentation>
public struct ProxyRepresentation<Item: Transferable, ProxyRepresentation: Transferable>:
  TransferRepresentation
{
  /// A representation of the system's own has no body.
  public typealias Body = Never
  let export: @Sendable (Item) throws -> ProxyRepresentation
  /// Passes values to other apps.
  public init(exporting: @escaping @Sendable (Item) throws -> ProxyRepresentation) { export = exporting }
}

/// The representation of a value of the system's own.
public struct _SystemRepresentation<Item: Transferable>: TransferRepresentation {
  /// A representation of the system's own has no body.
  public typealias Body = Never
}

extension URL: Transferable {
  /// As an address.
  public static var transferRepresentation: _SystemRepresentation<URL> { _SystemRepresentation<URL>() }
}
extension String: Transferable {
  /// As text.
  public static var transferRepresentation: _SystemRepresentation<String> { _SystemRepresentation<String>() }
}
extension Data: Transferable {
  /// As bytes.
  public static var transferRepresentation: _SystemRepresentation<Data> { _SystemRepresentation<Data>() }
}
