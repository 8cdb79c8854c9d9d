import Foundation
import IntrayCore
import IntrayIntake
import SwiftUI
import UIKit

/// The Share extension's principal class: shows the sheet of one share, and ends the request when it is
/// through.
final class ShareViewController: UIViewController {
  private var request: ShareRequest?

  override func viewDidLoad() {
    super.viewDidLoad()
    Sandbox.temporaryIsEmptied
    let container = Container(
      ofAppGroup: FileManager.default.containerURL(forSecurityApplicationGroupIdentifier:))
    let share = Share(
      extensionContext?.inputItems ?? [], container: container,
      unnamed: String(localized: "Untitled"))
    let request = ShareRequest(
      share, container, holdSheet: { [weak self] isSaving in self?.isModalInPresentation = isSaving }
    ) { [weak self] result in self?.finish(result) }
    self.request = request
    show(UIHostingController(rootView: ShareView(model: ShareModel(request))))
  }

  /// The user has swiped the sheet away; or the request has ended, and then this changes nothing.
  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    request?.close()
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
