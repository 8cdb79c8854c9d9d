import Foundation
import IntrayCore
import Testing

/// What Xcode and iOS read of Intray, and no compiler checks: the project, the property lists, the entitlements and
/// the privacy manifests. They must agree with each other and with the code.
struct ProjectTests {
  static let bundles = ["HostApp", "ShareExtension", "FileProviderExtension"]

  @Test(arguments: bundles)
  func `Every bundle is in the one App Group, and says so to its code`(bundle: String) throws {
    let entitlements = try propertyList("\(bundle)/\(bundle).entitlements")
    #expect(entitlements["com.apple.security.application-groups"] as? [String] == ["$(APP_GROUP)"])
    #expect(try infoPlist(bundle)["IntrayAppGroup"] as? String == "$(APP_GROUP)")
  }

  @Test func `The app has one container in iCloud Drive, and the user sees it`() throws {
    let entitlements = try propertyList("HostApp/HostApp.entitlements")
    for kind in ["icloud", "ubiquity"] {
      let containers = entitlements["com.apple.developer.\(kind)-container-identifiers"]
      #expect(containers as? [String] == ["$(CLOUD_CONTAINER)"])
    }
    #expect(entitlements["com.apple.developer.icloud-services"] as? [String] == ["CloudDocuments"])
    let plist = try infoPlist("HostApp")
    let containers = try #require(plist["NSUbiquitousContainers"] as? [String: [String: Any]])
    // Xcode expands settings in the values of an Info.plist, not in its keys ("We only expand the values, not the
    // keys", InfoPlistProcessorTaskAction of swiftlang/swift-build), so this one is written out.
    let prefix = try setting("BUNDLE_ID_PREFIX")
    let container = try setting("CLOUD_CONTAINER").replacing("$(BUNDLE_ID_PREFIX)", with: prefix)
    #expect(
      Array(containers.keys) == [container],
      "write CLOUD_CONTAINER, as it is with your prefix, as the key in NSUbiquitousContainers")
    #expect(
      containers.values.allSatisfy { $0["NSUbiquitousContainerIsDocumentScopePublic"] as? Bool == true })
  }

  @Test func `The File Provider's documents are in the App Group`() throws {
    let provider = try extensionPoint("FileProviderExtension")
    #expect(provider["NSExtensionFileProviderDocumentGroup"] as? String == "$(APP_GROUP)")
  }

  @Test(arguments: [
    ("ShareExtension", "com.apple.share-services", "ShareViewController"),
    ("FileProviderExtension", "com.apple.fileprovider-nonui", "FileProviderExtension"),
  ])
  func `Each extension names its point, and a class that is there`(
    bundle: String, point: String, principal: String
  ) throws {
    let plist = try extensionPoint(bundle)
    #expect(plist["NSExtensionPointIdentifier"] as? String == point)
    #expect(plist["NSExtensionPrincipalClass"] as? String == "$(PRODUCT_MODULE_NAME).\(principal)")
    let declaration = try Regex("(?m)^(public |final |@MainActor )*class \(principal)\\b")
    let declared = try swiftFiles(in: bundle).contains {
      try text($0).contains(declaration)
    }
    #expect(declared, "no class \(principal) in \(bundle)")
  }

  @Test func `The File Provider lists, opens folders in pickers, and takes a few documents at once`() throws {
    let provider = try extensionPoint("FileProviderExtension")
    #expect(provider["NSExtensionFileProviderSupportsEnumeration"] as? Bool == true)
    #expect(provider["NSExtensionFileProviderSupportsPickingFolders"] as? Bool == true)
    for depth in ["Download", "Upload"] {
      let value = try #require(provider["NSExtensionFileProvider\(depth)PipelineDepth"] as? Int)
      #expect((1...128).contains(value), "what the system allows")
    }
  }

  @Test func `An extension's identifier begins with its app's`() throws {
    let app = "$(BUNDLE_ID_PREFIX).Intray"
    #expect(
      try Set(settings("PRODUCT_BUNDLE_IDENTIFIER")).isSuperset(of: [
        app, app + ".ShareExtension", app + ".FileProviderExtension",
      ]))
  }

  @Test(arguments: bundles)
  func `Every bundle takes its name, version and identifier from the project`(bundle: String) throws {
    let plist = try infoPlist(bundle)
    let expected = [
      "CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)",
      "CFBundleExecutable": "$(EXECUTABLE_NAME)",
      "CFBundlePackageType": "$(PRODUCT_BUNDLE_PACKAGE_TYPE)",
      "CFBundleShortVersionString": "$(MARKETING_VERSION)",
      "CFBundleVersion": "$(CURRENT_PROJECT_VERSION)",
      "CFBundleDisplayName": "Intray",
    ]
    for (key, value) in expected { #expect(plist[key] as? String == value, "\(key)") }
  }

  @Test func `The app owns the type that it exports, and asks for no other`() throws {
    let plist = try infoPlist("HostApp")
    let exported = try #require(plist["UTExportedTypeDeclarations"] as? [[String: Any]])
    let types = try #require(plist["CFBundleDocumentTypes"] as? [[String: Any]])
    #expect(exported.compactMap { $0["UTTypeIdentifier"] as? String } == ["$(BUNDLE_ID_PREFIX).parcel"])
    let parcel = try #require(exported.first)
    #expect(parcel["UTTypeConformsTo"] as? [String] == ["com.apple.package"])
    let tags = parcel["UTTypeTagSpecification"] as? [String: [String]]
    #expect(tags == ["public.filename-extension": ["parcel"]])

    let owned = types.filter { $0["LSHandlerRank"] as? String == "Owner" }
    #expect(owned.compactMap { $0["LSItemContentTypes"] as? [String] } == [["$(BUNDLE_ID_PREFIX).parcel"]])
    #expect(owned.first?["LSTypeIsPackage"] as? Bool == true)
    let others = types.filter { $0["LSHandlerRank"] as? String != "Owner" }
    #expect(others.compactMap { $0["LSHandlerRank"] as? String } == ["Alternate"])
    // An app that is the only one to claim a type gets what AirDrop brings of it without a question.
    let taken = try #require(others.first?["LSItemContentTypes"] as? [String])
    #expect(
      Set(taken).isDisjoint(with: [
        "public.data", "public.content", "public.item", "public.composite-content",
      ]))
    #expect(Set(taken).isSuperset(of: ["com.adobe.pdf", "public.image", "public.text", "public.archive"]))

    let icons = try #require(parcel["UTTypeIconFiles"] as? [String])
    #expect(owned.first?["CFBundleTypeIconFiles"] as? [String] == icons)
    for icon in icons { #expect(exists("HostApp/DocumentIcons/\(icon)"), "\(icon)") }
  }

  @Test func `Finder may bring documents, and what is opened is always a copy`() throws {
    let plist = try infoPlist("HostApp")
    #expect(plist["UIFileSharingEnabled"] as? Bool == true)
    #expect(plist["LSSupportsOpeningDocumentsInPlace"] as? Bool == false)
  }

  @Test func `The app answers to intray links`() throws {
    let types = try #require(try infoPlist("HostApp")["CFBundleURLTypes"] as? [[String: Any]])
    #expect(types.compactMap { $0["CFBundleURLSchemes"] as? [String] } == [["$(LINK_SCHEME)"]])
    #expect(try setting("LINK_SCHEME") == AppIdentity().linkScheme)
  }

  @Test(arguments: bundles)
  func `Every privacy manifest says no to tracking and gives its reasons`(bundle: String) throws {
    let manifest = try propertyList("\(bundle)/PrivacyInfo.xcprivacy")
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
    #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    let used = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    let reasons = used.reduce(into: [String: [String]]()) { reasons, entry in
      guard let type = entry["NSPrivacyAccessedAPIType"] as? String else { return }
      reasons[type] = entry["NSPrivacyAccessedAPITypeReasons"] as? [String]
    }
    #expect(reasons.count == used.count, "each type once")
    #expect(reasons["NSPrivacyAccessedAPICategoryFileTimestamp"]?.contains("C617.1") == true)
    #expect(reasons["NSPrivacyAccessedAPICategoryUserDefaults"] == ["1C8F.1"])
    #expect(reasons.values.allSatisfy { !$0.isEmpty })
  }

  @Test func `A warning of a newer compiler keeps no user from building`() throws {
    #expect(try !text("project.yml").contains("SWIFT_TREAT_WARNINGS_AS_ERRORS"))
    let lines = try text("Package.swift").split(separator: "\n")
    for index in lines.indices where lines[index].contains(".treatAllWarnings(as: .error)") {
      #expect(lines[index - 1].contains(#"if Context.environment["CI"] != nil"#), "\(lines[index])")
    }
  }

  @Test func `XcodeGen rewrites no property list`() throws {
    // Its `info:` and `entitlements:` would, at every generation.
    #expect(try settings("info|entitlements").isEmpty)
  }

  @Test func `Everything that the project names is there`() throws {
    let paths = try settings("path|INFOPLIST_FILE|CODE_SIGN_ENTITLEMENTS").filter { !$0.isEmpty }
    #expect(paths.count >= 13, "six named files, a source folder for each target and each kind of test")
    for path in paths { #expect(exists(path), "\(path)") }
  }

  @Test func `The icon of the app is a square without transparency`() throws {
    let png = try data("HostApp/Assets.xcassets/AppIcon.appiconset/AppIcon.png")
    // PNG: 8 bytes of signature, then IHDR: length, name, width, height, depth, colour type (2: no alpha channel).
    let header = [UInt8](png.prefix(26))
    #expect(header[16..<20].elementsEqual([0, 0, 4, 0]), "1024 wide")
    #expect(header[20..<24].elementsEqual([0, 0, 4, 0]), "1024 high")
    #expect(header[25] == 2)
  }
}

