import Corpus
import Foundation
import IntrayCore

/// The commands, named for what the user does on a phone.
enum Phone {
  static func run(_ words: [String]) throws -> Int32 {
    var arguments = Arguments(words)
    let (isWide, language) = (arguments.flag("--wide"), try arguments.value("--language") ?? "en")
    let style = Picture.Style(
      isDark: arguments.flag("--dark"), isLarge: arguments.flag("--large"), isRightToLeft: language == "ar",
      isWide: isWide)
    let product = arguments.flag("--example") ? Device.Product.tray : .intray
    let device = Device(
      path: try arguments.value("--device") ?? (product == .tray ? ".simulator/Tray" : ".simulator"),
      product: product, isWide: isWide, language: language,
      window: try arguments.number("--window", upTo: 9) ?? 1,
      picture: try arguments.value("--picture").map { ($0, style) })
    let tellsMemory = arguments.flag("--memory")
    guard let command = arguments.next() else { throw WrongUsage("What shall I do?") }
    if ["help", "--help", "-h"].contains(command) {
      print(WrongUsage.help)
      return 0
    }
    let play: (inout Arguments, Device) throws -> Int32 =
      switch command {
      case "share": share
      case "launch": launch
      case "open": open
      case "app": app
      case "files": FilesApp.run
      case "icloud": icloud
      case "install": install
      case "shortcut": shortcut
      case "journey": JourneyCommand.run
      case "probe": probe
      default: throw WrongUsage("There is no command \(command).")
      }
    if product == .tray, !["share", "launch"].contains(command) {
      throw WrongUsage("The example has only share and launch.")
    }
    try device.prepare()
    defer { if tellsMemory { tellMemory() } }
    return try play(&arguments, device)
  }

  /// The most memory that any bundle's process had at once: getrusage(2), in KiB.
  private static func tellMemory() {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    FileHandle.standardError.write(Data("peak memory: \(usage.ru_maxrss) KiB\n".utf8))
  }

  private static func share(_ arguments: inout Arguments, _ device: Device) throws -> Int32 {
    let name = try arguments.value("--as")
    if name == "list" {
      for name in try Corpus.names { print(name) }
      return 0
    }
    let path = try arguments.value("--offer").map(absolute) ?? name.map { Corpus.file($0).path }
    let tellsEvents = arguments.flag("--events")
    var item = Scene.ShareItem()
    item.text = try arguments.value("--text")
    item.url = try arguments.value("--url")
    item.title = try arguments.value("--title")
    item.name = try arguments.value("--name")
    item.folder = try arguments.value("--into")
    item.newFolder = try arguments.value("--new-folder")
    while let tag = try arguments.value("--tag") { item.tags.append(tag) }
    item.comment = try arguments.value("--comment")
    let folder = device.appGroup + "/Documents/" + (item.folder ?? "")
    if item.folder != nil, !FileManager.default.fileExists(atPath: folder) {
      throw SimulatorError("There is no folder “\(item.folder ?? "")” on the sheet.")
    }
    item.known = try arguments.value("--if-known").map { text throws in
      guard let choice = Scene.KnownChoice(rawValue: text) else {
        throw WrongUsage("--if-known is save or skip.")
      }
      return choice
    }
    item.swipeAway = try arguments.value("--swipe-away").map { text throws in
      guard let seconds = Double(text), seconds >= 0, seconds.isFinite else {
        throw WrongUsage("--swipe-away takes a number of seconds.")
      }
      return seconds
    }
    let files = try arguments.all()
    guard !files.contains("") else { throw WrongUsage("A file without a name can’t be shared.") }
    item.files = files.map(absolute)
    if let path {
      guard item.files.isEmpty, item.text == nil, item.url == nil else {
        throw WrongUsage("A recorded share is played as it is, with nothing added.")
      }
      return try RecordedPlay(file: path, choices: item, device: device).run()
    }
    if item.files.isEmpty, item.text == nil, item.url == nil {
      throw WrongUsage("There is nothing to share.")
    }
    let outcome = try BundleProcess(device: device).run(.share, .share(item), readable: item.files)
    if tellsEvents { for event in outcome.told { print(event) } }
    return finish(outcome)
  }

