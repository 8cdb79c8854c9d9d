import Foundation

/// The user's documents on this device and in iCloud Drive: where each of them is, and moving them between both.
///
/// "Where is this document?" has one answer: in Documents, else in iCloud's documents, else in iCloud's data. Of two with the
/// same path in these places it is the first, unless the caller names the place; the other one is untouched.
///
/// When the account that was signed in at first is signed out, or another one is signed in, every call that needs iCloud
/// throws. Nothing runs on the caller's actor: each call may wait for another process or for the network.
///
/// The module Cloud:
/// - For: moving documents to iCloud Drive and back, and listing what is there.
/// - Guarantees: a document is in one of the two places; an item that cannot be seen does not count as deleted.
/// - After a crash: one move took effect or not; a document on its way back from iCloud is in `Displaced`.
/// - Never: use a stale copy as the document; guess while there is no account.
public struct Cloud: Sendable {
  let container: Container
  let drive: CloudDrive
  /// Tells whether a folder of this name is one document for the user.
  let isPackage: @Sendable (FileName) -> Bool
  /// The account that was signed in when it was made; nil when there was none.
  public let account: CloudAccount?

  /// The documents of a container, and of the account that is signed in now.
  public init(
    _ container: Container, drive: CloudDrive = .system,
    isPackage: @escaping @Sendable (FileName) -> Bool = { _ in false }
  ) {
    self.isPackage = isPackage
    self.container = container
    self.drive = drive
    account = drive.account()
  }

  /// The places of iCloud that have an item of a path, also when this device has one; none without an account.
  /// - Throws: the error of iCloud.
  @concurrent
  public func placesInCloud(having path: DocumentPath) async throws(CloudError) -> [CloudPlace] {
    guard account != nil, !path.names.isEmpty else { return [] }
    var found: [CloudPlace] = []
    for place in CloudPlace.allCases where place.isCloud {
      if try has(path, in: place) { found.append(place) }
    }
    return found
  }

  /// Lists one folder of a place of iCloud, folders first, then by name as the user's language sorts.
  ///
  /// In memory all of the folder.
  /// - Throws: ``CloudError/notFound`` when there is no such folder.
  @concurrent
  public func list(
    _ folder: DocumentPath = DocumentPath(), in place: CloudPlace
  ) async throws(CloudError) -> [CloudEntry] {
    guard place.isCloud else { throw .notInCloud }
    var entries: [CloudEntry] = []
    for name in try names(in: folder, of: place) {
      if Task.isCancelled { throw .cancelled }
      let path = folder.appending(name)
      do throws(CloudError) {
        entries.append(CloudEntry(path: path, status: try status(of: path, in: place)))
      } catch .notFound {
        // Another process removed it during the listing.
      }
    }
    return entries.sorted { one, other in
      let (isFolder, otherIsFolder) = (one.status.kind == .folder, other.status.kind == .folder)
      return isFolder == otherIsFolder ? one.path.isNamedBefore(other.path) : isFolder
    }
  }

  /// Finds what is below a folder of a place of iCloud and has each word of a text in its name.
  ///
  /// It lists every folder below. In memory is what it finds.
  /// - Throws: ``CloudError/notInCloud`` for a place of this device, and the errors of iCloud.
  @concurrent
  public func search(
    _ text: String, below folder: DocumentPath = DocumentPath(), in place: CloudPlace
  ) async throws(CloudError) -> [CloudEntry] {
    guard place.isCloud else { throw .notInCloud }
    let words = SearchWords(text)
    var (found, folders) = ([CloudEntry](), [folder])
    while let folder = folders.popLast() {
      for entry in try await list(folder, in: place) {
        if entry.status.kind == .folder { folders.append(entry.path) }
        if let name = entry.path.names.last, words.match(name) { found.append(entry) }
      }
    }
    return found
  }

  /// Lends a document of iCloud, coordinated, by the absolute path at which it can be read meanwhile. Fetch it before: else
  /// the system does, and reports no progress.
  /// - Throws: ``CloudError/notFound`` when it is gone, what the closure throws, and the errors of iCloud.
  @concurrent
  public func read<Answer>(
    _ path: DocumentPath, in place: CloudPlace, _ body: (String) throws(DiskError) -> Answer
  ) async throws(CloudError) -> Answer {
    try read(try item(path, in: place), body)
  }
}

// MARK: - The rules, as plain calls

extension Cloud {
  /// The folder that the user sees in iCloud Drive, as every container has it.
  static let documentsFolder = "Documents"

  var documents: Documents { Documents(container) }

  /// Finds the place of a document; nil is nowhere. The order of ``CloudPlace`` decides.
  /// - Throws: ``CloudError/noAccount`` when it is not here and iCloud cannot be asked.
  func place(of path: DocumentPath) throws(CloudError) -> CloudPlace? {
    guard !path.names.isEmpty else { return nil }
    for place in CloudPlace.allCases where try has(path, in: place) { return place }
    // If the user signed out meanwhile, iCloud cannot be seen, and this throws.
    _ = try folder(of: .cloudDocuments)
    return nil
  }

