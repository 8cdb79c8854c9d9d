import AppleFoundation
import Corpus
import Foundation
import IntrayCore
import IntrayIntake
import SwiftUI
import UIKit
import UniformTypeIdentifiers

@testable import Example
@testable import ShareExtension

/// The share sheet: provides a share to the Share extension and plays the user in front of it.
@MainActor
enum ShareSheet {
  static func play(_ item: Scene.ShareItem, files: [String]) async throws {
    let items = item.recorded?.extensionItems ?? [extensionItem(item, files: files)]
    let request = Request(items: items)
    let controller = try makePrincipal()
    controller.beginRequest(with: request.context)
    controller.loadViewIfNeeded()
    controller.viewWillAppear(false)
    controller.viewDidAppear(false)
    let end = await request.end(watching: controller, choosing: item)
    switch end {
    case .completed:
      SystemEvent.show(
        request.hasSavedNothing ? "Nothing was saved again." : "Saved to \(AppIdentity.current.name)."
      ).send()
    case .cancelled(let sentence):
      // The sheet has said why, unless it had no time to.
      if !request.isExplained { SystemEvent.complain(sentence).send() }
    }
    controller.viewWillDisappear(false)
    controller.viewDidDisappear(false)
  }

  /// The system makes the class that the Info.plist names.
  private static func makePrincipal() throws -> UIViewController {
    let attributes = Bundle.main.object(forInfoDictionaryKey: "NSExtension") as? [String: Any]
    let principal: AnyClass? = (attributes?["NSExtensionPrincipalClass"] as? String).flatMap(
      NSClassFromString)
    if principal == ShareViewController.self { return ShareViewController(nibName: nil, bundle: nil) }
    if principal == TrayShareViewController.self {
      return TrayShareViewController(nibName: nil, bundle: nil)
    }
    throw SimulatorError("The Share extension's Info.plist names no principal class of its own.")
  }

  private static func extensionItem(_ item: Scene.ShareItem, files: [String]) -> NSExtensionItem {
    let result = NSExtensionItem()
    result.attributedTitle = item.title.map { NSAttributedString(string: $0) }
    var attachments = files.map(OfferedItem.file)
    if let url = item.url.flatMap({ URL(string: $0) }) {
      attachments.append(NSItemProvider(item: url as NSURL, typeIdentifier: UTType.url.identifier))
    }
    if let text = item.text {
      attachments.append(NSItemProvider(item: text as NSString, typeIdentifier: UTType.plainText.identifier))
    }
    result.attachments = attachments
    return result
  }
}

/// One request, and how it ends.
@MainActor
private final class Request {
  enum End {
    case completed
    case cancelled(String)
  }

  private var ends: [End] = []
  /// Whether the user has read on the sheet what could not be done.
  private(set) var isExplained = false
  /// Whether Intray had everything, and the user wanted nothing again.
  private(set) var hasSavedNothing = false
  private var items: [NSExtensionItem]

  init(items: [NSExtensionItem]) {
    self.items = items
  }

  lazy var context = NSExtensionContext(inputItems: items) { [weak self] _ in
    self?.finish(.completed)
    return false
  } onCancel: { [weak self] error in
    self?.finish(.cancelled(error.localizedDescription))
  }

  private func finish(_ end: End) {
    ends.append(end)
    if ends.count > 1 { SystemEvent.complain("The extension ended its request twice.").send() }
  }

  /// Waits for the end, and presses what the user would press on the way.
  func end(watching controller: UIViewController, choosing item: Scene.ShareItem) async -> End {
    let sheet = Sheet(controller)
    hasSavedNothing = await sheet.choose(item) { !self.ends.isEmpty }
    while true {
      if let end = ends.first { return end }
      if await sheet.answer(until: { !self.ends.isEmpty }) { isExplained = true }
      // An extension without a sheet is only waited for.
      await Task.yield()
    }
  }
}

/// What the user in front of the sheet does: waits, and presses what there is to press.
@MainActor
private struct Sheet {
  private let controller: UIViewController

  init(_ controller: UIViewController) {
    self.controller = controller
  }

