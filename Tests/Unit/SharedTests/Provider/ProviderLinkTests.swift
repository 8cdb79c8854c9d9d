import Foundation
import Testing

@testable import IntrayCore

/// A symbolic link cannot carry which call of the system made it. A repeated call finds that link all the same.
@Suite(.inContainer) struct ProviderLinkTests {
  let test = TestContainer.current

  /// A call of the system that makes a link beside another one of its name.
  enum Call: CaseIterable {
    case edit, create

    func ask(_ provider: Provider, about link: Item) throws -> ProviderReply {
      switch self {
      case .edit: try retarget(provider, link, to: "ours")
      case .create:
        try provider.create(template: "t", .named("link"), from: .link(to: "ours"), mayExist: false)
      }
    }
  }

  /// Another program has given the link another target since the system saw it.
  private func conflict(in test: TestContainer) throws -> Item {
    let seen = try link(in: test)
    try test.retarget(to: "theirs", expecting: test.known("link"))
    try test.startProvider().scan()
    return seen
  }

  private func both(_ call: Call) -> Tree {
    .folder(["link": .link("theirs"), call == .edit ? "link (conflict)" : "link-1": .link("ours")])
  }

  @Test(
    "A call that makes a link beside another makes one, wherever it is killed before it is repeated",
    arguments: Call.allCases)
  func kill(during call: Call) throws {
    try eachCall(.untidy) { test, fuse in
      let seen = try conflict(in: test)
      // The process is killed, so its reply does not count.
      _ = try? call.ask(test.startProvider(on: test.disk.dying(fuse)), about: seen)
      for _ in 0..<2 { _ = try call.ask(test.startProvider(), about: seen) }
      #expect(try test.documents == both(call))
    }
  }

  @Test(
    "An edit of a link that is put beside makes one, whichever call to the disk fails before it is repeated")
  func failure() throws {
    try eachCall(.untidy) { test, fuse in
      let seen = try conflict(in: test)
      let isFailing = Flag(true)
      let disk = test.disk.asking { request throws(DiskError) in
        if isFailing.isOn, fuse.blows(for: request) { throw .of(.failed, number: EIO) }
      }
      // The extension cannot be started, so the system starts another.
      let provider = try (try? test.startProvider(on: disk)) ?? test.startProvider()
      // The system repeats what failed.
      _ = try? Call.edit.ask(provider, about: seen)
      isFailing.isOn = false
      for _ in 0..<2 { _ = try Call.edit.ask(provider, about: seen) }
      #expect(try test.documents == both(.edit))
    }
  }

  @Test(
    "When the app retargets a link at any call of an edit whose reply is lost, both targets are kept once")
  func appRetargetsDuringEdit() throws {
    try eachCall { test, fuse in
      let seen = try link(in: test)
      let known = try test.known("link")
      let disk = test.disk.interrupted(fuse) { _ in
        do { try test.retarget(to: "theirs", expecting: known) } catch { Issue.record(error) }
      }
      for provider in [try test.startProvider(on: disk), try test.startProvider()] {
        #expect(try retarget(provider, seen, to: "ours").item.id == seen.id)
      }
      let targets = try test.documents.entries.values.map { String(decoding: $0.bytes, as: UTF8.self) }
        .sorted()
      #expect(targets == (fuse.hasBlown ? ["ours", "theirs"] : ["ours"]))
    }
  }

  @Test("A link of an alternative name that another call made is another link", .untidy)
  func linkOfAnotherCall() throws {
    _ = try conflict(in: test)
    let provider = try test.startProvider()
    for template in ["t", "u"] {
      _ = try provider.create(template: template, .named("link"), from: .link(to: "ours"), mayExist: false)
    }
    #expect(
      try test.documents == ["link": .link("theirs"), "link-1": .link("ours"), "link-2": .link("ours")])
  }
}

/// A link that the system knows.
private func link(in test: TestContainer) throws -> Item {
  try test.put(["link": .link("old")])
  let provider = try test.startProvider()
  try provider.refresh()
  return try provider.item(named: "link")
}

private func retarget(_ provider: Provider, _ link: Item, to target: FileName) throws -> ProviderReply {
  try provider.modify(link) { $0.target = target }
}

extension TestContainer {
  /// What the app does with a link that has been in a state.
  fileprivate func retarget(to target: FileName, expecting known: FileSnapshot) throws {
    let documents = Documents(container)
    let staged = try documents.stage(.link(to: target), as: "link")
    _ = try documents.replaceContents(of: "link", with: staged, expecting: known)
  }
}
