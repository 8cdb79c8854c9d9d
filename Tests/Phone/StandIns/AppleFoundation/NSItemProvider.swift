import Foundation
import Synchronization
import UniformTypeIdentifiers

/// Conveys something from one app to another, in as many representations as its owner registers.
///
/// Every handler runs on a queue of the provider's own, and once.
open class NSItemProvider: NSObject, NSCopying {
  public typealias CompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void

  public typealias LoadHandler =
    @Sendable (
      NSItemProvider.CompletionHandler?, AnyClass?, [AnyHashable: Any]?
    ) -> Void

  enum ErrorCode: Int {
    /// There is no such representation.
    case itemUnavailableError = -1000
    /// The item cannot be made into what was asked for.
    case unavailableCoercionError = -1200

    var error: NSError { NSError(domain: "NSItemProviderErrorDomain", code: rawValue) }
  }

  open var suggestedName: String?

  private var representations: [Representation] = []

  /// <https://developer.apple.com/documentation/foundation/nsitemprovider/init()>
  public override init() {}

  /// <https://developer.apple.com/documentation/foundation/nsitemprovider/init(item:typeidentifier:)>
  @available(iOS, introduced: 8.0, deprecated: 27.0)
  public init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
    super.init()
    guard let item, let typeIdentifier else { return }
    // The caller leaves an item that it passed to a provider alone from then on.
    nonisolated(unsafe) let constant = item
    registerItem(forTypeIdentifier: typeIdentifier) { completion, _, _ in completion?(constant, nil) }
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// <https://developer.apple.com/documentation/foundation/nsitemprovider/init(contentsof:)>
  public convenience init?(contentsOf fileURL: URL!) {
    guard let fileURL, fileURL.isFileURL else { return nil }
    self.init()
    suggestedName = fileURL.lastPathComponent
    registerFileRepresentation(
      forTypeIdentifier: Self.type(of: fileURL).identifier, fileOptions: .openInPlace, visibility: .all
    ) { completion in
      completion(fileURL, true, nil)
      return nil
    }
    registerItem(forTypeIdentifier: UTType.fileURL.identifier) { completion, _, _ in
      completion?(fileURL as NSURL, nil)
    }
  }

  private static func type(of file: URL) -> UTType {
    let isFolder = (try? file.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
    guard isFolder else { return UTType(filenameExtension: file.pathExtension) ?? .data }
    let type = UTType(filenameExtension: file.pathExtension, conformingTo: .directory)
    return type.flatMap { $0.isDynamic ? nil : $0 } ?? .folder
  }

  open func copy(with zone: NSZone?) -> Any { copy(of: { _ in true }) }

  open override func copy() -> Any { copy(with: nil) }

  /// Offers data. The system's side: the sharing app calls it.
  open func registerDataRepresentation(
    forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility,
    loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
  ) {
    register(
      Representation(typeIdentifier: typeIdentifier, visibility: visibility, source: .data(loadHandler)))
  }

  open func registerFileRepresentation(
    forTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = [],
    visibility: NSItemProviderRepresentationVisibility,
    loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
  ) {
    register(
      Representation(
        typeIdentifier: typeIdentifier, fileOptions: fileOptions, visibility: visibility,
        source: .file(loadHandler)))
  }

  /// Offers an object. The system's side: the sharing app calls it.
  open func registerItem(
    forTypeIdentifier typeIdentifier: String, loadHandler: @escaping NSItemProvider.LoadHandler
  ) {
    register(Representation(typeIdentifier: typeIdentifier, source: .item(loadHandler)))
  }

  /// The system's side: what another process sees of it.
  public var fromAnotherProcess: NSItemProvider { copy(of: { $0.visibility == .all }) }

  private func copy(of isWanted: (Representation) -> Bool) -> NSItemProvider {
    let provider = NSItemProvider()
    provider.suggestedName = suggestedName
    provider.representations = representations.filter(isWanted)
    return provider
  }

  private func register(_ representation: Representation) {
    let type = representation.typeIdentifier
    if let index = representations.firstIndex(where: { $0.typeIdentifier == type }) {
      representations[index] = representation
    } else {
      representations.append(representation)
    }
  }

  /// Makes the picture that stands for the item until it is loaded; it is no representation of it. The system's side: the
  /// sharing app sets it.
  open var previewImageHandler: NSItemProvider.LoadHandler?

  /// The types offered, in the order of their registration: the best first.
  open var registeredTypeIdentifiers: [String] { representations.map(\.typeIdentifier) }

  open func registeredTypeIdentifiers(fileOptions: NSItemProviderFileOptions = []) -> [String] {
    representations.filter { $0.fileOptions.isSuperset(of: fileOptions) }.map(\.typeIdentifier)
  }

  @discardableResult
  open func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    load(typeIdentifier) { type, item, load in
      let data = try item.data(of: type)
      load.answer { completionHandler(data, nil) }
    } failure: {
      completionHandler(nil, $0)
    }
  }

