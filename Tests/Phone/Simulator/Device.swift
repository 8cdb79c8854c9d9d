import AppleFoundation
import Foundation
import TestSupport

/// A phone: one folder, laid out as the system lays out a device.
struct Device {
  let path: String
  /// Whether there is room for two columns.
  let isWide: Bool
  /// The language that the user has chosen.
  let language: String
  /// In which window of the app the user acts; the ones before it are open too.
  let window: Int

  /// The app that is installed.
  let product: Product

  /// An app, by its name.
  enum Product: String, Codable, Sendable {
    case intray = "Intray"
    /// The one of `Tests/Phone/Example`. It has no File Provider extension.
    case tray = "Tray"
  }

  /// Where the last screen is drawn, and how; nil is nowhere.
  let picture: (file: String, style: Picture.Style)?

  init(
    path: String, product: Product = .intray, isWide: Bool = false, language: String = "en", window: Int = 1,
    picture: (file: String, style: Picture.Style)? = nil
  ) {
    (self.product, self.window, self.picture) = (product, window, picture)
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
    self.isWide = isWide
    self.language = language
  }

  /// The bundles, by what plays them.
  enum Role: String, CaseIterable, Codable, Sendable {
    case app = "HostApp"
    case share = "ShareExtension"
    case provider = "FileProviderExtension"
  }

  var appGroup: String { path + "/AppGroup" }
  /// Where the system keeps the group's defaults.
  var preferences: String { appGroup + "/Library/Preferences" }
  var app: String { path + "/App" }
  var provider: String { path + "/Provider" }
  var share: String { path + "/Share" }
  /// What the system keeps for itself: registered places in Files, and files on their way.
  var system: String { path + "/System" }
  /// Where the system and the File Provider hand files to each other.
  var handover: String { system + "/Handover" }
  var domains: String { system + "/domains" }
  /// Our container in iCloud Drive, as far as it is on the device.
  var cloud: String { path + "/iCloud" }
  /// What iCloud has and the device has not, and who is signed in.
  var cloudServer: String { system + "/iCloud" }
  /// The folder that the user sees in Files, and the user's programs work in.
  var files: String { path + "/Files" }
  /// What the daemon could not hand over.
  var pending: String { system + "/pending" }
  /// What the daemon remembers.
  var daemon: String { system + "/Daemon" }

  func home(of role: Role) -> String {
    switch role {
    case .app: app
    case .share: share
    case .provider: provider
    }
  }

  /// The walls around a bundle's process. The top of its home is not its own: a process on a phone writes only into the
  /// folders that the system made there
  /// (<https://developer.apple.com/library/archive/documentation/FileManagement/Conceptual/FileSystemProgrammingGuide/FileSystemOverview/FileSystemOverview.html>).
  func confinement(of role: Role, reading: [String]) -> Confinement {
    let others: [String] =
      switch role {
      case .app: [cloud, cloudServer]
      case .share: []
      case .provider: [handover]
      }
    return Confinement(
      writable: [appGroup] + others + folders(of: role),
      readable: reading + [bundle(of: role), home(of: role)])
  }

  /// What a bundle's process may use of the folders that the system makes in its home. The Share extension needs one.
  private func folders(of role: Role) -> [String] {
    let names = role == .share ? ["tmp"] : ["Documents", "Library", "tmp"]
    return names.map { home(of: role) + "/" + $0 }
  }

  /// Where the bundles are installed: on the device, if their executables can be linked there; else in a place
  /// of the system's, because a copy is large, and a device may be a small volume.
  private var bundles: String {
    var (one, other) = (stat(), stat())
    guard stat("/proc/self/exe", &one) == 0, stat(path, &other) == 0, one.st_dev != other.st_dev else {
      return path + "/Bundles"
    }
    return "/tmp/\(product)-bundles-\(getuid())-\(one.st_ino)-\(one.st_mtim.tv_sec)"
  }

  func bundle(of role: Role) -> String {
    let app = bundles + "/\(product.rawValue).app"
    return role == .app ? app : app + "/PlugIns/\(role.rawValue).appex"
  }

  func executable(of role: Role) -> String {
    bundle(of: role) + "/" + (role == .app ? product.rawValue : role.rawValue)
  }

  /// The bundles that are installed.
  private var roles: [Role] { product == .tray ? [.app, .share] : Role.allCases }

