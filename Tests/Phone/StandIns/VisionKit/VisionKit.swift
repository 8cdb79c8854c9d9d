@_exported import AppleFoundation
@_exported import Foundation
import SwiftUI
import UIKit

/// What the user scanned, page after page.
open class VNDocumentCameraScan: NSObject {
  private let pages: [UIImage]

  init(_ pages: [UIImage]) { self.pages = pages }

  open var pageCount: Int { pages.count }

  /// The picture of a page. A page that is not there stops the process.
  open func imageOfPage(at index: Int) -> UIImage { pages[index] }
}

/// Told what the user scanned. It is on no actor: Apple's page names none, and does not say on which thread it is called. Who is
/// told closes the scanner.
///
/// The methods are optional in Objective-C, so a class may lack each of them, also by a misspelt name.
public protocol VNDocumentCameraViewControllerDelegate: NSObjectProtocol {
  func documentCameraViewController(
    _ controller: VNDocumentCameraViewController, didFinishWith scan: VNDocumentCameraScan)
  func documentCameraViewControllerDidCancel(_ controller: VNDocumentCameraViewController)
  func documentCameraViewController(
    _ controller: VNDocumentCameraViewController, didFailWithError error: any Error)
}

// What happens where a class does not have the method.
extension VNDocumentCameraViewControllerDelegate {
  public func documentCameraViewController(
    _ controller: VNDocumentCameraViewController, didFinishWith scan: VNDocumentCameraScan
  ) {}
  public func documentCameraViewControllerDidCancel(_ controller: VNDocumentCameraViewController) {}
  public func documentCameraViewController(
    _ controller: VNDocumentCameraViewController, didFailWithError error: any Error
  ) {}
}

/// The system's scanner. It scans what lies before the camera; where nothing does, it fails. It stays on screen until the app
/// closes it.
@MainActor
open class VNDocumentCameraViewController: UIViewController, HarnessShowing {
  open class var isSupported: Bool { StandIn.Camera.ofTask.pictures != nil }

  open weak var delegate: (any VNDocumentCameraViewControllerDelegate)?

  public init() { super.init(nibName: nil, bundle: nil) }

  public required init?(coder: NSCoder) { nil }

  /// The system's side: what is on screen.
  public var node: HarnessNode {
    .buttons("Scanner") { [weak self] in
      guard let self else { return }
      let pages = StandIn.Camera.ofTask.pictures ?? []
      if pages.isEmpty {
        delegate?.documentCameraViewController(self, didFailWithError: CocoaError(.featureUnsupported))
      } else {
        delegate?.documentCameraViewController(self, didFinishWith: VNDocumentCameraScan(pages))
      }
    } cancel: { [weak self] in
      self.map { $0.delegate?.documentCameraViewControllerDidCancel($0) }
    }
  }
}

// The camera is of UIKit, whose stand-in knows no harness.
extension UIImagePickerController: HarnessShowing {
  /// The system's side: what is on screen.
  public var node: HarnessNode {
    guard sourceType != .photoLibrary else { return HarnessNode(.dialog, label: "Photo Library") }
    return .buttons("Camera") { [weak self] in
      guard let self, let picture = StandIn.Camera.ofTask.pictures?.first else { return }
      delegate?.imagePickerController(self, didFinishPickingMediaWithInfo: [.originalImage: picture])
    } cancel: { [weak self] in
      self.map { $0.delegate?.imagePickerControllerDidCancel($0) }
    }
  }
}

extension HarnessNode {
  /// A screen of the system's, on which the user says yes or no.
  @MainActor
  fileprivate static func buttons(
    _ label: String, save: @escaping @MainActor () -> Void, cancel: @escaping @MainActor () -> Void
  ) -> HarnessNode {
    var buttons = [HarnessNode(.button, label: "Save"), HarnessNode(.button, label: "Cancel")]
    buttons[0].actions.press = { MainActor.assumeIsolated { save() } }
    buttons[1].actions.press = { MainActor.assumeIsolated { cancel() } }
    return HarnessNode(.dialog, label: label, children: buttons)
  }
}
