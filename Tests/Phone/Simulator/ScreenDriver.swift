import AppleFoundation
import Foundation
import IntrayCore
import LinuxCalls

/// Plays one bundle in this process: puts up the walls, sets up what the system knows, and raises the
/// curtain.
@MainActor
enum ScreenDriver {
  static func play(_ json: Data) async -> Int32 {
    do {
      let scene = try JSONDecoder().decode(Scene.self, from: json)
      linux_die_with_parent()
      let device = Device(
        path: scene.device, product: scene.product, isWide: scene.isWide, language: scene.language
      )
      let role = scene.role
      let groups = try Entitlements(device, role).groups
      try confine(device, role, readable: scene.readable)
      for group in groups { StandIn.Containers[group: group] = URL(fileURLWithPath: device.appGroup) }
      System(scene, device).install()
      if Picture.wanted != nil { Page.install(below: device.appGroup) }
      if role == .app { CloudDrive.system = try CloudServer(device).drive() }
      if case .serve = scene.play {} else { System.hearNotifications() }
      Language.use(try device.sentences(of: role))
      // What a process sets another one sees at once, on a phone.
      defer { Preferences.store?.synchronize() }
      try await perform(scene, on: device)
      return 0
    } catch {
      SystemEvent.complain("\(error)").send()
      return 1
    }
  }

  private static func perform(_ scene: Scene, on device: Device) async throws {
    switch scene.play {
    case .share(let item): try await ShareSheet.play(item, files: scene.readable)
    case .launch where scene.product == .tray: try await TrayScreen.play()
    case .launch(let path, let duplicates, let quickSave, let seconds, let isFirst):
      try await HomeScreen.play(
        open: path, duplicates: duplicates, quickSave: quickSave, seconds: seconds, isWide: scene.isWide,
        isFirst: isFirst)
    case .shortcut(let command): try await ShortcutsApp.play(command)
    case .app(let words, let folder):
      try await AppScreen.play(words, into: folder, isWide: scene.isWide, window: scene.window)
    case .serve: try await ExtensionProcess.serve(scene)
    case .probe(_, let path): try probe(path)
    }
  }

  /// Opens what is at a path. Where nothing is, makes a file and removes it.
  private static func probe(_ path: String) throws {
    var opened = open(path, O_RDONLY)
    if opened < 0, errno == ENOENT {
      opened = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
      if opened >= 0 { unlink(path) }
    }
    guard opened >= 0 else {
      throw SimulatorError("\(path) is out of reach: \(String(cString: strerror(errno))).")
    }
    close(opened)
    SystemEvent.show("\(path) can be reached.").send()
  }

  private static func confine(_ device: Device, _ role: Device.Role, readable: [String]) throws {
    do {
      try device.confinement(of: role, reading: readable).enforce()
    } catch let error as SimulatorError {
      // Without Landlock the walls are only checked, by the test that traces file calls.
      FileHandle.standardError.write(Data((error.description + "\n").utf8))
    }
  }
}

extension Scene {
  var role: Device.Role {
    switch play {
    case .share: .share
    case .launch, .shortcut, .app: .app
    case .serve: .provider
    case .probe(let role, _): role
    }
  }
}

/// What a bundle was signed for.
struct Entitlements {
  /// The App Groups that it may use.
  let groups: [String]

  init(_ device: Device, _ role: Device.Role) throws {
    let url = URL(fileURLWithPath: device.bundle(of: role) + "/" + Self.fileName)
    let plist = try PropertyListSerialization.propertyList(from: Data(contentsOf: url), format: nil)
    groups = (plist as? [String: Any])?["com.apple.security.application-groups"] as? [String] ?? []
  }

  /// Beside the Info.plist; on a phone they are in the signature.
  static let fileName = "archived-expanded-entitlements.xcent"
}
