import Foundation
import Testing

@testable import IntrayCore

/// The import route of a URL.
@Suite struct ImportRouteTests {
  private static let sandbox = Sandbox(path: "/private/var/mobile/Data/App")
  private static let container = Container(path: "/private/var/mobile/Group")

  private func route(_ url: String, isOwnItem: Bool = false, sandbox: Sandbox? = sandbox) throws
    -> ImportRoute
  {
    ImportRoute(
      of: try #require(URL(string: url)), sandbox: sandbox, container: Self.container, isOwnItem: isOwnItem)
  }

  @Test(arguments: [
    // The app's Documents/Inbox.
    ("file:///var/mobile/Data/App/Documents/Inbox/a.pdf", ImportRoute.inbox("a.pdf")),
    ("file:///private/var/mobile/Data/App/Documents/Inbox/a.pdf", .inbox("a.pdf")),
    ("file:///var/mobile/Data/App/Documents/Inbox/sent.parcel/", .inbox("sent.parcel")),
    ("file:///var/mobile/Data/App/./Documents//Inbox/a%20%C3%A4.pdf", .inbox("a ä.pdf")),
    ("file:///var/mobile/Data/App/Documents/Inbox/sent.parcel/inner.pdf", .underWay),
    ("file:///var/mobile/Data/App/Documents/Inbox/", .underWay),
    // Finder's drop folder.
    ("file:///var/mobile/Data/App/Documents/a.pdf", .finder("a.pdf")),
    ("file:///var/mobile/Data/App/Documents/p.parcel", .finder("p.parcel")),
    ("file:///var/mobile/Data/App/Documents/folder/a.pdf", .underWay),
    ("file:///var/mobile/Data/App/Documents", .underWay),
    ("file:///var/mobile/Data/App/Documents/inbox/a.pdf", .underWay),
    // The group's container.
    ("file:///var/mobile/Group/Documents/a.pdf", .ours),
    ("file:///var/mobile/Group/Documents/folder/a.pdf", .ours),
    ("file:///var/mobile/Group/Documents", .ours),
    ("file:///var/mobile/Group/Trash/a.pdf", .ours),
    ("file:///var/mobile/Group/Inbox/x.parcel/a.pdf", .underWay),
    ("file:///var/mobile/Group/Staging/x.parcel", .underWay),
    ("file:///var/mobile/Group/Displaced/x.0.1/document", .underWay),
    // What holds them.
    ("file:///var/mobile/Group", .refused(.holdsOwnFolder)),
    ("file:///var/mobile/Group/Library/x", .refused(.holdsOwnFolder)),
    ("file:///private/var/mobile", .refused(.holdsOwnFolder)),
    ("file:///", .refused(.holdsOwnFolder)),
    ("file:///var/mobile/Data/App", .refused(.holdsOwnFolder)),
    // Files of other programs.
    ("file:///var/mobile/Data/App/tmp/a.pdf", .original),
    ("file:///var/mobile/Data/Apple/Documents/Inbox/a.pdf", .original),
    ("file:///var/mobile/Groups/Documents/a.pdf", .original),
    ("file:///var/mobile/iCloud/a.pdf", .original),
    ("file:///var/mobile/DATA/App/Documents/a.pdf", .original),
    // Only the file system knows where these lead.
    ("file:///var/mobile/Other/../Data/App/Documents/a.pdf", .original),
    // No files.
    ("https://example.com/var/mobile/Group/Documents/a.pdf", .refused(.notAFile)),
    ("mailto:somebody@example.com", .refused(.notAFile)),
  ])
  func theURLDecidesTheImportRoute(url: String, expected: ImportRoute) throws {
    #expect(try route(url) == expected)
  }

  @Test(arguments: [
    ("file:///var/mobile/FileProvider/Intray/a.pdf", ImportRoute.ours),
    // A copy of an item of ours is imported like any copy.
    ("file:///var/mobile/Data/App/Documents/Inbox/a.pdf", .inbox("a.pdf")),
    ("file:///var/mobile/Data/App/Documents/a.pdf", .finder("a.pdf")),
    ("file:///var/mobile/Group/Inbox/x.parcel", .underWay),
    ("https://example.com/a.pdf", .refused(.notAFile)),
  ])
  func anItemOfOursAsFilesShowsItIsNotImported(url: String, expected: ImportRoute) throws {
    #expect(try route(url, isOwnItem: true) == expected)
  }

  @Test func withoutASandboxItsFoldersCountAsAnotherApps() throws {
    let url = "file:///var/mobile/Data/App/Documents/Inbox/a.pdf"
    #expect(try route(url, sandbox: nil) == .original)
  }
}
