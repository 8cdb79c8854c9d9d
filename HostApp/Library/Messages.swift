import Foundation
import IntrayCore
import IntrayIntake
import SwiftUI

/// Every sentence about what Intray could not do: what, and what to do about it.
enum Messages {
  static var noContainer: String { ShareError.noContainer.localizedDescription }

  static func cannotOpen(_ url: URL) -> String {
    String(
      localized: "Intray can’t open “\(url.absoluteString)”. It opens files, and links to its documents.")
  }

  static func noApp(opens url: URL) -> String {
    String(localized: "No app could open “\(url.absoluteString)”.")
  }

  /// Why the system could not show its picker, or not hand over what was picked. Its own sentence may be but a number.
  static func picker(_ error: any Error) -> String {
    Log.app.error("The picker failed:", "\((error as NSError).domain) \((error as NSError).code)")
    return String(localized: "This couldn’t be done. Try again.")
  }

  /// A moment, as long as it is near by its day: with the time today and yesterday, then the day of the week, then the date.
  static func date(_ date: Date, now: Date = .now, calendar: Calendar = .current) -> String {
    switch RecentDays(date, now: now, calendar: calendar) {
    case .today where date <= now:
      String(localized: "Today \(date.formatted(Date.FormatStyle(date: .omitted, time: .shortened)))")
    case .yesterday:
      String(localized: "Yesterday \(date.formatted(Date.FormatStyle(date: .omitted, time: .shortened)))")
    case .week: date.formatted(Date.FormatStyle().weekday(.wide))
    case .today, .month, .earlier: date.formatted(Date.FormatStyle(date: .abbreviated, time: .omitted))
    }
  }

  static func cannotFollow(_ path: DocumentPath, _ error: DiskError) -> String {
    error.isGone
      ? String(localized: "“\(path.description)” is no longer in Intray.") : action(error)
  }

  /// What the disk's refusal means, and what to do about it: the one table of its errors.
  ///
  /// - Parameter count: how many items could not be changed for this reason.
  static func action(_ error: DiskError, of count: Int = 1) -> String {
    switch error.code {
    case .notFound, .swept:
      count == 1
        ? String(localized: "It is no longer in Intray.")
        : String(localized: "They are no longer in Intray.")
    case .changed:
      count == 1
        ? String(localized: "It was changed. Try again.")
        : String(localized: "They were changed. Try again.")
    case .noSpace: String(localized: "This device is full. Free up some space, then try again.")
    case .denied:
      count == 1
        ? String(localized: "It is locked, or the device is. Unlock it and try again.")
        : String(localized: "They are locked, or the device is. Unlock them and try again.")
    case .unsupported, .otherVolume, .readOnly:
      String(localized: "This volume doesn’t support this change. Nothing was changed.")
    case .link: refusal(.notADocument(.link))
    case .special: refusal(.notADocument(.special))
    case .ownFolder: refusal(.holdsOwnFolder)
    case .nameTooLong: String(localized: "Its name is too long. Give it a shorter one.")
    case .tooLarge: String(localized: "It is too large for this device.")
    case .exists, .tooManyOpen, .notAFolder, .notEmpty, .cancelled, .failed:
      // What went wrong may have come after the change: only a look at the document tells.
      String(localized: "This couldn’t be done. Try again.")
    }
  }

  /// With which of several something could not be done, and why; nil when it was done with all.
  static func failures(_ failures: [ActionFailure], of count: Int) -> String? {
    guard let first = failures.first else { return nil }
    if count == 1 { return reason(first) }
    var lines: [String] = []
    if failures.count < count {
      lines = [String(localized: "\(failures.count) of \(count) items couldn’t be changed. The others were.")]
    }
    // Each reason once, in the order in which it came.
    var left = failures[...]
    while let next = left.first {
      let group = left.filter { reason($0, of: 1) == reason(next, of: 1) }
      left.removeAll { reason($0, of: 1) == reason(next, of: 1) }
      let all = group.map { $0.path.names.last?.description ?? "" }
      // As many as the user will read.
      let names = (all.prefix(5) + (all.count > 5 ? ["…"] : [])).formatted(.list(type: .and, width: .narrow))
      lines.append(String(localized: "\(names): \(reason(next, of: group.count))"))
    }
    return lines.joined(separator: "\n")
  }

  /// Why something could not be done with one item, which nothing else names.
  private static func reason(_ failure: ActionFailure) -> String {
    guard !failure.isDone, let name = failure.path.names.last?.description else {
      return reason(failure, of: 1)
    }
    switch failure.error.code {
    case .notFound, .swept: return String(localized: "“\(name)” is no longer in Intray.")
    case .changed: return String(localized: "“\(name)” was changed. Try again.")
    default: return reason(failure, of: 1)
    }
  }

  private static func reason(_ failure: ActionFailure, of count: Int) -> String {
    if failure.isIntoItself { return String(localized: "You can’t move a folder into itself.") }
    return failure.isDone
      ? String(
        localized: "This was done, but something went wrong afterwards. Check it before you try again.")
      : action(failure.error, of: count)
  }

  /// Why a document could not be shown; nil if the user cancelled it.
  static func cannotShow(_ path: DocumentPath, _ error: DiskError) -> String? {
    if error.code == .cancelled { return nil }
    return error.code == .link ? action(error) : cannotFollow(path, error)
  }

  static func cannotPreview(_ path: DocumentPath) -> String {
    String(localized: "Quick Look can’t show “\(path.description)”. Share it to open it in another app.")
  }

  static func problem(_ problem: NameProblem) -> String {
    switch problem {
    case .empty: String(localized: "Enter a name.")
    case .illegal(let name): String(localized: "You can’t use this name. Try “\(name.text)”.")
    case .taken(let name):
      String(localized: "The name “\(name.text)” is already taken. Please choose a different name.")
    }
  }