  /// Finds the place of a document; nowhere is an error. If a place is given, only that one counts, because two documents may
  /// have the same path.
  func found(_ path: DocumentPath, in place: CloudPlace? = nil) throws(CloudError) -> CloudPlace {
    let found = if let place { try has(path, in: place) ? place : nil } else { try self.place(of: path) }
    guard let found else { throw .notFound }
    return found
  }

  func has(_ path: DocumentPath, in place: CloudPlace) throws(CloudError) -> Bool {
    do throws(CloudError) {
      if place.isCloud { _ = try status(of: path, in: place) } else { _ = try localStatus(of: path) }
      return true
    } catch .notFound {
      return false
    }
  }

  func localStatus(of path: DocumentPath) throws(CloudError) -> FileStatus {
    guard let name = path.names.last, name.isEntry else { throw .notFound }
    return try onDisk { () throws(DiskError) in
      try container.open(.documents).folder(at: path.parent)[name].status()
    }
  }

  func status(of path: DocumentPath, in place: CloudPlace) throws(CloudError) -> CloudStatus {
    let item = try item(path, in: place)
    return try asked { () throws(CloudError) in try drive.status(item) }
  }

  /// The absolute path of a place of iCloud, if it is still the account's that we know.
  func folder(of place: CloudPlace) throws(CloudError) -> String {
    dispatchPrecondition(condition: .notOnQueue(.main))
    try checkAccount()
    // The call is slow, and the user may sign out meanwhile.
    guard let folder = drive.folder() else { throw .noAccount }
    return place == .cloudDocuments ? folder + "/" + Self.documentsFolder : folder
  }

  /// The absolute path of an item in iCloud; ``CloudError/notFound`` for what cannot be one.
  func item(_ path: DocumentPath, in place: CloudPlace) throws(CloudError) -> String {
    let folder = try folder(of: place)
    var item = folder
    for name in path.names {
      // iCloud keeps names of text only.
      guard name.isEntry, let text = name.text else { throw .notFound }
      item += "/" + text
    }
    // No path into the folder that the user sees counts as data.
    if place == .cloudData, path.names.first?.text == Self.documentsFolder { throw .notFound }
    return item
  }

  /// The names of what is in a folder of iCloud, on this device or not.
  func names(in path: DocumentPath, of place: CloudPlace) throws(CloudError) -> [FileName] {
    let folder = try item(path, in: place)
    let names = try asked { () throws(CloudError) in try drive.names(folder) }
    let shown = Set(names.map(CloudDrive.nameBehindPlaceholder)).map { FileName($0) }
    guard place == .cloudData, path.names.isEmpty else { return shown }
    return shown.filter { $0.text != Self.documentsFolder }
  }

  /// Calls the drive. If it fails because the account was signed out, throws that error instead of one about the
  /// document.
  func asked<Answer>(_ body: () throws(CloudError) -> Answer) throws(CloudError) -> Answer {
    // The main thread must not wait for another process, or for the network.
    dispatchPrecondition(condition: .notOnQueue(.main))
    do throws(CloudError) {
      return try body()
    } catch {
      try checkAccount()
      throw error
    }
  }

  /// Lends an item or a version of one, coordinated.
  func read<Answer>(
    _ item: String, _ body: (String) throws(DiskError) -> Answer
  ) throws(CloudError) -> Answer {
    var result: Result<Answer, DiskError>?
    try asked { () throws(CloudError) in
      try drive.read(item) { path in result = Result { () throws(DiskError) in try body(path) } }
    }
    guard let result else { throw .unavailable }
    return try onDisk { () throws(DiskError) in try result.get() }
  }

  /// Calls the disk, and converts its errors.
  func onDisk<Answer>(_ body: () throws(DiskError) -> Answer) throws(CloudError) -> Answer {
    // The main thread must not wait for the disk either.
    dispatchPrecondition(condition: .notOnQueue(.main))
    do throws(DiskError) {
      return try body()
    } catch {
      throw error.isGone ? .notFound : .disk(error)
    }
  }

  private func checkAccount() throws(CloudError) {
    guard let now = drive.account() else { throw .noAccount }
    // Another account was signed in, and the items in iCloud belong to it.
    if let account, account != now { throw .accountChanged }
  }
}

extension CloudDrive {
  /// The suffix of the system's placeholder of an item that is not downloaded. The placeholder's name begins with a
  /// dot.
  private static let standIn = ".icloud"

  /// The name of the item of a placeholder: `.report.pdf.icloud` stands for `report.pdf`.
  static func nameBehindPlaceholder(_ name: String) -> String {
    guard name.hasPrefix("."), name.hasSuffix(standIn), name.utf8.count > 1 + standIn.utf8.count else {
      return name
    }
    return String(name.dropFirst().dropLast(standIn.count))
  }
}
