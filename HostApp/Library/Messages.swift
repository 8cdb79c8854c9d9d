import Foundation
import Shared
import SwiftUI

/// Every sentence about what Intray could not do: what, and what to do about it.
enum Messages {
  static var noContainer: String {
    String(localized: "Intray can’t reach its folder. Please install Intray again.")
  }

  static func cannotOpen(_ url: URL) -> String {
    String(
      localized: "Intray can’t open “\(url.absoluteString)”. It opens files, and links to its documents.")
  }

  /// A moment, as long as it is near by its day: the time of today, then the day of the week, then the date.
  static func date(_ date: Date, now: Date = .now, calendar: Calendar = .current) -> String {
    switch RecentDays(date, now: now, calendar: calendar) {
    case .today where date <= now:
      String(localized: "Today \(date.formatted(Date.FormatStyle(date: .omitted, time: .shortened)))")
    case .yesterday: String(localized: "Yesterday")
    case .week: date.formatted(Date.FormatStyle().weekday(.wide))
    case .today, .month, .earlier: date.formatted(Date.FormatStyle(date: .abbreviated, time: .omitted))
    }
  }

  /// Why a link leads nowhere.
  static func cannotFollow(_ path: DocumentPath, _ error: DiskError) -> String {
    error.isGone
      ? String(localized: "“\(path.description)” is no longer in Intray.") : action(error)
  }

  /// What the disk's refusal means, and what to do about it: the one table of its errors.
  ///
  /// - Parameter count: how many items could not be changed for this reason.
  static func action(_ error: DiskError, of count: Int = 1) -> String {
    switch error.code {
    case .notFound, .changed, .swept:
      count == 1
        ? String(localized: "It was changed. Try again.")
        : String(localized: "They were changed. Try again.")
    case .noSpace: String(localized: "This device is full. Free some space, and try again.")
    case .denied:
      count == 1
        ? String(localized: "It is locked, or the device is. Unlock it and try again.")
        : String(localized: "They are locked, or the device is. Unlock them and try again.")
    case .unsupported, .otherVolume, .readOnly:
      String(localized: "This volume doesn’t support this change. Nothing was changed.")
    case .link: notADocument(.link)
    case .special: notADocument(.special)
    case .ownFolder: refusal(.holdsOwnFolder)
    case .nameTooLong: String(localized: "Its name is too long. Give it a shorter one.")
    case .tooLarge: String(localized: "It is too large for this device.")
    case .exists, .tooManyOpen, .notAFolder, .notEmpty, .cancelled, .failed:
      String(localized: "This couldn’t be done. Nothing was changed. Please try again.")
    }
  }

  /// Why Get Info could not show a document, or set a tag.
  static func info(_ error: DiskError) -> String {
    if error.code != .tooLarge { return action(error) }
    return String(
      localized:
        "The document can’t have any more tags. Remove a tag, or use a shorter name for the new one.")
  }

  /// With which of several something could not be done, and why; nil when it was done with all. Those with which it
  /// was done need no sentence: they are seen.
  static func failures(_ failures: [ActionFailure], of count: Int) -> String? {
    guard let first = failures.first else { return nil }
    if count == 1 { return reason(first) }
    var lines: [String] = []
    if failures.count < count {
      lines = [String(localized: "\(failures.count) of \(count) items couldn’t be changed. The others were.")]
    }
    var groups: [[ActionFailure]] = []
    for failure in failures {
      if let index = groups.firstIndex(where: { reason($0[0], of: 1) == reason(failure, of: 1) }) {
        groups[index].append(failure)
      } else {
        groups.append([failure])
      }
    }
    for group in groups {
      let names = some(of: group.map { $0.path.names.last?.description ?? "" })
      lines.append(String(localized: "\(names): \(reason(group[0], of: group.count))"))
    }
    return lines.joined(separator: "\n")
  }

  /// Why something could not be done with one item, which nothing else names.
  private static func reason(_ failure: ActionFailure) -> String {
    guard [.notFound, .changed, .swept].contains(failure.error.code), let name = failure.path.names.last
    else {
      return reason(failure, of: 1)
    }
    return String(localized: "“\(name.description)” was changed. Try again.")
  }

  private static func reason(_ failure: ActionFailure, of count: Int) -> String {
    failure.isIntoItself
      ? String(localized: "You can’t move a folder into itself.") : action(failure.error, of: count)
  }

  /// The first names, as many as the user will read.
  static func some(of names: [String]) -> String {
    let most = 5
    let shown = names.prefix(most) + (names.count > most ? ["…"] : [])
    return shown.formatted(.list(type: .and, width: .narrow))
  }

  /// Why a document could not be shown; nil if the user cancelled it.
  static func cannotShow(_ path: DocumentPath, _ error: DiskError) -> String? {
    if error.code == .cancelled { return nil }
    return error.code == .link ? action(error) : cannotFollow(path, error)
  }

  /// Why a package is not shown.
  static func cannotPreview(_ path: DocumentPath) -> String {
    String(localized: "Quick Look can’t show “\(path.description)”. Share it to open it in another app.")
  }

  /// Why changes are lost.
  static func editNotSaved(_ name: String) -> String {
    String(
      localized:
        "Your changes to “\(name)” couldn’t be saved. The original document is unchanged. Please try again."
    )
  }

  /// Why a marked-up document is not among the documents yet.
  static var editNotKept: String {
    String(
      localized:
        "Your changes couldn’t be saved yet. Intray keeps them and saves them when it opens again."
    )
  }

  /// Why no parcel was made; nil if the user cancelled it.
  ///
  /// - Parameter name: what could not be packed; nil when the parcel itself could not be made.
  static func notSent(_ name: String?, _ error: DiskError) -> String? {
    if error.code == .cancelled { return nil }
    return name.map { String(localized: "“\($0)” couldn’t be packed. \(action(error))") } ?? action(error)
  }

  static var notInFiles: String {
    String(localized: "Files doesn’t show Intray at the moment. Open Files once, and try again.")
  }

  /// Why the user cannot give a name.
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
    case .waiting(let reason): Self.reason(reason)
    case .refused(let refusal): Self.refusal(refusal)
    case .imported, .duplicate, .takenByAnother: nil
    }
  }

  private static func refusal(_ refusal: DrainOutcome.Refusal) -> String {
    switch refusal {
    case .notADocument(let kind): notADocument(kind)
    case .notAFile: String(localized: "This isn’t a file. Intray saves files and folders.")
    case .holdsOwnFolder: String(localized: "It contains Intray itself. Choose a folder that doesn’t.")
    }
  }

  /// Why a document waits.
  private static func reason(_ reason: DrainOutcome.Reason) -> String {
    switch reason {
    case .growing:
      String(localized: "Another app is still writing this item. Intray adds it when it is complete.")
    case .unfinishedDownload: String(localized: "Its download hasn’t finished.")
    case .disk(let error): action(error)
    }
  }

  private static func notADocument(_ kind: FileKind) -> String {
    switch kind {
    case .link: String(localized: "It is only a link to something else, so there is nothing to keep.")
    case .file, .folder, .special: String(localized: "It is neither a file nor a folder.")
    }
  }
}

/// With what something could not be done, and why.
struct ActionFailure: Sendable {
  var path: DocumentPath
  /// Where it was to be moved; nil if something else was to be done.
  var folder: DocumentPath?
  var error: DiskError

  /// Whether a folder was to be moved into itself, or into a folder inside it. The disk only says that it cannot.
  var isIntoItself: Bool {
    error.code == .unsupported && folder?.names.starts(with: path.names) == true
  }
}
