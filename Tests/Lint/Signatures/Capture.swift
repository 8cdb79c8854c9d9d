// What the stand-ins for VisionKit, PhotosUI and UIKit have to refuse, and to accept, as the SDK does: see phone.sh.
import Foundation
import PhotosUI
import UIKit
import VisionKit

// The delegate of the scanner is on no actor.
@MainActor
// refused: conformance of 'ScansOnMain' to protocol 'VNDocumentCameraViewControllerDelegate' crosses into main actor-isolated code and can cause data races
private final class ScansOnMain: NSObject, VNDocumentCameraViewControllerDelegate {
  func documentCameraViewControllerDidCancel(_ controller: VNDocumentCameraViewController) {}
}

@MainActor
private final class ScansAnywhere: NSObject, VNDocumentCameraViewControllerDelegate {
  nonisolated func documentCameraViewControllerDidCancel(_ controller: VNDocumentCameraViewController) {}
}

// The others are on the main actor. Each method of a delegate may be missing.
@MainActor
private final class TakesPhotos: NSObject, UIImagePickerControllerDelegate, UINavigationControllerDelegate {}

@MainActor
private final class Chooses: NSObject, PHPickerViewControllerDelegate {
  func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {}
}

// Whether there is a scanner or a camera is asked on the main actor; a PDF is made anywhere.
private nonisolated func elsewhere() -> Data {
  // refused: main actor-isolated class property 'isSupported' can not be referenced from a nonisolated context
  _ = VNDocumentCameraViewController.isSupported
  return UIGraphicsPDFRenderer(bounds: .zero).pdfData { $0.beginPage(withBounds: .zero, pageInfo: [:]) }
}
