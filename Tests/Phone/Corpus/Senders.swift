import Foundation
import UIKit
import UniformTypeIdentifiers

/// A sender that answers when it is told to.
public final class LateSender: @unchecked Sendable {
  // Unchecked because the compiler does not see that the lock guards the values.
  private var answers: (@Sendable (Data?, (any Error)?) -> Void)?
  private var waiting: CheckedContinuation<Void, Never>?
  private let progress = Progress(totalUnitCount: 1000)
  private let lock = NSLock()
  private let name: String

  /// - Parameter name: the name that it suggests.
  public init(name: String) { self.name = name }

  /// Whether the receiver has asked for the file.
  public var isAsked: Bool { lock.withLock { answers != nil } }
  /// Whether the receiver has cancelled.
  public var isCancelled: Bool { progress.isCancelled }

  /// What the share sheet hands over.
  @MainActor public var item: NSExtensionItem {
    let provider = NSItemProvider()
    provider.suggestedName = name
    provider.registerDataRepresentation(forTypeIdentifier: UTType.pdf.identifier, visibility: .all) {
      answer in
      self.ask(answer)
      return self.progress
    }
    let item = NSExtensionItem()
    item.attachments = [provider]
    return item
  }

  /// Waits until it is asked.
  public func asked() async {
    await withCheckedContinuation { continuation in
      let isAsked = lock.withLock {
        if answers == nil { waiting = continuation }
        return answers != nil
      }
      if isAsked { continuation.resume() }
    }
  }

  /// Hands over a PDF.
  public func answer() { lock.withLock { answers }?(Data("%PDF-".utf8), nil) }

  private func ask(_ answer: @escaping @Sendable (Data?, (any Error)?) -> Void) {
    let waiting = lock.withLock {
      answers = answer
      defer { self.waiting = nil }
      return self.waiting
    }
    waiting?.resume()
  }
}

extension NSItemProvider {
  /// A provider of a file that its sender cannot read.
  public static func broken(_ name: String) -> NSItemProvider {
    let provider = NSItemProvider()
    provider.suggestedName = name
    provider.registerFileRepresentation(
      forTypeIdentifier: UTType.pdf.identifier, fileOptions: [], visibility: .all
    ) { answer in
      answer(nil, false, CocoaError(.fileReadNoSuchFile))
      return nil
    }
    return provider
  }
}
