import Corpus
import Foundation

/// Replays a recorded share, and checks that it becomes the expected documents.
struct RecordedPlay {
  let file: String
  /// What the user types and chooses on the sheet.
  let choices: Scene.ShareItem
  let device: Device

  /// - Returns: the exit status. Where documents are expected, they decide; else, as for any share, whether
  ///   everything was saved.
  func run() throws -> Int32 {
    let share = try read()
    let before = Set(try parcels())
    var item = choices
    item.recorded = share
    // An address inside a property list may name any file beside this one.
    let readable = share.files + [URL(fileURLWithPath: file).deletingLastPathComponent().path]
    let outcome = try BundleProcess(device: device).run(.share, .share(item), readable: readable)
    let status = Phone.finish(outcome)
    guard let expected = share.expected else { return status }
    let comparison = try Comparison(expected, in: parcels().filter { !before.contains($0) })
    for difference in comparison.differences {
      FileHandle.standardError.write(Data((difference + "\n").utf8))
    }
    return comparison.differences.isEmpty && outcome.status == 0 ? 0 : 1
  }

  private func read() throws -> RecordedShare {
    guard FileManager.default.fileExists(atPath: file) else {
      throw WrongUsage("There is no recorded share \(file).")
    }
    do {
      return try RecordedShare(contentsOf: URL(fileURLWithPath: file))
    } catch {
      throw WrongUsage("\(file) is no recorded share: \(error)")
    }
  }

  private func parcels() throws -> [String] {
    let inbox = device.appGroup + "/Inbox"
    guard FileManager.default.fileExists(atPath: inbox) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: inbox).map { inbox + "/" + $0 }
  }
}