  /// Makes the folders and installs the bundles, as far as they are not there. Any number of simulators may
  /// do it at once.
  func prepare() throws {
    for folder in [preferences, handover, cloud, cloudServer] + roles.flatMap(folders) {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    for bundle in roles.map(bundle) {
      try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    }
    for role in roles { try install(role) }
  }

  /// Where the number of the build is that the user has installed; nowhere it is the project's.
  private var build: String { system + "/build" }

  /// Installs the bundles of another build.
  func install(build number: Int) throws {
    try String(number).write(toFile: build, atomically: true, encoding: .utf8)
    try prepare()
  }

  /// The strings of the bundles in all languages. On a phone they are compiled.
  private static let strings = "Localizable.xcstrings"

  /// The sentences of a bundle in the chosen language.
  func sentences(of role: Role) throws -> Language? {
    guard product == .intray else { return nil }
    return try Language(language, catalogue: URL(fileURLWithPath: bundle(of: role) + "/" + Self.strings))
  }

  private func install(_ role: Role) throws {
    let folder = product == .tray ? "Tests/Phone/Example/" : ""
    let sources = repository.appendingPathComponent(folder + role.rawValue)
    let settings = try BuildSettings(
      role, of: product,
      build: FileManager.default.contents(atPath: build).map { String(decoding: $0, as: UTF8.self) })
    func write(_ data: Data, as name: String) throws {
      let target = URL(fileURLWithPath: bundle(of: role) + "/" + name)
      // Written anew only when it differs, because another process may be reading it.
      if (try? Data(contentsOf: target)) != data { try data.write(to: target, options: .atomic) }
    }
    func source(_ name: String) throws -> Data {
      try Data(contentsOf: sources.appendingPathComponent(name))
    }
    try write(settings.expand(source("Info.plist")), as: "Info.plist")
    try write(settings.expand(source(role.rawValue + ".entitlements")), as: Entitlements.fileName)
    // The example speaks one language.
    if product == .intray { try write(source(Self.strings), as: Self.strings) }
    try installExecutable(at: executable(of: role))
  }

  /// The bundle's executable is this very program, under the bundle's name: the process then finds its own
  /// Info.plist beside itself, as on a phone.
  private func installExecutable(at target: String) throws {
    let source = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    var (one, other) = (stat(), stat())
    guard stat(source, &one) == 0 else { throw SimulatorError("Cannot find myself at \(source).") }
    if stat(target, &other) == 0, one.st_ino == other.st_ino || Self.isCopy(one, other) { return }
    let fresh = target + "." + UUID().uuidString
    if link(source, fresh) != 0 {
      // Another volume: a copy, with the original's date to know it by.
      try FileManager.default.copyItem(atPath: source, toPath: fresh)
      utimensat(AT_FDCWD, fresh, [one.st_atim, one.st_mtim], 0)
    }
    if rename(fresh, target) != 0 { throw SimulatorError("Cannot install \(target).") }
    // Renaming one link of a file onto another leaves both: rename(2).
    unlink(fresh)
  }

  private static func isCopy(_ one: stat, _ other: stat) -> Bool {
    one.st_size == other.st_size && one.st_mtim.tv_sec == other.st_mtim.tv_sec
      && one.st_mtim.tv_nsec == other.st_mtim.tv_nsec
  }
}

/// The build settings that Xcode puts into an Info.plist, read from where they are set.
struct BuildSettings {
  private let values: [String: String]

  /// - Parameter build: the number of the build; nil is the project's.
  init(_ role: Device.Role, of product: Device.Product, build: String? = nil) throws {
    let project = try String(
      contentsOf: repository.appendingPathComponent("project.yml"), encoding: .utf8)
    var values: [String: String] = [:]
    for line in project.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2, parts[0].allSatisfy({ $0.isUppercase || $0 == "_" }) else { continue }
      // Only the settings at the top of the file count. Those of targets come later.
      let value = parts[1].split(separator: " #")[0].trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
      if values[parts[0]] == nil { values[parts[0]] = value }
    }
    if let build { values["CURRENT_PROJECT_VERSION"] = build }
    values["PRODUCT_MODULE_NAME"] = role.rawValue
    values["EXECUTABLE_NAME"] = role == .app ? product.rawValue : role.rawValue
    values["PRODUCT_NAME"] = values["EXECUTABLE_NAME"]
    values["DEVELOPMENT_LANGUAGE"] = "en"
    values["PRODUCT_BUNDLE_IDENTIFIER"] = "app.intray." + role.rawValue
    self.values = values
  }

  /// Replaces `$(NAME)` by the setting of that name, until none is left that is known.
  func expand(_ plist: Data) -> Data {
    var text = String(decoding: plist, as: UTF8.self)
    // A value may name another setting.
    for _ in 0..<4 where text.contains("$(") { text = expandOnce(text) }
    return Data(text.utf8)
  }

  /// In one pass: each command of the simulator installs the bundles.
  private func expandOnce(_ text: String) -> String {
    let parts = text.components(separatedBy: "$(")
    return parts.dropFirst().reduce(parts[0]) { done, part in
      guard let end = part.firstIndex(of: ")"), let value = values[String(part[..<end])] else {
        return done + "$(" + part
      }
      return done + value + part[part.index(after: end)...]
    }
  }
}
