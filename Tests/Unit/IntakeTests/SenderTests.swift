import Foundation
import IntrayCore
import Synchronization
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import IntrayIntake

#if canImport(ShareExtension)
  @testable import ShareExtension
#endif

#if canImport(AppleFoundation)
  import AppleFoundation
#endif

/// Senders that answer twice, late, never, or from a full disk.
@MainActor
@Suite(.inScratch) struct SenderTests {
  private let scratch = Scratch.current

  @Test func aReplyAfterTheEndIsNotUsed() async {
    let reception = OneShot<Int>()
    let stops = Mutex(0)
    reception.onGiveUp { stops.withLock { $0 += 1 } }
    reception.giveUp(.cancelled)
    reception.giveUp(.cancelled)
    reception.onGiveUp { stops.withLock { $0 += 1 } }
    reception.receive { () throws(ShareError) in
      Issue.record("The request was given up.")
      return 1
    }
    #expect(stops.withLock { $0 } == 2)
    guard case .failure(.cancelled) = await reception.result else {
      Issue.record("It was given up.")
      return
    }
  }

  @Test func aTransferThatHasBegunIsFinished() async throws {
    let reception = OneShot<Int>()
    reception.receive { () throws(ShareError) in
      reception.giveUp(.cancelled)
      return 1
    }
    #expect(try await reception.result.get() == 1)
  }

  @Test func manyRepliesAtOnceCountAsOne() async throws {
    for _ in 0..<200 {
      let reception = OneShot<Int>()
      let received = Mutex(0)
      async let result = reception.result
      DispatchQueue.concurrentPerform(iterations: 8) { @Sendable index in
        if index == 3 {
          reception.giveUp(.cancelled)
        } else {
          reception.receive { () throws(ShareError) in
            received.withLock { $0 += 1 }
            return index
          }
        }
      }
      _ = await result
      #expect(received.withLock { $0 } <= 1)
    }
  }

  @Test func aNameThatTurnsTheTextOrEndsTheLineIsSaidAsTheDocumentWouldBeCalled() {
    let error = ShareError.disk("bill\u{202E}fdp.exe\nAll is saved", .of(.failed, number: 5))
    let sentence = error.localizedDescription
    #expect(!sentence.contains("\u{202E}") && !sentence.contains("\n"))
    #expect(sentence.contains("bill"))
  }

  @Test func aSilentSenderIsReportedAndItsLateReplyIsNotSaved() async throws {
    let late = LateSender(name: "Late.pdf")
    let share = Share([late.item], container: Container(path: scratch.path), patience: .milliseconds(120))
    let error = await #expect(throws: ShareError.self) { _ = try await share.load() }
    #expect(error?.errorDescription?.contains("Late.pdf") == true)
    #expect(error?.errorDescription?.contains("minute") == true)
    #expect(late.isCancelled)
    late.answer()
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/Staging").isEmpty)
  }

  @Test func theExtensionWaitsForProgressUntilAMinuteWithoutAny() async throws {
    let reception = OneShot<Int>()
    let progress = Progress(totalUnitCount: 1000)
    let rests = Mutex<[Duration]>([])
    let rest: @Sendable (Duration) async -> Void = { time in
      let count = rests.withLock { rests in
        rests.append(time)
        return rests.count
      }
      // Every half minute a little, for a hundred minutes; then no more.
      if count.isMultiple(of: 30), count <= 6000 { progress.completedUnitCount += 1 }
    }
    let receiver = Receiver(into: Container(path: scratch.path), rest: rest)
    receiver.tally.begin(progress)
    await receiver.watch(reception, "Slow.pdf")
    guard case .failure(.silent("Slow.pdf")) = await reception.result else {
      Issue.record("It was not given up.")
      return
    }
    #expect(rests.withLock { $0 }.allSatisfy { $0 == .seconds(1) })
    #expect(rests.withLock { $0.count } == 6060)
  }

  @Test func aCancelDuringASilentSenderEndsAtOnceAndLeavesNothing() async throws {
    let senders = (0..<3).map { LateSender(name: "\($0).pdf") }
    let share = Share(senders.map(\.item), container: Container(path: scratch.path))
    let task = Task { try await share.load() }
    // Two at a time: the third is never asked.
    await senders[0].asked()
    await senders[1].asked()
    task.cancel()
    await #expect(throws: ShareError.self) { try await task.value }
    #expect(senders.map(\.isAsked) == [true, true, false])
    #expect(senders.map(\.isCancelled) == [true, true, false])
    for sender in senders { sender.answer() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/Staging").isEmpty)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/Inbox"))
  }

  @Test func aFullDiskShowsHowMuchSpaceIsMissing() async throws {
    let path = scratch.path + "/Film.mov"
    // A hole of 16 TB: larger than any disk that this runs on, and without a byte on it.
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    let size: UInt64 = 16 << 40
    try file.truncate(atOffset: size - (1 << 20))
    try file.close()
    let item = NSExtensionItem()
    item.attachments = [
      NSItemProvider(item: URL(fileURLWithPath: path) as NSURL, typeIdentifier: UTType.fileURL.identifier)
    ]
    var disk = Disk.system.failing(Fuse(at: 1, of: .createFile), with: .of(.noSpace, number: ENOSPC))
    disk.clone = { _, _, _ throws(DiskError) in nil }
    let group = scratch.path + "/AppGroup"
    let share = Share([item], container: Container(path: group, disk: disk))
    let error = await #expect(throws: ShareError.self) { _ = try await share.load() }
    let sentence = error?.errorDescription ?? ""
    #expect(sentence.contains("Free up 1") && sentence.contains("TB, then try again."), "\(sentence)")
  }

  @Test(arguments: [
    CocoaError(.fileWriteOutOfSpace) as any Error, POSIXError(.ENOSPC),
    NSError(
      domain: "Sender", code: 1, userInfo: [NSUnderlyingErrorKey: CocoaError(.fileWriteOutOfSpace) as NSError]
    ),
  ])
  func aFullDiskOfTheSenderIsReportedAsSuch(error: any Error) {
    guard case .noSpace = ShareError.of("a", error) else {
      Issue.record("\(error)")
      return
    }
  }
}

#if canImport(AppleFoundation)
  extension SenderTests {
    /// The header of NSItemProvider wants a coordinator around both forms, the original and the system's copy.
    @Test(arguments: [true, false])
    func aFileThatIsOfferedInPlaceIsReadThroughACoordinatorAlsoWhereItIsACopy(isInPlace: Bool) async throws {
      let original = scratch.path + "/letter.pdf"
      try Data("a letter".utf8).write(to: URL(filePath: original))
      let provider = NSItemProvider()
      provider.suggestedName = "letter"
      let requests = Mutex(0)
      provider.registerFileRepresentation(
        forTypeIdentifier: UTType.pdf.identifier, fileOptions: .openInPlace, visibility: .all
      ) { answer in
        requests.withLock { $0 += 1 }
        answer(URL(filePath: original), true, nil)
        return nil
      }
      if !isInPlace { StandIn.copyFiles(below: scratch.path) }
      let group = scratch.path + "/AppGroup"
      let item = NSExtensionItem()
      item.attachments = [provider]
      let share = Share([item], container: Container(path: group))
      let loaded = try await share.load()
      #expect(loaded.names.count == 1 && loaded.failures.isEmpty)
      // Else the file was asked for in another way.
      #expect(requests.withLock(\.self) == 1)
      _ = try await share.publish(loaded)
      let inbox = try FileManager.default.subpathsOfDirectory(atPath: group + "/Inbox")
      #expect(inbox.contains { $0.hasSuffix("/letter.pdf") })
    }
  }
#endif
