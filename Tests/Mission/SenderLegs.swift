import Foundation
import XCTest

/// The same door as from Safari, where Safari’s sheet cannot be driven: an app of these tests shares what is known.
final class SenderLegs: Leg {
  @MainActor func testAPDFOfAnotherAppIsSavedUnderANameIntoAFolder() throws {
    try share("Share PDF")
  }

  @MainActor func testALinkOfAnotherAppIsSavedUnderANameIntoAFolder() throws {
    try share("Share Link")
  }

  @MainActor func testATextOfAnotherAppIsSavedUnderANameIntoAFolder() throws {
    try share("Share Text")
  }

  @MainActor private func share(_ button: String) throws {
    // Registers the extension’s app with the system, and its place in Files.
    _ = try openIntray()
    let (name, folder) = ("Sent \(mark)", "Sender \(mark)")
    let sender = XCUIApplication.sender
    sender.launch(in: "en", with: ["-Mark", mark])
    try choose(["Intray"], of: sender) { try tap(button, [sender.buttons[button].firstMatch]) }
    try save(as: name, into: folder, in: sender)
    try expectInIntray(name, in: folder)
  }
}
