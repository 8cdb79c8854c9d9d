@_exported import AppleFoundation
@_exported import Foundation
import Synchronization

/// Looks for text in a picture. It is all done on the device.
///
/// <https://developer.apple.com/documentation/vision/recognizetextrequest>
public struct RecognizeTextRequest: Sendable {
  public typealias Result = [RecognizedTextObservation]

  public enum Revision: Sendable { case revision3 }

  /// <https://developer.apple.com/documentation/vision/recognizetextrequest/init(_:)>
  public init(_ revision: Revision? = nil) {}

  /// Whether it finds out in which language the text is. It does not unless it is told to.
  public var automaticallyDetectsLanguage = false

  /// Performs the request on a picture. Throws for what is none.
  ///
  /// <https://developer.apple.com/documentation/vision/imageprocessingrequest/perform(on:orientation:)-80bya>
  public func perform(on url: URL, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
    guard let reader = StandIn.pictureReader(of: url) else {
      return try await perform(on: Data(contentsOf: url))
    }
    return try await reader(url).map { RecognizedTextObservation(text: $0) }
  }

  /// Here a picture has text in it when its bytes are that, behind a word that says so.
  ///
  /// <https://developer.apple.com/documentation/vision/imageprocessingrequest/perform(on:orientation:)-3f3f1>
  public func perform(on data: Data, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
    let text = String(decoding: data, as: UTF8.self)
    guard text.hasPrefix("text:") else { throw CocoaError(.featureUnsupported) }
    return text.dropFirst(5).split(separator: "\n").map { RecognizedTextObservation(text: String($0)) }
  }
}

public enum CGImagePropertyOrientation: UInt32, Sendable { case up = 1 }

/// A line of text in a picture.
public struct RecognizedTextObservation: Sendable {
  let text: String

  /// What it may say, the most likely first.
  public func topCandidates(_ maxCount: Int) -> [RecognizedText] { [RecognizedText(string: text)] }
}

public struct RecognizedText: Sendable {
  public let string: String
}

extension StandIn {
  /// The system's side: reads the lines of a picture.
  public typealias PictureReader = @Sendable (_ file: URL) async throws -> [String]

  private static let pictureReaders = Mutex<[String: PictureReader]>([:])

  /// The system's side: sets what reads pictures below a folder; nil removes it.
  public static func readPictures(below folder: String, _ reader: PictureReader?) {
    pictureReaders.withLock { $0[folder] = reader }
  }

  static func pictureReader(of file: URL) -> PictureReader? {
    pictureReaders.withLock { $0.first { file.path.hasPrefix($0.key + "/") }?.value }
  }
}