  /// Loads a copy in a temporary file, which is gone when the handler has returned.
  @discardableResult
  open func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    return load(typeIdentifier) { type, item, load in
      try TemporaryCopy.with(item, type) { url in load.answer { completionHandler(url, nil) } }
    } failure: {
      completionHandler(nil, $0)
    }
  }

  /// Loads the original file where it is, with true, or a copy as
  /// ``loadFileRepresentation(forTypeIdentifier:completionHandler:)`` does, with false.
  @discardableResult
  open func loadInPlaceFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
  ) -> Progress {
    return load(typeIdentifier) { type, item, load in
      if case .file(let url, isInPlace: true) = item, !StandIn.isCopied(url) {
        load.answer { completionHandler(url, true, nil) }
      } else {
        try TemporaryCopy.with(item, type) { url in
          try CoordinatedCopies.hide(url)
          load.answer { completionHandler(url, false, nil) }
        }
      }
    } failure: {
      completionHandler(nil, false, $0)
    }
  }

  /// Loads an object of a class, of the first representation that the class can be read from. What was registered as an
  /// item cannot be had so: <https://developer.apple.com/documentation/foundation/nsitemprovider/errorcode>.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsitemprovider/loadobject(ofclass:completionhandler:)>
  @discardableResult
  open func loadObject(
    ofClass aClass: any NSItemProviderReading.Type,
    completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
  ) -> Progress {
    let readable = aClass.readableTypeIdentifiersForItemProvider
    let type = registeredTypeIdentifiers.first { offered in
      readable.contains { offered == $0 || UTType(offered)?.conforms(to: UTType($0) ?? .data) == true }
    }
    // A class can be asked on any thread.
    nonisolated(unsafe) let aClass = aClass
    return load(type) { type, item, load in
      if case .object = item { throw ErrorCode.unavailableCoercionError.error }
      let object = try aClass.object(withItemProviderData: item.data(of: type), typeIdentifier: type)
      load.answer { completionHandler(object, nil) }
    } failure: {
      completionHandler(nil, $0)
    }
  }

  /// Loads the object that was registered: data and files that were registered come as `NSData` and
  /// `NSURL`.
  @available(iOS, introduced: 8.0, deprecated: 27.0)
  open func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
    completionHandler: NSItemProvider.CompletionHandler? = nil
  ) {
    guard let completionHandler else { return }
    _ = load(typeIdentifier) { _, item, load in
      load.answer { completionHandler(item.object, nil) }
    } failure: {
      completionHandler(nil, $0)
    }
  }

  /// A twin is found by name only where the handler may not be nil; with a handler this declaration is preferred.
  @available(iOS, introduced: 8.0, deprecated: 27.0)
  @available(*, renamed: "loadItem(forTypeIdentifier:options:)")
  public func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
    completionHandler: @escaping NSItemProvider.CompletionHandler
  ) {
    loadItem(
      forTypeIdentifier: typeIdentifier, options: options, completionHandler: Optional(completionHandler))
  }

  @available(iOS, introduced: 8.0, deprecated: 27.0)
  public func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil
  ) async throws -> any NSSecureCoding {
    try await withCheckedThrowingContinuation { continuation in
      loadItem(forTypeIdentifier: typeIdentifier, options: options) { item, error in
        // Handed over to the one caller.
        nonisolated(unsafe) let result =
          item.map(Result.success) ?? .failure(error ?? ErrorCode.itemUnavailableError.error)
        continuation.resume(with: result)
      }
    }
  }

  /// Finds the representation and asks for it.
  ///
  /// - Parameters:
  ///   - success: answers the load, or throws.
  ///   - failure: the handler, told of an error.
  private func load(
    _ typeIdentifier: String?,
    success: @escaping @Sendable (_ type: String, Item, Load) throws -> Void,
    failure: @escaping @Sendable (any Error) -> Void
  ) -> Progress {
    let load = Load()
    let fail = { @Sendable (error: any Error) in load.answer { failure(error) } }
    // One unit: the work of the owner, who may say how it comes along.
    let progress = Progress(totalUnitCount: 1)
    progress.cancellationHandler = { Load.queue.async { fail(CocoaError(.userCancelled)) } }
    let found = typeIdentifier.flatMap { wanted in
      representations.first { $0.typeIdentifier == wanted }
        ?? representations.first { $0.conforms(to: wanted) }
    }
    Load.queue.async {
      guard let found else { return fail(ErrorCode.itemUnavailableError.error) }
      let child = found.load { result in
        // The owner may answer on any thread.
        Load.queue.async {
          do {
            try success(found.typeIdentifier, result.get(), load)
          } catch {
            fail(error)
          }
        }
      }
      guard let child else { return }
      progress.addChild(child, withPendingUnitCount: 1)
      if progress.isCancelled { child.cancel() }
    }
    return progress
  }
}