// MARK: - Reading files

private func data(_ path: String) throws -> Data {
  try Data(contentsOf: repository.appending(path: path))
}

private func text(_ path: String) throws -> String {
  String(decoding: try data(path), as: UTF8.self)
}

private func exists(_ path: String) -> Bool {
  FileManager.default.fileExists(atPath: repository.appending(path: path).path(percentEncoded: false))
}

private func swiftFiles(in folder: String) throws -> [String] {
  let path = repository.appending(path: folder).path(percentEncoded: false)
  return try FileManager.default.subpathsOfDirectory(atPath: path)
    .filter { $0.hasSuffix(".swift") && !$0.hasSuffix("+Linux.swift") }
    .map { "\(folder)/\($0)" }
}

func propertyList(_ path: String) throws -> [String: Any] {
  let plist = try PropertyListSerialization.propertyList(from: data(path), format: nil)
  return try #require(plist as? [String: Any])
}

func infoPlist(_ bundle: String) throws -> [String: Any] {
  try propertyList("\(bundle)/Info.plist")
}

func extensionPoint(_ bundle: String) throws -> [String: Any] {
  try #require(try infoPlist(bundle)["NSExtension"] as? [String: Any])
}

/// What project.yml sets: the first value of a key.
private func setting(_ key: String) throws -> String {
  try #require(try settings(key).first, "\(key)")
}

/// All values of a key in project.yml. No YAML library for a file that we write ourselves.
private func settings(_ key: String) throws -> [String] {
  let line = try Regex("(?m)^ *(?:- )?(?:\(key)): *\"?(.*?)\"? *$", as: (Substring, Substring).self)
  return try text("project.yml").matches(of: line).map { String($0.output.1) }
}