  private static func launch(_ arguments: inout Arguments, _ device: Device) throws -> Int32 {
    let isJSON = arguments.flag("--json")
    let isFirst = arguments.flag("--first-time")
    let choice = try arguments.value("--duplicates")
    guard choice == nil || choice.flatMap(Preferences.DuplicateAnswer.init) != nil else {
      throw WrongUsage("--duplicates is ask, skip or keep.")
    }
    let quickSave = try arguments.value("--quick-save")
    guard quickSave == nil || ["on", "off", "similar"].contains(quickSave) else {
      throw WrongUsage("--quick-save is on, off or similar.")
    }
    let seconds = try self.seconds(&arguments)
    guard try arguments.all().isEmpty else { throw WrongUsage("launch takes no files.") }
    let play = Scene.Play.launch(
      open: nil, duplicates: choice, quickSave: quickSave, seconds: seconds ?? 0,
      isFirst: isFirst)
    guard seconds != nil else {
      return finish(try BundleProcess(device: device).run(.app, play), isJSON: isJSON)
    }
    return try follow(play, isJSON: isJSON, on: device)
  }

  private static func seconds(_ arguments: inout Arguments) throws -> Double? {
    guard let text = try arguments.value("--for") else { return nil }
    guard let seconds = Double(text), seconds > 0, seconds.isFinite else {
      throw WrongUsage("--for takes a number of seconds.")
    }
    return seconds
  }

  /// Runs the app, and prints its output at once while it runs.
  private static func follow(
    _ play: Scene.Play, isJSON: Bool, on device: Device
  ) throws -> Int32 {
    let outcome = try BundleProcess(device: device).run(.app, play, hears: true) { event in
      switch event {
      case .show(let text) where !isJSON: say(text)
      case .result(let json) where isJSON: say(json)
      default: break
      }
    }
    return finish(BundleProcess.Outcome(complaints: outcome.complaints, status: outcome.status))
  }

