import Foundation
import Shared
import SwiftUI
import Synchronization
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  import AppleFoundation

  /// Every state of the app, in two languages.
  @MainActor
  @Suite(.serialized, .inApp) struct StateTests {

    @Test(arguments: [
      ("en", "Nothing Here Yet", "Share an item from another app and choose Intray."),
      ("de", "Noch nichts da", "Teile etwas aus einer anderen App und wähle Intray."),
      ("ja", "まだ何もありません", "書類"), ("ar", "لا شيء هنا بعد", "المستندات"),
    ])
    func theEmptyListIsTranslated(language: String, title: String, help: String) async throws {
      try await reading(language) {
        let (model, _) = try openApp()
        await model.activate()
        let text = ViewHarness(ContentView(model: model)).text
        #expect(text.contains(title) && text.contains(help))
      }
    }

    @Test(arguments: [
      ("en", "Intray is turned off in Files.", "Open Files, tap Browse, tap the More button, tap Edit"),
      ("de", "Intray ist in „Dateien“ ausgeschaltet.", "Öffne „Dateien“, tippe auf „Durchsuchen“"),
    ])
    func theHintThatFilesIsOffIsTranslated(language: String, title: String, help: String) async throws {
      let isEnabled = Mutex(false)
      let files = FilesRegistration(asksWhetherEnabled: { isEnabled.withLock { $0 } })
      try await reading(language) {
        let (model, _) = try openApp(files)
        await model.activate()
        let harness = ViewHarness(ContentView(model: model))
        #expect(harness.text.contains(title) && harness.text.contains(help))
        isEnabled.withLock { $0 = true }
        await model.activate()
        #expect(!harness.text.contains(title))
      }
    }

    @Test(arguments: [
      ("en", "Adding documents ▓", "Stop", "%d of 4"),
      ("de", "Dokumente werden hinzugefügt ▓", "Stopp", "%d von 4"),
    ])
    func theProgressOfAnImportIsTranslated(language: String, title: String, stop: String, count: String)
      async throws
    {
      let gate = DispatchSemaphore(value: 0)
      let renames = Mutex(0)
      let disk = Disk.system.asking { request throws(DiskError) in
        guard request.call == .renameExclusive, request.name?.description.hasSuffix(".txt") == true,
          renames.withLock({
            $0 += 1
            return $0 == 3
          })
        else { return }
        // One thread of few is held up, and however this ends not for ever.
        _ = gate.wait(timeout: .now() + 60)
      }
      try await reading(language) {
        let (model, path) = try openApp(disk: disk)
        for name in ["a", "b", "c", "d"] {
          try put(name, at: path + "/AppGroup/Inbox/x.parcel/\(name).txt")
        }
        let harness = ViewHarness(ContentView(model: model))
        let work = Task { await model.drain() }
        try await harness.wait { _ in (model.adding?.done ?? 0) > 0 }
        let done = try #require(model.adding?.done)
        let said = count.replacing("%d", with: "\(done)")
        #expect(harness.text.contains(title) && harness.text.contains(said))
        try harness.press(stop)
        gate.signal()
        _ = await work.value
        let left = try FileManager.default.contentsOfDirectory(atPath: path + "/AppGroup/Inbox/x.parcel")
        #expect(!left.isEmpty && model.browser.list.total + left.count == 4)
        #expect(model.problem == nil && !harness.text.contains(title))
      }
    }

    @Test(arguments: [
      ("en", "Not Added", "This device is full. Free some space, and try again.", "Try Again"),
      ("de", "Nicht hinzugefügt", "Dieses Gerät ist voll.", "Noch einmal versuchen"),
    ])
    func theWaitingDocumentsAreTranslated(language: String, title: String, why: String, retry: String)
      async throws
    {
      let isFull = Mutex(true)
      let disk = Disk.system.asking { request throws(DiskError) in
        let isDocument = request.name?.description == "a.txt" && request.call == .renameExclusive
        if isDocument, isFull.withLock({ $0 }) { throw DiskError.of(.noSpace, number: 28) }
      }
      try await reading(language) {
        let (model, path) = try openApp(disk: disk)
        try put("a", at: path + "/AppGroup/Inbox/x.parcel/a.txt")
        await model.activate()
        let harness = ViewHarness(ContentView(model: model))
        #expect(harness.text.contains(title) && harness.text.contains(why))
        isFull.withLock { $0 = false }
        try harness.press(retry)
        try await harness.wait { _ in model.waiting.isEmpty && model.browser.list.total == 1 }
        #expect(!harness.text.contains(title))
      }
    }

    @Test(arguments: [
      ("en", "Intray’s folder can’t be used at the moment. It is locked, or the device is."),
      ("de", "Intrays Ordner kann im Moment nicht verwendet werden."),
    ])
    func theFailureIsTranslated(language: String, sentence: String) async throws {
      let isLocked = Mutex(true)
      let disk = Disk.system.asking { request throws(DiskError) in
        if request.call == .list, isLocked.withLock({ $0 }) { throw DiskError.of(.denied, number: 13) }
      }
      try await reading(language) {
        let (model, path) = try openApp(disk: disk)
        try put("a", at: path + "/AppGroup/Inbox/x.parcel/a.txt")
        await model.activate()
        let harness = ViewHarness(ContentView(model: model))
        #expect(harness.text.contains(sentence))
        isLocked.withLock { $0 = false }
        try await harness.pullToRefresh()
        #expect(!harness.text.contains(sentence) && harness.text.contains("a.txt"))
      }
    }

    @Test(arguments: [
      ("en", "Search Documents", "No Results for “nowhere”"),
      ("de", "Dokumente durchsuchen", "Keine Ergebnisse für „nowhere“"),
    ])
    func theSearchIsTranslated(language: String, prompt: String, nothing: String) async throws {
      try await reading(language) {
        let (model, path) = try openApp()
        try put("x", at: path + "/AppGroup/Documents/Work/inside.txt")
        await model.activate()
        let harness = ViewHarness(ContentView(model: model))
        #expect(harness.text.contains(prompt))
        try await model.browser.finish { _ in try harness.search("inside") }
        #expect(harness.text.contains("Work/inside.txt") && !harness.text.contains(nothing))
        try await model.browser.finish { _ in try harness.search("nowhere") }
        #expect(harness.text.contains(nothing))
      }
    }

    @Test(arguments: [
      (
        "en", "Recently Deleted", "In iCloud only", "Download", "Downloading “a.txt”",
        "You’re not signed in to iCloud"
      ),
      (
        "de", "Zuletzt gelöscht", "Nur in iCloud", "Laden", "„a.txt“ wird geladen",
        "Du bist nicht bei iCloud angemeldet"
      ),
      ("ar", "المحذوفة مؤخرًا", "في iCloud فقط", "تنزيل", "جارٍ تنزيل «a.txt»", "لم تسجّل الدخول إلى iCloud"),
    ])
    func theICloudScreenIsTranslated(
      language: String, trash: String, away: String, download: String, work: String, signedOut: String
    ) async throws {
      try await reading(language) {
        let (model, played, path) = try openCloudApp()
        try put("x", at: path + "/Cloud/Container/Documents/a.txt")
        try played.takeAway("Documents/a.txt")
        await model.activate()
        let harness = ViewHarness(ContentView(model: model))
        try harness.backToStart()
        #expect(harness.text.contains(trash))
        try harness.press("iCloud Drive")
        try await harness.wait { $0.text.contains(away) }
        try harness.longPress("a.txt", download)
        try await harness.wait { $0.text.contains(work) }
        played.sign(in: nil)
        try await harness.wait { $0.text.contains(signedOut) && model.cloud.works.isEmpty }
      }
    }
  }
#endif