  /// Types the name, chooses the folder and presses Save, unless the user waits only to swipe the sheet away.
  ///
  /// - Returns: whether the user wants nothing to be saved, because Intray has it.
  func choose(_ item: Scene.ShareItem, until isOver: @escaping @MainActor () -> Bool) async -> Bool {
    guard let harness else { return false }
    do {
      if let name = item.name, let model {
        try await harness.wait(atMost: .seconds(60)) {
          model.isSearched || isOver() || $0.find(.button, "Close") != nil
        }
        if !model.names.isEmpty { try harness.type(name, into: "Name") }
      }
      if !item.tags.isEmpty || item.comment != nil {
        try harness.press("Add Tags and Comment")
        for tag in item.tags {
          if harness.find(.button, tag) != nil {
            try harness.press(tag)
          } else {
            try harness.type(tag, into: "Add Tag")
            try harness.submit("Add Tag")
          }
        }
        if let comment = item.comment { try harness.type(comment, into: "Comment") }
      }
      if item.folder != nil || item.newFolder != nil {
        if Preferences.savesAtOnce {
          // It is saved before the user can choose, and then for a moment the folder can be changed.
          try await harness.wait(atMost: .seconds(60)) { _ in
            ["Change…", "Close", "Done"].contains { isOffered($0) } || isOver()
          }
          try harness.press("Change…")
        }
        try harness.press("Choose Another Folder")
        for name in (item.folder ?? "").split(separator: "/").map(String.init) {
          try await harness.wait(atMost: .seconds(60)) { $0.find(.navigationLink, name) != nil }
          try harness.press(name)
        }
        if let newFolder = item.newFolder {
          try harness.type(newFolder, into: "New Folder")
          try harness.press("Create")
        } else {
          try harness.press("Choose")
        }
        try await harness.wait(atMost: .seconds(60)) { confirmation($0) != nil || isOver() }
        if isOffered("Move") {
          try harness.press("Move")
          return false
        }
      }
      if let seconds = item.swipeAway {
        // The user's patience, as the command says.
        try await Task.sleep(for: .seconds(seconds))
        swipeAway()
      } else if let choice = item.known ?? (isSavedAlready || model?.canSave == false ? .skip : nil) {
        // A user who wants nothing again can only wait, and one who has it all is done.
        return try await answer(choice, until: isOver)
      } else if harness.find(.button, "Save") != nil {
        if Picture.wanted != nil, let model {
          // A picture shows what the sheet shows of what it was given.
          try await harness.wait(atMost: .seconds(60)) {
            model.isLoaded && model.isSearched || isOver() || confirmation($0) == nil
          }
          guard confirmation(harness) != nil else { return false }
          try await Picture.send(harness, overSafari: true)
        }
        if Preferences.savesAtOnce, let model {
          // The user does not tap what the sheet does by itself, unless there is something to read first.
          try await harness.wait(atMost: .seconds(60)) {
            !model.earlier.isEmpty || isOver() || confirmation($0) == nil
          }
        }
        if let button = confirmation(harness) { try harness.press(button) }
      }
    } catch {
      SystemEvent.complain("\(error)").send()
      // The user does not look at it for ever. That it has ended is no change of the sheet.
      swipeAway()
      let end = ContinuousClock.now + .seconds(60)
      while !isOver(), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(10)) }
    }
    return false
  }

  /// Whether the sheet says that Intray has all of it.
  private var isSavedAlready: Bool { model?.isLoaded == true && model?.isAllKnown == true }

  /// The button in the bar: the second is for a document that Intray has.
  private func confirmation(_ harness: ViewHarness) -> String? {
    ["Save", "Done", "Move"].first { harness.find(.button, $0) != nil }
  }

  /// Waits until the sheet has looked for what Intray has already, reads what it says, and presses what the user wants.
  ///
  /// - Returns: whether nothing is saved then.
  private func answer(
    _ choice: Scene.KnownChoice, until isOver: @escaping @MainActor () -> Bool
  ) async throws -> Bool {
    guard let harness, let model else { return false }
    while !model.isSearched, !isOver(), harness.find(.button, "Close") == nil {
      // The user looks at the sheet again a moment later.
      try await Task.sleep(for: .milliseconds(10))
    }
    try await Picture.send(harness, overSafari: true)
    for known in model.known {
      let (name, path) = (known.name.text, known.path.description)
      let sentence =
        name == path
        ? ShareError.ours(name).localizedDescription
        : String(localized: "“\(name)” is already in Intray, as “\(path)”.")
      if harness.find(nil, sentence) != nil { SystemEvent.show(sentence).send() }
    }
    let buttons =
      switch choice {
      case .save: ["Save Another Copy", "Save All", "Save"]
      case .skip: ["Done", "Save"]
      }
    guard let button = buttons.first(where: { harness.find(.button, $0) != nil }) else { return false }
    try harness.press(button)
    return button == "Done"
  }

  /// The user swipes the sheet away, which the system allows only while the controller does not hold it.
  private func swipeAway() {
    if controller.isModalInPresentation {
      SystemEvent.show("The sheet stays while Intray saves.").send()
    } else {
      controller.viewWillDisappear(true)
      controller.viewDidDisappear(true)
    }
  }

  private var model: ShareModel? {
    (controller.children.first as? UIHostingController<ShareView>)?.rootView.model
  }

  private var harness: ViewHarness? {
    (controller.children.first as? UIHostingController<ShareView>)?.harness
  }

  private func isOffered(_ button: String) -> Bool { harness?.find(.button, button)?.isEnabled == true }

  /// Whether the sheet only says how it ended.
  private var isRead: Bool {
    switch model?.state {
    case .known(stays: false): true
    case .saved(let saved): !saved.stays
    default: false
    }
  }

  /// Waits until the sheet asks something or the request has ended, and answers.
  ///
  /// - Returns: whether it asked, and said why.
  func answer(until isOver: @escaping @MainActor () -> Bool) async -> Bool {
    guard let harness else { return false }
    let answers = ["Save the Rest", "Close", "Done"]
    do {
      try await harness.wait(atMost: .seconds(3600)) { _ in
        isOver() || isRead || answers.contains { isOffered($0) }
      }
      if isOver() { return false }
      // A sheet that saves at once shows nothing before.
      if Preferences.savesAtOnce { try await Picture.send(harness, overSafari: true) }
      // Who has read it needs the sheet no longer.
      if isRead { swipeAway() }
      for answer in answers where isOffered(answer) {
        // The sheet shows what could not be saved, or where the saved items are.
        let isSaved = answer == "Done"
        if !isSaved { try await Picture.send(harness, overSafari: true) }
        for sentence in harness.tree.everything.filter({ $0.role == .text }).map(\.label) {
          (isSaved ? SystemEvent.show(sentence) : SystemEvent.complain(sentence)).send()
        }
        try harness.press(answer)
        // The user presses once, and then looks what happens.
        try await harness.wait(atMost: .seconds(3600)) { _ in isOver() || !isOffered(answer) }
        return !isSaved
      }
    } catch {
      SystemEvent.complain("\(error)").send()
    }
    return false
  }
}
