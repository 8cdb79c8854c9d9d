import Foundation
import IntrayCore
import PhotosUI
import SwiftUI
import UIKit
import UniformTypeIdentifiers
import VisionKit

/// What is to become documents of a folder, and is no file yet: pages or a photo that the camera sees, or what is in Photos.
struct Capture: Identifiable {
  enum Source {
    case scanner, camera, photos

    /// Whether this device has it.
    @MainActor var isAvailable: Bool {
      switch self {
      case .scanner: VNDocumentCameraViewController.isSupported
      case .camera: UIImagePickerController.isSourceTypeAvailable(.camera)
      case .photos: true
      }
    }
  }

  let source: Source
  let folder: DocumentPath
  var id: Source { source }
}

/// The system's scanner, its camera, or its picker over Photos, which needs no permission, because it gives only what the user chose.
///
/// Pages and photos are in memory until the ``Importer`` has written them into its parcel. If the process dies before it is
/// published, nothing is saved, and nothing is left.
struct CaptureView: UIViewControllerRepresentable {
  let source: Capture.Source
  /// Called when the user is done; without items after Cancel.
  let done: @MainActor ([NSItemProvider], (any Error)?) -> Void

  func makeUIViewController(context: Context) -> UIViewController {
    switch source {
    case .scanner:
      let scanner = VNDocumentCameraViewController()
      scanner.delegate = context.coordinator
      return scanner
    case .camera:
      let camera = UIImagePickerController()
      (camera.sourceType, camera.delegate) = (.camera, context.coordinator)
      return camera
    case .photos:
      var configuration = PHPickerConfiguration()
      // The originals, and any number of them.
      (configuration.preferredAssetRepresentationMode, configuration.selectionLimit) = (.current, 0)
      let picker = PHPickerViewController(configuration: configuration)
      picker.delegate = context.coordinator
      return picker
    }
  }

  func updateUIViewController(_ controller: UIViewController, context: Context) {}

  func makeCoordinator() -> CaptureDelegate { CaptureDelegate(done: done) }
}

/// Makes an item of what the user did on a screen of the system's.
///
/// The delegate of the scanner is on no actor (VNDocumentCameraViewController.h), though VisionKit calls it on the main thread.
@MainActor
final class CaptureDelegate: NSObject, PHPickerViewControllerDelegate, UIImagePickerControllerDelegate,
  UINavigationControllerDelegate, VNDocumentCameraViewControllerDelegate
{
  private let done: @MainActor ([NSItemProvider], (any Error)?) -> Void

  init(done: @escaping @MainActor ([NSItemProvider], (any Error)?) -> Void) { self.done = done }

  func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
    done(results.map(\.itemProvider), nil)
  }

  func imagePickerController(
    _ picker: UIImagePickerController,
    didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
  ) {
    guard let photo = info[.originalImage] as? UIImage else { return done([], nil) }
    end(String(localized: "Photo"), .jpeg) { photo.jpegData(compressionQuality: 0.9) }
  }

  func imagePickerControllerDidCancel(_ picker: UIImagePickerController) { done([], nil) }

  nonisolated func documentCameraViewController(
    _ controller: VNDocumentCameraViewController, didFinishWith scan: VNDocumentCameraScan
  ) {
    let pages = (0..<scan.pageCount).map { scan.imageOfPage(at: $0) }
    MainActor.assumeIsolated { end(String(localized: "Scan"), .pdf) { Self.pdf(of: pages) } }
  }

  nonisolated func documentCameraViewControllerDidCancel(_ controller: VNDocumentCameraViewController) {
    MainActor.assumeIsolated { done([], nil) }
  }

  nonisolated func documentCameraViewController(
    _ controller: VNDocumentCameraViewController, didFailWithError error: any Error
  ) { MainActor.assumeIsolated { done([], error) } }

  /// Ends with one item, named by the day, whose data is made when it is asked for.
  private func end(_ name: String, _ type: UTType, _ make: @escaping @Sendable () -> Data?) {
    let day = Date.now.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    done([NSItemProvider(type, named: name + " " + day, make)], nil)
  }

  /// A page for each picture, whose longer side is that of A4. A picture of a JPEG file stays one in it, which is much smaller.
  private nonisolated static func pdf(of pages: [UIImage]) -> Data {
    UIGraphicsPDFRenderer(bounds: .zero).pdfData { context in
      for page in pages {
        let scale = 842 / max(page.size.width, page.size.height, 1)
        let bounds = CGRect(x: 0, y: 0, width: page.size.width * scale, height: page.size.height * scale)
        context.beginPage(withBounds: bounds, pageInfo: [:])
        (page.jpegData(compressionQuality: 0.8).flatMap(UIImage.init(data:)) ?? page).draw(in: bounds)
      }
    }
  }
}