@available(*, unavailable)
extension NSItemProvider: @unchecked Sendable {}

public protocol NSItemProviderReading: NSObjectProtocol {
  /// The types that it can be made of, the best first.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsitemproviderreading/readabletypeidentifiersforitemprovider>
  static var readableTypeIdentifiersForItemProvider: [String] { get }

  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

extension NSString: NSItemProviderReading {
  /// <https://developer.apple.com/documentation/foundation/nsitemproviderreading/readabletypeidentifiersforitemprovider>
  public static var readableTypeIdentifiersForItemProvider: [String] { [UTType.plainText.identifier] }

  /// A text of bytes whose encoding the type tells.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsitemproviderreading/object(withitemproviderdata:typeidentifier:)>
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
    let isWide = UTType(typeIdentifier)?.conforms(to: .utf16PlainText) == true
    guard let text = String(data: data, encoding: isWide ? .utf16 : .utf8),
      let object = NSString(string: text) as? Self
    else { throw NSItemProvider.ErrorCode.unavailableCoercionError.error }
    return object
  }
}

extension NSURL: NSItemProviderReading {
  /// <https://developer.apple.com/documentation/foundation/nsitemproviderreading/readabletypeidentifiersforitemprovider>
  public static var readableTypeIdentifiersForItemProvider: [String] { [UTType.url.identifier] }

  /// An address of the bytes of its text. Other forms are not documented, and not read.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsitemproviderreading/object(withitemproviderdata:typeidentifier:)>
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
    guard let text = String(data: data, encoding: .utf8), let object = NSURL(string: text) as? Self
    else { throw NSItemProvider.ErrorCode.unavailableCoercionError.error }
    return object
  }
}

public struct NSItemProviderFileOptions: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The original may be opened where it is.
  public static var openInPlace: NSItemProviderFileOptions { NSItemProviderFileOptions(rawValue: 1) }
}

public enum NSItemProviderRepresentationVisibility: Int, Sendable {
  case all = 0
  case ownProcess = 3
}

/// One request: the first answer counts.
final class Load: Sendable {
  static let queue = DispatchQueue(label: "NSItemProvider", attributes: .concurrent)

  private let isAnswered = Mutex(false)

  func answer(_ handler: () -> Void) {
    let isFirst = isAnswered.withLock { isAnswered in
      defer { isAnswered = true }
      return !isAnswered
    }
    if isFirst { handler() }
  }
}