  /// Prints a line without buffering it, also to a pipe or a file.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private static func open(_ arguments: inout Arguments, _ device: Device) throws -> Int32 {
    let words = try arguments.all()
    guard words.count == 1 else { throw WrongUsage("open takes one file.") }
    if let url = URL(string: words[0]), url.scheme != nil {
      return finish(try BundleProcess(device: device).run(.app, .launch(open: words[0])))
    }
    // What iOS does: a copy into the app's Documents/Inbox, under a name that is free there, then the URL.
    let inbox = device.app + "/Documents/Inbox"
    try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
    let copy = try Handover.copy(absolute(words[0]), into: inbox)
    return finish(try BundleProcess(device: device).run(.app, .launch(open: copy)))
  }

  private static func app(_ arguments: inout Arguments, _ device: Device) throws -> Int32 {
    let folder = try arguments.value("--into")
    // These take files only.
    let picking = ["import", "photos", "scan", "take-photo"]
    var words = try arguments.all()
    guard let command = words.first, AppScreen.commands[command]?.contains(words.count - 1) == true,
      command != "view" || ["icons", "list"].contains(words[1]),
      folder == nil || (picking + ["drop", "note"]).contains(command)
    else { throw WrongUsage("The app does not do that.") }
    var files: [String] = []
    if (picking + ["drop", "paste"]).contains(command) {
      // What can be dropped and pasted may also be an address or a text.
      let exists = FileManager.default.fileExists(atPath:)
      words = words.enumerated().map {
        $0 > 0 && (picking.contains(command) || exists($1)) ? absolute($1) : $1
      }
      files = words.dropFirst().filter { $0.hasPrefix("/") && exists($0) }
    }
    if command == "replace" {
      words[2] = absolute(words[2])
      files = [words[2]]
    }
    return finish(
      try BundleProcess(device: device).run(.app, .app(words, into: folder ?? ""), readable: files))
  }

  private static func shortcut(_ arguments: inout Arguments, _ device: Device) throws -> Int32 {
    let command = try ShortcutCommand(&arguments)
    let files = command.name == "save" ? command.words : []
    return finish(try BundleProcess(device: device).run(.app, .shortcut(command), readable: files))
  }

  /// The user installs another build, over the one that is there.
  private static func install(_ arguments: inout Arguments, _ device: Device) throws -> Int32 {
    let words = try arguments.all()
    guard words.count == 1, let build = Int(words[0]), build > 0 else {
      throw WrongUsage("install takes the number of a build.")
    }
    try device.install(build: build)
    return 0
  }

  private static func icloud(_ arguments: inout Arguments, _ device: Device) throws -> Int32 {
    let server = CloudServer(device)
    var settings = server.settings
    switch (arguments.next(), try arguments.all()) {
    case ("sign-in", let rest) where rest.count == 1: settings.account = rest[0]
    case ("sign-out", []): settings.account = nil
    case ("online", []): settings.isOffline = false
    case ("offline", []): settings.isOffline = true
    case ("full", []): settings.isFull = true
    case ("roomy", []): settings.isFull = false
    default: throw WrongUsage("icloud takes sign-in with a name, sign-out, online, offline, full or roomy.")
    }
    try server.set(settings)
    return 0
  }

  private static func probe(_ arguments: inout Arguments, _ device: Device) throws -> Int32 {
    let roles = ["app": Device.Role.app, "share": .share, "provider": .provider]
    let words = try arguments.all()
    guard words.count == 2, let role = roles[words[0]] else {
      throw WrongUsage("probe takes app, share or provider, and a path.")
    }
    return finish(try BundleProcess(device: device).run(role, .probe(role, path: absolute(words[1]))))
  }

  static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// Prints the result, and returns the exit status.
  static func finish(_ outcome: BundleProcess.Outcome, isJSON: Bool = false) -> Int32 {
    for text in isJSON ? outcome.results : outcome.shown { print(text) }
    for sentence in outcome.complaints { FileHandle.standardError.write(Data((sentence + "\n").utf8)) }
    return outcome.isSuccess ? 0 : 1
  }
}

/// How the system hands files from one to another: by a copy of its own.
enum Handover {
  /// Copies a file or folder into a folder of the system's, under its name or one that is free there.
  static func copy(_ path: String, into folder: String) throws -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw SimulatorError("There is no file \(path).")
    }
    let below = isFolder.boolValue ? try FileManager.default.subpathsOfDirectory(atPath: path) : []
    for part in [""] + below {
      let file = part.isEmpty ? path : path + "/" + part
      let type = try FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
      // No app hands over a pipe or a device, and reading one might never end.
      guard [.typeRegular, .typeDirectory, .typeSymbolicLink].contains(type) else {
        throw SimulatorError("\(file) is neither a file nor a folder, so no app hands it over.")
      }
    }
    let name = (path as NSString).lastPathComponent as NSString
    for number in 0... {
      let free =
        number == 0
        ? name as String
        : name.deletingPathExtension + "-\(number)"
          + (name.pathExtension.isEmpty ? "" : "." + name.pathExtension)
      do {
        try FileManager.default.copyItem(atPath: path, toPath: folder + "/" + free)
        for part in below.reversed() {
          keepTimes(of: path + "/" + part, on: folder + "/" + free + "/" + part)
        }
        keepTimes(of: path, on: folder + "/" + free)
        return folder + "/" + free
      } catch let error as CocoaError where error.code == .fileWriteFileExists {
        continue
      } catch {
        throw SimulatorError("Cannot read \(path): \(error.localizedDescription)")
      }
    }
    return folder
  }

  /// Gives a copy the times of its original, as `copyItem(atPath:toPath:)` does by itself on Apple's platforms:
  /// copyfile(3) with `COPYFILE_ALL`.
  private static func keepTimes(of path: String, on copy: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    utimensat(AT_FDCWD, copy, [status.st_atim, status.st_mtim], AT_SYMLINK_NOFOLLOW)
  }
}
