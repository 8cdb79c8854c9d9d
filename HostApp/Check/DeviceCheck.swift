import Foundation
import IntrayCore
import IntrayIntake
import Observation
import SwiftUI

/// Tries out on this device what Intray relies on, and what only a device can tell.
///
/// It opens no document. For the way to Files it adds a document of its own and deletes it; if the app is killed between, the
/// user sees it and can delete it.
@MainActor
@Observable
final class DeviceCheck {
  /// What was found of each topic, once all of it is.
  private(set) var results: [Summary] = []
  var findings: [Finding] { results.flatMap(\.findings) }
  private(set) var isRunning = false
  private let library: DocumentLibrary
  private let files: FilesRegistration
  /// How long Files and the extension have for an answer. Files often shows a new document after some seconds.
  var patience: Duration

  init(library: DocumentLibrary, files: FilesRegistration, patience: Duration = .seconds(15)) {
    (self.library, self.files, self.patience) = (library, files, patience)
  }

  /// The report: the device, a line for each finding, and how many are as expected. It has no name of a document in it.
  var report: String {
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    let judged = findings.compactMap(\.isMet)
    let summary = "\(judged.count(where: \.self)) of \(judged.count) as expected"
    return (["Intray, \(system)"] + findings.map(\.line) + [summary]).joined(separator: "\n")
  }

  /// Tries everything. Cancelling its task ends the waits; what was not found by then is said so.
  func run() async {
    guard !isRunning else { return }
    isRunning = true
    defer { isRunning = false }
    ExtensionReport.forget(of: .fileProvider, in: library.container)
    var storage = await library.run { [library] _ in
      DiskCheck(library.container, library.sandbox).findings() + Self.volume(of: library.container)
    }
    storage.append(await event())
    let cloud = await cloud()
    var files = await place()
    files.append(await roundTrip())
    files +=
      await fileProvider()?.findings(of: .fileProvider)
      ?? [Finding("FileProvider", "answers", or: "does not answer", isMet: false)]
    let share =
      ExtensionReport.read(of: .share, in: library.container)?.findings(of: .share)
      ?? [Finding("Share: last share", found: "share something first")]
    results = [
      Summary(topic: .storage, findings: storage), Summary(topic: .cloud, findings: [cloud]),
      Summary(topic: .files, findings: files), Summary(topic: .share, findings: share),
    ]
  }

  /// What was found of one topic, of which the user reads a sentence.
  struct Summary: Identifiable {
    enum Topic { case storage, cloud, files, share }

    let topic: Topic
    let findings: [Finding]
    var id: Topic { topic }
    /// Whether all is as expected; nil where there is nothing to judge.
    var isMet: Bool? {
      let judged = findings.compactMap(\.isMet)
      return judged.isEmpty ? nil : judged.allSatisfy(\.self)
    }
  }

  private nonisolated static func volume(of container: Container) -> [Finding] {
    let attributes = try? FileManager.default.attributesOfItem(atPath: container.path(of: .documents))
    let protection = attributes?[.protectionKey] as? FileProtectionType
    let wanted = FileProtectionType.completeUntilFirstUserAuthentication
    let free = container.availableCapacity
    return [
      Finding(
        "protection of Documents", found: protection?.rawValue ?? "unknown", expected: wanted.rawValue,
        isMet: protection.map { $0 == wanted }),
      Finding(
        "free space", found: free.map { "\($0 >> 20) MB" } ?? "unknown", expected: "known", isMet: free != nil
      ),
    ]
  }

  /// Whether the system tells of a new file in a folder.
  private func event() async -> Finding {
    let isTold = await answer { [library] in
      var hints = DirectoryWatcher([library.container.path(of: .staging)]).makeAsyncIterator()
      // The first says that the folder is followed.
      _ = await hints.next()
      // Without a parcel there is no event, and the time is up.
      let deposit = try? await library.run { _ throws(DiskError) in try Inbox(library.container).deposit() }
      let isTold = await hints.next() != nil
      // The sweep removes what cannot be removed now.
      await library.run { _ in try? deposit?.discard() }
      return isTold
    }
    return Finding("event of a folder", "arrives", or: "does not arrive", isMet: isTold == true)
  }

  private func cloud() async -> Finding {
    let (name, drive) = ("iCloud container", library.drive)
    guard drive.account() != nil else { return Finding(name, found: "no account is signed in") }
    let folder = await answer { [library] in await library.run { _ in drive.folder() } }
    return Finding(name, "is there", or: "is missing", isMet: folder != nil)
  }

