import Foundation
import Shared
import SwiftUI
import UIKit

/// The Share extension's principal class: runs one share, then says that it is done, or why not.
final class ShareViewController: UIViewController {
  private let model = ShareModel()

  override func viewDidLoad() {
    super.viewDidLoad()
    let sheet = UIHostingController(
      rootView: ShareView(model: model) { [weak self] in self?.close() })
    addChild(sheet)
    sheet.view.frame = view.bounds
    sheet.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(sheet.view)
    sheet.didMove(toParent: self)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    Task { await save() }
  }

  private func save() async {
    let group = AppGroup.identifier.flatMap {
      FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: $0)
    }
    let share = Share(extensionContext?.inputItems ?? [], container: Container(group))
    if await model.save(share) {
      extensionContext?.completeRequest(returningItems: nil, completionHandler: nil)
    }
  }

  private func close() {
    guard let error = model.error else { return }
    extensionContext?.cancelRequest(withError: error)
  }
}
