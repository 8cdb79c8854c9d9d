import IntrayCore
import IntrayIntake
import UIKit

/// The principal class of Tray's Share extension: saves everything, and asks nothing.
final class TrayShareViewController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    Tray.begin()
    let share = Share(extensionContext?.inputItems ?? [], container: Tray.container, unnamed: "An item")
    Task {
      do throws(ShareError) {
        let loaded = try await share.load()
        // The documents appear all at once, or none of them does.
        let error = try await share.publish(loaded)
        // It appears, and may be lost at a power cut: the user must not delete the original.
        if let error { throw ShareError.disk("", error) }
        // The sender must not believe that everything is saved when a part is not.
        if let failure = loaded.failures.first { throw failure }
        extensionContext?.completeRequest(returningItems: nil, completionHandler: nil)
      } catch {
        extensionContext?.cancelRequest(withError: error)
      }
    }
  }
}
