@_exported import AppleFoundation
@_exported import Foundation
import SwiftUI
import UIKit
import UniformTypeIdentifiers

/// <https://developer.apple.com/documentation/photosui/phpickerconfiguration-swift.struct>
public struct PHPickerConfiguration: Sendable {
  /// <https://developer.apple.com/documentation/photosui/phpickerconfiguration-swift.struct/assetrepresentationmode>
  public enum AssetRepresentationMode: Hashable, Sendable {
    /// Any form that the system chooses, here another one than the original. The system's side.
    case automatic
    /// The original.
    case current
  }

  /// <https://developer.apple.com/documentation/photosui/phpickerconfiguration-swift.struct/preferredassetrepresentationmode>
  public var preferredAssetRepresentationMode: AssetRepresentationMode = .automatic
  /// How many the user can choose; 0 is any number.
  ///
  /// <https://developer.apple.com/documentation/photosui/phpickerconfiguration-swift.struct/selectionlimit>
  public var selectionLimit = 1

  public init() {}
}

/// <https://developer.apple.com/documentation/photosui/phpickerresult-swift.struct>
public struct PHPickerResult {
  /// <https://developer.apple.com/documentation/photosui/phpickerresult-swift.struct/itemprovider>
  public let itemProvider: NSItemProvider
}

/// <https://developer.apple.com/documentation/photosui/phpickerviewcontrollerdelegate-5yntc>
@MainActor @preconcurrency
public protocol PHPickerViewControllerDelegate: AnyObject {
  /// The user has chosen, or nothing after Cancel. Who is told closes the picker.
  ///
  /// <https://developer.apple.com/documentation/photosui/phpickerviewcontrollerdelegate-5yntc/picker(_:didfinishpicking:)>
  func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult])
}

/// The system's picker over Photos, in a process of its own, so that it needs no permission. Here the user chooses as many as
/// the configuration allows.
@MainActor
open class PHPickerViewController: UIViewController, HarnessShowing {
  /// <https://developer.apple.com/documentation/photosui/phpickerviewcontroller/delegate-3zqmt>
  open weak var delegate: (any PHPickerViewControllerDelegate)?
  private var configuration = PHPickerConfiguration()

  /// <https://developer.apple.com/documentation/photosui/phpickerviewcontroller/init(configuration:)>
  public convenience init(configuration: PHPickerConfiguration) {
    self.init()
    self.configuration = configuration
  }

  init() { super.init(nibName: nil, bundle: nil) }

  public required init?(coder: NSCoder) { nil }

  /// The system's side: what is on screen.
  public var node: HarnessNode {
    var buttons = [HarnessNode(.button, label: "Add"), HarnessNode(.button, label: "Cancel")]
    buttons[0].actions.press = { [weak self] in MainActor.assumeIsolated { self?.end(true) } }
    buttons[1].actions.press = { [weak self] in MainActor.assumeIsolated { self?.end(false) } }
    return HarnessNode(.dialog, label: "Photos", children: buttons)
  }

  private func end(_ isDone: Bool) {
    let limit = configuration.selectionLimit == 0 ? Int.max : configuration.selectionLimit
    let isOriginal = configuration.preferredAssetRepresentationMode != .automatic
    let chosen = isDone ? StandIn.PhotoLibrary.ofTask.photos.prefix(limit) : []
    delegate?.picker(
      self, didFinishPicking: chosen.map { PHPickerResult(itemProvider: $0.provider(isOriginal: isOriginal)) }
    )
  }
}

extension StandIn {
  /// The system's side: what is in Photos.
  @MainActor
  public final class PhotoLibrary {
    /// Each test has one of its own.
    @TaskLocal public static var ofTask = PhotoLibrary()

    public struct Photo: Sendable {
      let name: String
      let data: Data

      /// - Parameter name: with its extension.
      public init(_ name: String, _ data: Data) { (self.name, self.data) = (name, data) }

      /// What the picker gives of it: its file, or another one that was made of it.
      fileprivate func provider(isOriginal: Bool) -> NSItemProvider {
        let provider = NSItemProvider()
        provider.suggestedName = (name as NSString).deletingPathExtension
        let original = UTType(filenameExtension: (name as NSString).pathExtension) ?? .data
        provider.registerDataRepresentation(
          forTypeIdentifier: (isOriginal ? original : .jpeg).identifier, visibility: .all
        ) { [data] completion in
          completion(isOriginal ? data : Data("made anew".utf8), nil)
          return nil
        }
        return provider
      }
    }

    public var photos: [Photo]

    public nonisolated init(_ photos: [Photo] = []) { self.photos = photos }
  }
}
