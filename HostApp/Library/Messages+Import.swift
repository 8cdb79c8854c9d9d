import Foundation
import Intake
import Shared
import SwiftUI
import UniformTypeIdentifiers

/// Which of the items that the user picked, dropped or pasted were not saved, and what to do about it.
extension Messages {
  /// One sentence for each; none for what the user cancelled.
  static func notSaved(_ failures: [ShareError]) -> [String] {
    failures.flatMap { failure -> [String] in
      switch failure {
      case .cancelled: []
      case .several(let failures): notSaved(failures)
      case .disk(_, let error) where error.code == .cancelled: []
      default: [notSaved(failure)]
      }
    }
  }

  /// Why one thing was not saved.
  static func notSaved(_ failure: ShareError) -> String {
    switch failure {
    case .ours(let name): String(localized: "“\(name)” is already in Intray.")
    case .noContainer: noContainer
    case .nothingToSave(let name):
      notSaved(name, String(localized: "It can’t be saved as a document."))
    case .sender(let name, let error?): notSaved(name, error.localizedDescription)
    case .sender(let name, nil):
      notSaved(name, String(localized: "Couldn’t get it from the other app. Please try again."))
    case .silent(let name):
      notSaved(name, String(localized: "The other app didn’t respond for a minute. Please try again."))
    case .outOfTime(let name, others: 0):
      notSaved(
        name, String(localized: "There was no more time in the background. Please share it again."))
    case .outOfTime(let name, let others):
      notSaved(
        name,
        String(
          localized:
            "There was no more time in the background for it and \(others) more. Please share them again."))
    case .noSpace(let name, _): notSaved(name, action(DiskError(.noSpace, at: "")))
    case .disk(let name, let error): notSaved(name, action(error))
    case .cancelled, .several: notSaved([failure]).joined(separator: " ")
    }
  }

  /// Where Intray has what the user does not want twice.
  static func known(_ counterpart: Counterpart) -> String { known(counterpart.name.text, counterpart.path) }

  static func known(_ name: String, _ place: DocumentPath) -> String {
    let path = place.description
    return name == path
      ? String(localized: "“\(name)” is already in Intray.")
      : String(localized: "“\(name)” is already in Intray, as “\(path)”.")
  }

  /// Why something is not taken in at all.
  static func notSaved(_ name: String, _ refusal: DrainOutcome.Refusal) -> String {
    notSaved(name, reason(.refused(refusal)) ?? "")
  }

  private static func notSaved(_ name: String, _ reason: String) -> String {
    String(localized: "“\(name)” couldn’t be saved. \(reason)")
  }
}
