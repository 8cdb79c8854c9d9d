import Foundation

/// The user's documents on this device and in iCloud Drive: where each of them is, and moving them between both.
///
/// iCloud's documents are those in the folder of our container that the user sees in iCloud Drive. A document of this device
/// and one of iCloud may have the same path; what is done here to one leaves the other untouched.
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

  /// Tells whether iCloud has an item of a path, also when this device has one. It has none without an account.
  /// - Throws: the error of iCloud.
  @concurrent
  public func isInCloud(_ path: DocumentPath) async throws(CloudError) -> Bool {
    guard account != nil, !path.names.isEmpty else { return false }
    return try has(path)
  }

  /// Lists one folder of iCloud, folders first, then by name as the user's language sorts.
  ///
  /// In memory all of the folder.
  /// - Throws: ``CloudError/notFound`` when there is no such folder.
  @concurrent
  public func list(
    _ folder: DocumentPath = DocumentPath()
  ) async throws(CloudError) -> [CloudEntry] {
    var entries: [CloudEntry] = []
    for name in try names(in: folder) {
      if Task.isCancelled { throw .cancelled }
      let path = folder.appending(name)
      do throws(CloudError) {
        entries.append(CloudEntry(path: path, status: try status(of: path)))
      } catch .notFound {
        // Another process removed it during the listing.
      }
    }
    return entries.sorted { one, other in
      let (isFolder, otherIsFolder) = (one.status.kind == .folder, other.status.kind == .folder)
      return isFolder == otherIsFolder ? one.path.isNamedBefore(other.path) : isFolder
    }
  }

  /// Finds what is below a folder of iCloud and has each word of a text in its name.
  ///
  /// It lists every folder below. In memory is what it finds.
  /// - Throws: the errors of iCloud.
  @concurrent
  public func search(
    _ text: String, below folder: DocumentPath = DocumentPath()
  ) async throws(CloudError) -> [CloudEntry] {
    let words = SearchWords(text)
    var (found, folders) = ([CloudEntry](), [folder])
    while let folder = folders.popLast() {
      for entry in try await list(folder) {
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
    _ path: DocumentPath, _ body: (String) throws(DiskError) -> Answer
  ) async throws(CloudError) -> Answer {
    try read(try item(path), body)
  }
}

// MARK: - The rules, as plain calls

extension Cloud {
  /// The folder that the user sees in iCloud Drive, as every container has it.
  static let documentsFolder = "Documents"

  var documents: Documents { Documents(container) }

  /// Tells whether this device has an item of a path.
  func isLocal(_ path: DocumentPath) throws(CloudError) -> Bool {
    guard let name = path.names.last, name.isEntry else { return false }
    do throws(CloudError) {
      return try onDisk { () throws(DiskError) in
        try container.open(.documents).folder(at: path.parent).has(name)
      }
    } catch .notFound {
      return false
    }
  }

  /// Tells whether iCloud has an item of a path.
  func has(_ path: DocumentPath) throws(CloudError) -> Bool {
    do throws(CloudError) {
      _ = try status(of: path)
      return true
    } catch .notFound {
      return false
    }
  }

  func status(of path: DocumentPath) throws(CloudError) -> CloudStatus {
    let item = try item(path)
    return try asked { () throws(CloudError) in try drive.status(item) }
  }

  /// The absolute path of iCloud's documents, if it is still the account's that we know.
  func folder() throws(CloudError) -> String {
    dispatchPrecondition(condition: .notOnQueue(.main))
    try checkAccount()
    // The call is slow, and the user may sign out meanwhile.
    guard let folder = drive.folder() else { throw .noAccount }
    return folder + "/" + Self.documentsFolder
  }

  /// The absolute path of an item in iCloud; ``CloudError/notFound`` for what cannot be one.
  func item(_ path: DocumentPath) throws(CloudError) -> String {
    var item = try folder()
    for name in path.names {
      // iCloud keeps names of text only.
      guard name.isEntry, let text = name.text else { throw .notFound }
      item += "/" + text
    }
    return item
  }

  /// The names of what is in a folder of iCloud, on this device or not.
  func names(in path: DocumentPath) throws(CloudError) -> [FileName] {
    let folder = try item(path)
    let names = try asked { () throws(CloudError) in try drive.names(folder) }
    return Set(names.map(CloudDrive.nameBehindPlaceholder)).map { FileName($0) }
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
