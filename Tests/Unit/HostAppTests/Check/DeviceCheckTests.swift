import FileProvider
import Foundation
import IntrayCore
import IntrayIntake
import SwiftUI
import Testing

@testable import HostApp

/// The check of the device, from the help.
@MainActor
@Suite(.inApp) struct DeviceCheckTests {
  @Test func aDeviceThatAnswersIsFoundAsExpectedAndKeepsNothing() async throws {
    let notifier = ChangeNotifier(group: UUID().uuidString)
    let (model, path) = try openApp(notifier: notifier)
    try put("x", at: path + "/AppGroup/Documents/Secret.txt")
    var files = FilesRegistration()
    let isSignalled = Flag()
    files.signal = { isSignalled.isOn = true }
    files.asksWhetherEnabled = { true }
    files.place = { URL(filePath: "/Files/Intray") }
    files.identify = { url in
      guard url.lastPathComponent == "Check This Device.txt", isSignalled.isOn else {
        throw CocoaError(.fileNoSuchFile)
      }
      return FilesDomain.domain.identifier
    }
    let container = model.library.container
    let check = DeviceCheck(library: model.library, files: files, patience: .seconds(60))
    // The extension answers when it is asked.
    let listener = notifier.listen(to: [.check]) {
      try? ExtensionReport().write(of: .fileProvider, in: container)
    }
    await check.run()
    listener.stop()
    let unmet = check.findings.filter { $0.isMet == false }.map(\.name)
    // Not every volume of Linux can clone, or has room for a long attribute; none takes such a name.
    let missing = ["clone", "attribute of 4096 bytes", "name of 255 × 울"]
    #expect(Set(unmet).isSubset(of: missing), "\(check.report)")
    #expect(check.findings.count > 14 && !check.report.contains("Secret"))
    #expect(try contents(of: path + "/AppGroup/Documents") == ["Secret.txt"])
    #expect(try contents(of: path + "/AppGroup/Staging").isEmpty)
  }

  @Test func aSystemThatDoesNotAnswerIsNotWaitedForWithoutEnd() async throws {
    let (model, path) = try openApp()
    var files = FilesRegistration()
    files.asksWhetherEnabled = {
      try await Task.sleep(for: .seconds(3_600))
      return true
    }
    files.place = { nil }
    let check = DeviceCheck(library: model.library, files: files, patience: .milliseconds(50))
    await check.run()
    let found = Dictionary(uniqueKeysWithValues: check.findings.map { ($0.name, $0) })
    for name in ["place in Files", "URL of the place", "round trip", "FileProvider"] {
      #expect(found[name]?.isMet == false, "\(name)")
    }
    #expect(try contents(of: path + "/AppGroup/Documents").isEmpty)
  }
}

#if canImport(AppleFoundation)
  extension DeviceCheckTests {
    @Test(arguments: [
      ("de", "Teile etwas mit Intray"), ("ja", "Intrayに何かを共有"), ("ar", "شارك شيئًا إلى Intray"),
    ])
    func theResultsAreInTheLanguageOfTheUser(language: String, words: String) async throws {
      let (model, _) = try openApp()
      let check = DeviceCheck(
        library: model.library, files: FilesRegistration(), patience: .milliseconds(50))
      await check.run()
      try await reading(language) {
        let sentences = check.results.map(\.sentence)
        #expect(sentences.count == 4 && sentences.contains { $0.hasPrefix(words) }, "\(sentences)")
      }
    }

    @Test func theUserChecksTheDeviceInTheHelpAndSharesTheReport() async throws {
      let (model, _) = try openApp()
      let check = DeviceCheck(
        library: model.library, files: FilesRegistration(), patience: .milliseconds(50))
      let harness = ViewHarness(
        HelpView(version: nil, check: check, files: FilesRegistration(), done: {}))
      try harness.press("Check This Device")
      try await harness.wait(for: "Files doesn’t show all of Intray’s documents.")
      #expect(harness.text.contains("Share something to Intray, then check again."))
      // The codes are for the developers.
      #expect(!harness.text.contains("exclusive rename"))
      #expect(check.report.contains("yes exclusive rename: refuses a taken name"))
      try harness.press("Share Report")
      #expect((harness.shared.last as? [String])?.first == check.report)
    }
  }
#endif
