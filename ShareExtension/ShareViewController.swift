import Foundation
import Intake
import Shared
import SwiftUI
import UIKit

/// The Share extension's principal class: shows the sheet of one share, and ends the request when it is
/// through.
final class ShareViewController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let group = AppGroup.identifier.flatMap {
      FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: $0)
    }
    let share = Share(
      extensionContext?.inputItems ?? [], container: Container(group),
      unnamed: String(localized: "An item without a name"))
    let model = ShareModel(share) { [weak self] result in self?.finish(result) }
    show(UIHostingController(rootView: ShareView(model: model)))
  }

  private func show(_ sheet: UIViewController) {
    addChild(sheet)
    sheet.view.frame = view.bounds
    sheet.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(sheet.view)
    sheet.didMove(toParent: self)
  }

  private func finish(_ result: Result<Void, ShareError>) {
    switch result {
    case .success: extensionContext?.completeRequest(returningItems: nil, completionHandler: nil)
    case .failure(let error): extensionContext?.cancelRequest(withError: error)
    }
  }
}
