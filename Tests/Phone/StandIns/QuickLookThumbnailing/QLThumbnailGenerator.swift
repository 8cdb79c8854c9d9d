@_exported import AppleFoundation
@_exported import Foundation
import Synchronization
import UIKit
import UniformTypeIdentifiers

/// Draws small pictures of files, in a process of the system's.
open class QLThumbnailGenerator: NSObject {
  nonisolated(unsafe) private static let only = QLThumbnailGenerator()

  open class var shared: QLThumbnailGenerator { only }

  // The completion handlers, as Xcode 26 and as Xcode 16 sees them.
  #if STRICT_FLAVOUR
    public typealias Failure = @Sendable ((any Error)?) -> Void
    public typealias Picture = @Sendable (QLThumbnailRepresentation?, (any Error)?) -> Void
  #else
    public typealias Picture = (QLThumbnailRepresentation?, (any Error)?) -> Void
    public typealias Failure = ((any Error)?) -> Void
  #endif

  open class Request: NSObject {
    public struct RepresentationTypes: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { self.rawValue = rawValue }

      public static var thumbnail: RepresentationTypes { RepresentationTypes(rawValue: 1 << 2) }
    }

    let file: URL
    let size: CGSize

    /// A picture of a file. The size is in points, the scale says how many pixels one has.
    ///
    /// <https://developer.apple.com/documentation/quicklookthumbnailing/qlthumbnailgenerator/request/init(fileat:size:scale:representationtypes:)>
    public init(
      fileAt url: URL, size: CGSize, scale: CGFloat, representationTypes: RepresentationTypes
    ) {
      file = url
      self.size = CGSize(width: size.width * scale, height: size.height * scale)
      super.init()
    }
  }

  /// Draws a picture and saves it to a file, which is the caller's to remove: for file providers, which have
  /// little memory.
  @available(*, renamed: "saveBestRepresentation(for:to:as:)")
  open func saveBestRepresentation(
    for request: Request, to fileURL: URL, as contentType: UTType,
    completion completionHandler: @escaping Failure
  ) {
    draw(request, as: contentType) {
      try $0.write(to: fileURL)
    } answer: {
      completionHandler($1)
    }
  }

  /// Draws a picture: the best of the kinds that will do.
  @available(*, renamed: "generateBestRepresentation(for:)")
  open func generateBestRepresentation(
    for request: Request, completion completionHandler: @escaping Picture
  ) {
    draw(request, as: .png) {
      UIImage(data: $0)
    } answer: {
      completionHandler($0?.map(QLThumbnailRepresentation.init), $1)
    }
  }

  /// Draws on another thread, and does something with the bytes there.
  private func draw<Result>(
    _ request: Request, as type: UTType, use: @escaping @Sendable (Data) throws -> Result,
    answer: @escaping (Result?, (any Error)?) -> Void
  ) {
    // Called once, on that thread, in either flavour.
    nonisolated(unsafe) let answer = answer
    let (file, size) = (request.file, request.size)
    DispatchQueue.global().async {
      do {
        answer(try use(StandIn.painter(of: file)(file, size, type)), nil)
      } catch {
        answer(nil, error)
      }
    }
  }

  open func saveBestRepresentation(
    for request: Request, to fileURL: URL, as contentType: UTType
  ) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      saveBestRepresentation(for: request, to: fileURL, as: contentType) { error in
        continuation.resume(with: error.map(Result.failure) ?? .success(()))
      }
    }
  }

  open func generateBestRepresentation(for request: Request) async throws -> QLThumbnailRepresentation {
    try await withCheckedThrowingContinuation { continuation in
      generateBestRepresentation(for: request) { picture, error in
        // Handed over to the one caller.
        nonisolated(unsafe) let result =
          picture.map(Result.success) ?? .failure(error ?? CocoaError(.featureUnsupported))
        continuation.resume(with: result)
      }
    }
  }

  /// Ends a request. Its completion handler may be called all the same.
  open func cancel(_ request: Request) { StandIn.cancelThumbnail(of: request.file) }
}

open class QLThumbnailRepresentation: NSObject {
  public let uiImage: UIImage

  init(_ uiImage: UIImage) { self.uiImage = uiImage }
}

extension StandIn {
  private static let cancellers = Mutex<[String: @Sendable (URL) -> Void]>([:])

  /// The system's side: sets what is called when the caller cancels the picture of a file below a folder; nil removes it.
  public static func cancelThumbnails(below folder: String, _ canceller: (@Sendable (URL) -> Void)?) {
    cancellers.withLock { $0[folder] = canceller }
  }

  static func cancelThumbnail(of file: URL) {
    cancellers.withLock { $0.first { file.path.hasPrefix($0.key + "/") }?.value }?(file)
  }

  /// The system's side: draws a picture of a file, of a size in pixels, as a type.
  public typealias Painter = @Sendable (_ file: URL, _ size: CGSize, _ type: UTType) throws -> Data

  private static let painters = Mutex<[String: Painter]>([:])

  /// The system's side: sets what draws pictures of files below a folder; nil removes it.
  public static func drawThumbnails(below folder: String, _ painter: Painter?) {
    painters.withLock { $0[folder] = painter }
  }

  static func painter(of file: URL) throws -> Painter {
    let found = painters.withLock { $0.first { file.path.hasPrefix($0.key + "/") }?.value }
    guard let found else { throw QLThumbnailError(.generationFailed) }
    return found
  }
}

/// The domain of the errors below.
private let QLThumbnailErrorDomain = "QLThumbnailErrorDomain"

/// <https://developer.apple.com/documentation/quicklookthumbnailing/qlthumbnailerror-swift.struct>
public struct QLThumbnailError: _BridgedStoredNSError, Sendable {
  public let _nsError: NSError

  public init(_nsError error: NSError) {
    precondition(error.domain == QLThumbnailErrorDomain)
    _nsError = error
  }

  public static var _nsErrorDomain: String { QLThumbnailErrorDomain }

  public enum Code: Int, Sendable, _ErrorCodeProtocol {
    public typealias _ErrorType = QLThumbnailError

    /// The file has no picture that the system can draw.
    case generationFailed = 0
    /// For the system's side: the picture could not be written.
    case savingToURLFailed = 1
    /// For the system's side: the request was cancelled.
    case requestCancelled = 5
  }

  public static var generationFailed: Code { .generationFailed }
}