  /// Why Intray as a whole could not work; nil if the user cancelled it.
  static func problem(_ error: DiskError) -> String? {
    error.code == .cancelled
      ? nil : String(localized: "Intray’s folder can’t be used at the moment. \(action(error))")
  }

  /// Why something is not in Documents; nil when it is, or never was to be.
  static func reason(_ result: DrainOutcome.Result) -> String? {
    switch result {
    case .waiting(.growing):
      String(localized: "Another app is still writing this item. Intray adds it when it is complete.")
    case .waiting(.unfinishedDownload): String(localized: "Its download hasn’t finished.")
    case .waiting(.disk(let error)): action(error)
    case .refused(let refusal): Self.refusal(refusal)
    case .imported, .duplicate, .takenByAnother: nil
    }
  }

  /// Why something never comes in.
  static func refusal(_ refusal: DrainOutcome.Refusal) -> String {
    switch refusal {
    case .notADocument(.link):
      String(localized: "It is only a link to something else, so there is nothing to keep.")
    case .notADocument: String(localized: "It is neither a file nor a folder.")
    case .notAFile: String(localized: "This isn’t a file. Intray saves files and folders.")
    case .holdsOwnFolder: String(localized: "It contains Intray itself. Choose a folder that doesn’t.")
    }
  }
}

/// Which of the items that the user picked, dropped or pasted were not saved, and what to do about it.
extension Messages {
  /// One sentence for each; none for what the user cancelled.
  static func notSaved(_ failures: [ShareError]) -> [String] {
    failures.flatMap { failure -> [String] in
      switch failure {
      case .cancelled: []
      case .several(let failures): notSaved(failures)
      case .disk(_, let error) where error.code == .cancelled: []
      default: [failure.localizedDescription]
      }
    }
  }

  /// Where Intray has what the user does not want twice.
  static func known(_ name: String, _ place: DocumentPath) -> String {
    let path = place.description
    return name == path
      ? ShareError.ours(name).localizedDescription
      : String(localized: "“\(DocumentName(name).text)” is already in Intray, as “\(path)”.")
  }

  static func notSaved(_ name: String, _ reason: String) -> String {
    String(localized: "“\(DocumentName(name).text)” couldn’t be saved. \(reason)")
  }

  /// Why something could not be done with iCloud, and what to do; nil if the user cancelled it.
  static func cloud(_ error: CloudError) -> String? {
    switch error {
    case .cancelled: nil
    case .notFound: String(localized: "It is no longer in iCloud Drive.")
    case .notInCloud: String(localized: "It was changed. Try again.")
    case .noAccount:
      String(
        localized:
          "You’re not signed in to iCloud, or iCloud Drive is off. Turn it on in Settings. Nothing was changed."
      )
    case .accountChanged:
      String(
        localized:
          "A different Apple Account is signed in to iCloud. iCloud Drive shows that account’s documents. The documents on this device are unchanged."
      )
    case .exists:
      String(localized: "This name is already taken in iCloud Drive. Rename the item and try again.")
    case .noSpace:
      String(localized: "iCloud is full. Free up some space there, then try again. It stays here.")
    case .unavailable:
      String(localized: "It isn’t on this device, and can’t be downloaded now. Try again later.")
    case .unreachable:
      String(localized: "iCloud can’t be reached. Check the connection, and try again. Nothing was changed.")
    case .notUploaded:
      String(localized: "iCloud doesn’t have it yet, so it stays on this device. Try again later.")
    case .disk(let error): action(error)
    case .failed: String(localized: "This couldn’t be done. Try again.")
    }
  }

  /// That a document that moved to iCloud, or to this device, has another name there; nil when it has not.
  static func moved(_ path: DocumentPath, as new: DocumentPath) -> String? {
    path == new
      ? nil
      : String(
        localized:
          "The name “\(path.description)” is already taken, so this was saved as “\(new.description)”.")
  }
}

/// The days before now by which Recents are grouped, as Files groups them.
enum RecentDays: CaseIterable {
  case today, yesterday, week, month, earlier

  /// The group that a moment belongs to.
  init(_ date: Date, now: Date = .now, calendar: Calendar = .current) {
    let (first, last) = (calendar.startOfDay(for: date), calendar.startOfDay(for: now))
    self =
      switch calendar.dateComponents([.day], from: first, to: last).day ?? 0 {
      case ...0: .today
      case 1: .yesterday
      case ...7: .week
      case ...30: .month
      default: .earlier
      }
  }

  var title: Text {
    switch self {
    case .today: Text("Today")
    case .yesterday: Text("Yesterday")
    case .week: Text("Previous \(7) Days")
    case .month: Text("Previous \(30) Days")
    case .earlier: Text("Earlier")
    }
  }
}

/// With what something could not be done, and why.
struct ActionFailure: Sendable {
  var path: DocumentPath
  /// Where it was to be moved; nil if something else was to be done.
  var folder: DocumentPath?
  var error: DiskError
  /// Whether it was done all the same: the error came after the change, at a sync for instance.
  var isDone = false

  /// Whether a folder was to be moved into itself, or into a folder inside it. The disk only says that it cannot.
  var isIntoItself: Bool {
    error.code == .unsupported && folder?.names.starts(with: path.names) == true
  }
}

/// Why a page could not be listed.
enum ListFailure: Error, Equatable {
  /// There is no such folder.
  case gone
  /// Another listing has taken its place.
  case cancelled
  /// In a sentence.
  case failed(String)

  init(_ error: DiskError) {
    self =
      switch error.code {
      case .notFound: .gone
      case .cancelled: .cancelled
      default: Messages.problem(error).map { .failed($0) } ?? .cancelled
      }
  }
}
