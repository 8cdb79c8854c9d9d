import Foundation
import Intake
import Observation
import Shared

/// Tries out on this device what Intray relies on, and what only a device can tell.
///
/// It opens no document. For the way to Files it adds a document of its own and deletes it; if the app is killed between, the
/// user sees it and can delete it.
@MainActor
@Observable
final class DeviceCheck {
  /// What was found, once all of it is.
  private(set) var findings: [Finding] = []
  private(set) var isRunning = false
  private let library: DocumentLibrary
  private let files: FilesRegistration
  /// How long Files and the extension have for an answer. Files often shows a new document after some seconds.
  var patience: Duration

  init(library: DocumentLibrary, files: FilesRegistration, patience: Duration = .seconds(15)) {
    (self.library, self.files, self.patience) = (library, files, patience)
  }

  /// The report: the device, and a line for each finding. It has no name of a document in it.
  var report: String {
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    return (["Intray, \(system)"] + findings.map(\.line) + [summary]).joined(separator: "\n")
  }

  /// How many of the findings are as expected.
  var summary: String {
    let judged = findings.compactMap(\.isMet)
    return "\(judged.count(where: \.self)) of \(judged.count) as expected"
  }

  /// Tries everything. Cancelling its task ends the waits; what was not found by then is said so.
  func run() async {
    guard !isRunning else { return }
    isRunning = true
    defer { isRunning = false }
    ExtensionReport.forget(of: .fileProvider, in: library.container)
    var found = await library.run { [library] _ in
      DiskCheck(library.container, library.sandbox).findings() + [
        Self.protection(library), Self.space(library),
      ]
    }
    found.append(await event(library))
    found.append(await cloud(library))
    found += await place()
    found.append(await roundTrip(library))
    found += await fileProvider(library)
    found +=
      ExtensionReport.read(of: .share, in: library.container)?.findings(of: .share)
      ?? [Finding("Share: last share", expected: "", found: "share something first", isMet: nil)]
    findings = found
  }

  private nonisolated static func protection(_ library: DocumentLibrary) -> Finding {
    let path = library.container.path(of: .documents)
    let wanted = FileProtectionType.completeUntilFirstUserAuthentication
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let found = attributes?[.protectionKey] as? FileProtectionType
    return Finding(
      "protection of Documents", expected: wanted.rawValue, found: found?.rawValue ?? "unknown",
      isMet: found.map { $0 == wanted })
  }

  private nonisolated static func space(_ library: DocumentLibrary) -> Finding {
    let free = library.container.availableCapacity
    return Finding(
      "free space", expected: "known", found: free.map { "\($0 >> 20) MB" } ?? "unknown", isMet: free != nil)
  }

  /// Whether the system tells of a new file in a folder.
  private func event(_ library: DocumentLibrary) async -> Finding {
    let path = library.container.path(of: .staging)
    let isTold = await answer {
      var hints = DirectoryWatcher([path]).makeAsyncIterator()
      // The first says that the folder is followed.
      _ = await hints.next()
      // Without a parcel there is no event, and the time is up.
      let deposit = try? await library.run { [library] _ throws(DiskError) in
        try Inbox(library.container).deposit()
      }
      let isTold = await hints.next() != nil
      // The sweep removes what cannot be removed now.
      await library.run { _ in try? deposit?.discard() }
      return isTold
    }
    return Finding(
      "event of a folder", expected: "arrives", found: isTold == true ? "arrives" : "does not arrive",
      isMet: isTold == true)
  }

  private func cloud(_ library: DocumentLibrary) async -> Finding {
    guard library.drive.account() != nil else {
      return Finding("iCloud container", expected: "", found: "no account is signed in", isMet: nil)
    }
    let folder = await answer { await library.run { [library] _ in library.drive.folder() } }
    let isThere = folder.flatMap(\.self) != nil
    return Finding(
      "iCloud container", expected: "is there", found: isThere ? "is there" : "is missing", isMet: isThere)
  }

  /// Intray's place in Files.
  private func place() async -> [Finding] {
    let files = files
    // No answer is a finding.
    let isEnabled = await answer { (try? await files.asksWhetherEnabled()) ?? nil }.flatMap(\.self)
    let url = await answer { await files.place() }.flatMap(\.self)
    return [
      Finding(
        "place in Files", expected: "turned on",
        found: isEnabled.map { $0 ? "turned on" : "turned off" } ?? "not registered", isMet: isEnabled == true
      ),
      Finding(
        "URL of the place", expected: "known", found: url == nil ? "unknown" : "known", isMet: url != nil),
    ]
  }

  /// Whether Files sees a new document.
  private func roundTrip(_ library: DocumentLibrary) async -> Finding {
    let files = files
    let name = "round trip"
    let expected = "Files sees a new document"
    do throws(DiskError) {
      let (path, file) = try await library.run { documents throws(DiskError) in
        let staged = try documents.stage(
          .bytes(Array("Intray".utf8)), as: DocumentName("Check This Device.txt"))
        return (try documents.add(staged, in: DocumentPath()), staged.file)
      }
      let begin = ContinuousClock.now
      await files.signal()
      let isSeen = await answer {
        guard let place = await files.place() else { return false }
        let url = path.names.reduce(place) { $0.appending(component: $1.description) }
        while !Task.isCancelled {
          if await files.isOwnItem(url) { return true }
          // Nothing tells when the system has taken an item in.
          guard (try? await Task.sleep(for: .milliseconds(200))) != nil else { return false }
        }
        return false
      }
      try await library.run { documents throws(DiskError) in
        try documents.remove(path, consistingOf: [file])
      }
      await files.signal()
      let time = String(format: "%.1f s", (ContinuousClock.now - begin) / .seconds(1))
      return Finding(
        name, expected: expected, found: isSeen == true ? "after \(time)" : "not within \(time)",
        isMet: isSeen == true)
    } catch {
      return Finding(name, expected: expected, found: error.cause, isMet: false)
    }
  }

  /// Asks the File Provider extension.
  private func fileProvider(_ library: DocumentLibrary) async -> [Finding] {
    let report = await answer {
      while !Task.isCancelled {
        library.notifier.post(.check)
        if let report = ExtensionReport.read(of: .fileProvider, in: library.container) { return report }
        // A process that does not run yet hears no post.
        guard (try? await Task.sleep(for: .milliseconds(200))) != nil else { break }
      }
      return nil
    }
    return report.flatMap(\.self)?.findings(of: .fileProvider)
      ?? [Finding("FileProvider", expected: "answers", found: "does not answer", isMet: false)]
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
    var all = answers.makeAsyncIterator()
    return await all.next() ?? nil
  }
}
