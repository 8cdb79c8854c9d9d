import Foundation

/// Five items on the whole way from the share sheet to Files, with each step printed.
struct Journey {
  let device: Device

  func run() throws -> Int32 {
    let samples = try Samples(in: device.path + "/Samples")
    let phone = BundleProcess(device: device)
    say("1. The app is opened for the first time after it was installed: it registers its place in Files.")
    var isFine = try step("   launch", phone.run(.app, .launch(open: nil)))

    say("\n2. The user shares things to Intray from other apps. Each share is one parcel in the inbox.")
    for share in samples.shares {
      isFine =
        try step("   share " + share.title, phone.run(.share, .share(share.item), readable: share.item.files))
        && isFine
    }
    say("\n   On disk, in the App Group:")
    for parcel in try names("Inbox") { say("     Inbox/\(parcel)") }

    say(
      "\n3. Files asks the File Provider, which drains first: all of it is there, and the app stays closed.")
    isFine =
      try step("   files ls -R", phone.run(.provider, .files([.list(path: "", recursive: true)]))) && isFine

    say("\n4. The same PDF is shared once more: its name is taken, so it gets the next free one.")
    isFine =
      try step(
        "   share report.pdf",
        phone.run(.share, .share(samples.shares[0].item), readable: samples.shares[0].item.files)) && isFine

    say("\n5. The app is opened again: it takes in what waits, and shows it.")
    isFine = try step("   launch", phone.run(.app, .launch(open: nil))) && isFine

    say("\n6. In Files a folder is made, and the photo moved into it.")
    isFine =
      try step("   files mkdir Holiday", phone.run(.provider, .files([.makeFolder(path: "Holiday")])))
      && isFine
    isFine =
      try step(
        "   files mv photo.png Holiday",
        phone.run(.provider, .files([.move(from: "photo.png", to: "Holiday")]))) && isFine
    isFine =
      try step("   files ls -R", phone.run(.provider, .files([.list(path: "", recursive: true)]))) && isFine

    say("\n7. In the app a document is moved to iCloud Drive, and home again.")
    for command in [AppCommand.moveToCloud(path: "report-1.pdf"), .moveFromCloud(path: "report-1.pdf")] {
      isFine = try step("   app", phone.run(.app, .app(command))) && isFine
    }

    say("\n8. What arrived is what was sent, byte for byte.")
    for (original, path) in samples.originals {
      let copy = device.appGroup + "/Documents/" + path
      let isSame = FileManager.default.contentsEqual(atPath: original, andPath: copy)
      say("   \(isSame ? "same" : "DIFFERENT")  \(path)")
      isFine = isFine && isSame
    }
    say(
      "\n9. The app checks the device. Files and the extension do not run beside it here, so they do not answer."
    )
    let check = try phone.run(.app, .app(.checkDevice))
    isFine = check.isSuccess && isFine
    let report = check.shown.first { $0.contains("as expected") }
    for line in report?.split(separator: "\n") ?? [] { say("     " + line) }
    say(isFine ? "\nThe journey is done." : "\nThe journey failed.")
    return isFine ? 0 : 1
  }

  private func say(_ text: String) {
    print(text)
  }

  private func step(_ title: String, _ outcome: BundleProcess.Outcome) throws -> Bool {
    say(title)
    for text in outcome.shown + outcome.complaints {
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) { say("     " + line) }
    }
    return outcome.isSuccess
  }

  private func names(_ room: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: device.appGroup + "/" + room).sorted()
  }
}

/// Real files to travel with.
private struct Samples {
  struct Share {
    var title: String
    var item: Scene.ShareItem
  }

  let shares: [Share]
  /// Originals, and where they are in Documents in the end.
  let originals: [(String, String)]

  init(in folder: String) throws {
    let minutes = folder + "/Minutes"
    try FileManager.default.createDirectory(atPath: minutes, withIntermediateDirectories: true)
    try Self.pdf.write(to: URL(fileURLWithPath: folder + "/report.pdf"))
    try Self.png.write(to: URL(fileURLWithPath: folder + "/photo.png"))
    try Data("We met, and agreed.\n".utf8).write(to: URL(fileURLWithPath: minutes + "/Monday.txt"))
    try Data("We met again.\n".utf8).write(to: URL(fileURLWithPath: minutes + "/Tuesday.txt"))
    shares = [
      Share(title: "report.pdf", item: .init(files: [folder + "/report.pdf"])),
      Share(title: "photo.png", item: .init(files: [folder + "/photo.png"])),
      Share(title: "Minutes (a folder)", item: .init(files: [minutes])),
      Share(title: "a text", item: .init(text: "Buy milk and bread\nand an umbrella")),
      Share(title: "a link", item: .init(url: "https://www.example.com/page", title: "Example Domain")),
    ]
    originals = [
      (folder + "/report.pdf", "report.pdf"), (folder + "/report.pdf", "report-1.pdf"),
      (folder + "/photo.png", "Holiday/photo.png"), (minutes + "/Monday.txt", "Minutes/Monday.txt"),
      (minutes + "/Tuesday.txt", "Minutes/Tuesday.txt"),
    ]
  }

  /// A page with nothing on it.
  private static let pdf = Data(
    """
    %PDF-1.4
    1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
    2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
    3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj
    trailer<</Root 1 0 R>>
    %%EOF

    """.utf8)

  /// One red point.
  private static let png =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==")
    ?? Data()
}
