import Foundation

/// Five items on the whole way from the share sheet to Files: commands of the simulator, one after the other.
enum JourneyCommand {
  static func run(_ arguments: inout Arguments, _ device: Device) throws -> Int32 {
    guard try arguments.all().isEmpty else { throw WrongUsage("journey takes no files.") }
    let samples = device.path + "/Samples"
    let (report, photo, minutes) = (samples + "/report.pdf", samples + "/photo.png", samples + "/Minutes")
    try FileManager.default.createDirectory(atPath: minutes, withIntermediateDirectories: true)
    try Data("%PDF-1.4\ntrailer<</Root 1 0 R>>\n%%EOF\n".utf8).write(to: URL(fileURLWithPath: report))
    try png.write(to: URL(fileURLWithPath: photo))
    try Data("We met, and agreed.\n".utf8).write(to: URL(fileURLWithPath: minutes + "/Monday.txt"))
    let steps: [(String, [[String]])] = [
      (
        "The app is opened for the first time after it was installed: it registers its place in Files.",
        [["launch"]]
      ),
      (
        "The user shares things to Intray from other apps. Each share is one parcel in the inbox.",
        [
          ["share", report], ["share", photo], ["share", minutes],
          ["share", "--text", "Buy milk and bread\nand an umbrella"],
          ["share", "--url", "https://www.example.com/page", "--title", "Example Domain"],
        ]
      ),
      (
        "Files asks the File Provider, which drains first: all of it is there, and the app stays closed.",
        [["files", "ls", "-R"]]
      ),
      (
        "The same PDF is shared once more: its name is taken, so it gets the next free one.",
        [["share", report]]
      ),
      ("The app is opened again: it takes in what waits, and shows it.", [["launch"]]),
      (
        "In Files a folder is made, and the photo moved into it.",
        [["files", "mkdir", "Holiday"], ["files", "mv", "photo.png", "Holiday"], ["files", "ls", "-R"]]
      ),
      (
        "In the app a document is moved to iCloud Drive, and home again.",
        [["app", "move-to-cloud", "report-1.pdf"], ["app", "move-from-cloud", "report-1.pdf"]]
      ),
      (
        "The app checks the device. Files and the extension do not run beside it here, so they do not answer.",
        [["app", "check-device"]]
      ),
    ]
    var isFine = true
    for (number, (what, commands)) in steps.enumerated() {
      print("\n\(number + 1). \(what)")
      for words in commands {
        print("\n$ simulator " + words.joined(separator: " "))
        isFine = try Phone.run(["--device", device.path] + words) == 0 && isFine
      }
    }
    print("\nWhat arrived is what was sent, byte for byte.")
    let originals = [
      (report, "report.pdf"), (report, "report-1.pdf"), (photo, "Holiday/photo.png"),
      (minutes + "/Monday.txt", "Minutes/Monday.txt"),
    ]
    for (original, path) in originals {
      let copy = device.appGroup + "/Documents/" + path
      let isSame = FileManager.default.contentsEqual(atPath: original, andPath: copy)
      print("\(isSame ? "same" : "DIFFERENT")  \(path)")
      isFine = isFine && isSame
    }
    print(isFine ? "\nThe journey is done." : "\nThe journey failed.")
    return isFine ? 0 : 1
  }

  /// One red point.
  private static let png =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==")
    ?? Data()
}
