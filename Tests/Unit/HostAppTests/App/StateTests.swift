import Foundation
import IntrayCore
import SwiftUI
import Synchronization
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// What the app says when it cannot do its work, until it can.
  @MainActor
  @Suite(.inApp) struct StateTests {
    @Test func theHintThatFilesIsOffGoesWhenItIsOn() async throws {
      let isEnabled = Flag()
      let files = FilesRegistration(asksWhetherEnabled: { isEnabled.isOn })
      let (model, _) = try openApp(files)
      await model.activate()
      let harness = await show(model)
      let title = "Intray is turned off in Files."
      #expect(harness.text.contains(title))
      #expect(harness.text.contains("Open Files, tap Browse, tap the More button, tap Edit"))
      isEnabled.isOn = true
      model.leave()
      await model.activate()
      #expect(!harness.text.contains(title))
    }

    @Test func whatFilesCouldNotHandOverIsSaidUntilItCan() async throws {
      let isRefused = Flag(true)
      let signals = Mutex(0)
      var files = FilesRegistration(
        asksForPending: {
          isRefused.isOn ? [PendingDocument(name: "a.txt", reason: "It can’t be saved.")] : []
        })
      files.signal = { signals.withLock { $0 += 1 } }
      let (model, _) = try openApp(files)
      await model.activate()
      let harness = await show(model)
      for words in ["Not Received from Files", "a.txt", "It can’t be saved.", "Show in Files"] {
        #expect(harness.text.contains(words), "\(words)")
      }
      isRefused.isOn = false
      let before = signals.withLock { $0 }
      try harness.press("Try Again")
      try await until { model.overview.pending.isEmpty }
      #expect(signals.withLock { $0 } == before + 1)
      #expect(!harness.text.contains("Not Received from Files"))
    }

    @Test func aFolderThatCannotBeReadIsSaidUntilItCan() async throws {
      let isLocked = Flag(true)
      let disk = Disk.system.refusing([.list], with: .denied, while: isLocked)
      let (model, path) = try openApp(disk: disk)
      try put("a", at: path + "/AppGroup/Inbox/x.parcel/a.txt")
      await model.activate()
      let harness = await show(model)
      let sentence = "Intray’s folder can’t be used at the moment. It is locked, or the device is."
      #expect(harness.text.contains(sentence))
      isLocked.isOn = false
      try await harness.pullToRefresh()
      await model.browser.settle()
      #expect(!harness.text.contains(sentence) && harness.text.contains("a.txt"))
    }
  }
#endif