  /// Intray's place in Files.
  private func place() async -> [Finding] {
    // No answer is a finding.
    let isEnabled = await answer { [files] in try? await files.asksWhetherEnabled() }
    let url = await answer(files.place)
    return [
      Finding(
        "place in Files", "turned on", or: isEnabled == nil ? "not registered" : "turned off",
        isMet: isEnabled == true),
      Finding("URL of the place", "known", or: "unknown", isMet: url != nil),
    ]
  }

  /// Whether Files sees a new document.
  private func roundTrip() async -> Finding {
    let (name, expected) = ("round trip", "Files sees a new document")
    do throws(DiskError) {
      let (path, file) = try await library.run { documents throws(DiskError) in
        let staged = try documents.stage(
          .bytes(Array("Intray".utf8)), as: DocumentName("Check This Device.txt"))
        return (try documents.add(staged, in: DocumentPath()), staged.file)
      }
      let begin = ContinuousClock.now
      await files.signal()
      let isSeen = await answer { [files] in
        guard let place = await files.place() else { return false }
        let url = path.names.reduce(place) { $0.appending(component: $1.description) }
        // Nothing tells when the system has taken an item in.
        return await Self.repeating { await files.isOwnItem(url) ? true : nil }
      }
      try await library.run { documents throws(DiskError) in
        try documents.remove(path, consistingOf: [file])
      }
      await files.signal()
      let time = String(format: "%.1f s", (ContinuousClock.now - begin) / .seconds(1))
      return Finding(
        name, found: isSeen == true ? "after \(time)" : "not within \(time)", expected: expected,
        isMet: isSeen == true)
    } catch {
      return Finding(name, found: error.cause, expected: expected, isMet: false)
    }
  }

  /// Asks the File Provider extension.
  private func fileProvider() async -> ExtensionReport? {
    await answer { [library] in
      // A process that does not run yet hears no post.
      await Self.repeating {
        library.notifier.post(.check)
        return ExtensionReport.read(of: .fileProvider, in: library.container)
      }
    }
  }

  /// Asks until there is an answer or the task is cancelled.
  private nonisolated static func repeating<Answer>(_ question: () async -> Answer?) async -> Answer? {
    while !Task.isCancelled {
      if let answer = await question() { return answer }
      try? await Task.sleep(for: .milliseconds(200))
    }
    return nil
  }

  /// An answer, unless it takes too long.
  private func answer<Answer: Sendable>(
    _ question: @escaping @Sendable () async -> Answer?
  ) async -> Answer? {
    let (answers, told) = AsyncStream.makeStream(of: Answer?.self)
    let work = Task { told.yield(await question()) }
    let alarm = Task { [patience] in
      // Sleeping ends early when there is an answer.
      try? await Task.sleep(for: patience)
      told.yield(nil)
    }
    defer {
      work.cancel()
      alarm.cancel()
    }
    for await answer in answers { return answer }
    return nil
  }
}

extension DeviceCheck.Summary {
  /// What it means for the user, and what to do.
  var sentence: String {
    switch (topic, isMet) {
    case (.storage, false?):
      String(
        localized:
          "This device doesn’t store documents as Intray expects. Please share the report with the developers."
      )
    case (.storage, _): String(localized: "Documents are stored safely.")
    case (.cloud, true?): String(localized: "iCloud Drive can be used.")
    case (.cloud, false?): String(localized: "iCloud Drive can’t be reached.")
    case (.cloud, nil): String(localized: "You’re not signed in to iCloud.")
    case (.files, false?):
      String(localized: "Files doesn’t show all of Intray’s documents. In Help, choose Reconnect to Files.")
    case (.files, _): String(localized: "Files shows Intray’s documents.")
    case (.share, true?): String(localized: "The share sheet has enough memory.")
    case (.share, false?): String(localized: "The share sheet has little memory for large documents.")
    case (.share, nil): String(localized: "Share something to Intray, then check again.")
    }
  }
}

/// What was found on this device, in sentences, and the report for the developers. That is in English.
struct DeviceCheckView: View {
  let check: DeviceCheck

  var body: some View {
    Form {
      if check.isRunning {
        ProgressView("Checking")
      } else {
        Section {
          ForEach(check.results) { result in
            Label {
              Text(verbatim: result.sentence)
            } icon: {
              switch result.isMet {
              case true?: Image(systemName: "checkmark.circle")
              case false?: Image(systemName: "exclamationmark.triangle")
              case nil: Image(systemName: "info.circle")
              }
            }
            .accessibilityElement(children: .combine)
            // The sentence says what the symbol says.
            .accessibilityLabel(Text(verbatim: result.sentence))
          }
        } footer: {
          Text("The report has no names of your documents in it.")
        }
      }
    }
    .navigationTitle("Check This Device")
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        ShareLink(item: check.report) { Label("Share Report", systemImage: "square.and.arrow.up") }
          .disabled(check.isRunning)
      }
    }
    .task { await check.run() }
  }
}
