import Foundation

/// What was found when something was tried out on a device. It never has a name of a document in it.
public struct Finding: Hashable, Sendable, Identifiable {
  /// What was tried. No two have one name.
  public let name: String
  /// What the device did.
  public let found: String
  /// What the app relies on; nothing where there is only something to know.
  public let expected: String
  /// Whether the device did that; nil where there is only something to know.
  public let isMet: Bool?
  /// Its name.
  public var id: String { name }

  /// What was found.
  public init(_ name: String, found: String, expected: String = "", isMet: Bool? = nil) {
    (self.name, self.found, self.expected, self.isMet) = (name, found, expected, isMet)
  }

  /// What was found where a device does one of two things.
  public init(_ name: String, _ expected: String, or other: String, isMet: Bool) {
    self.init(name, found: isMet ? expected : other, expected: expected, isMet: isMet)
  }

  /// A line of the report.
  public var line: String {
    let mark = isMet.map { $0 ? "yes" : "NO " } ?? "   "
    return "\(mark) \(name): \(found)" + (isMet == false ? "; expected: \(expected)" : "")
  }
}

/// Tries out what the app relies on of the device's disk.
///
/// The module Check:
/// - For: what a device really does, for a report to the developers.
/// - Guarantees: of documents it reads only which attributes they have; all that it makes lies in a parcel in `Staging`, or is taken away at once.
/// - After a crash: the parcel is removed some days later, as any that was abandoned.
/// - Never: put the name of a document into a report.
///
/// See <doc:FirstRunOnADevice>.
public struct DiskCheck {
  private let container: Container
  private let sandbox: Sandbox

  /// A check of these folders.
  public init(_ container: Container, _ sandbox: Sandbox) {
    (self.container, self.sandbox) = (container, sandbox)
  }

  /// What was found. An error of the disk is a finding.
  public func findings() -> [Finding] {
    var findings = [
      finding("group container", "can be opened") { () throws(DiskError) in
        _ = try container.open(.documents)
        return true
      }
    ]
    do throws(DiskError) {
      let deposit = try Inbox(container).deposit()
      findings += inScratch(deposit.folder)
      try deposit.discard()
    } catch {
      findings.append(Finding("scratch folder", found: error.cause, expected: "can be made", isMet: false))
    }
    return findings + [attributesInBackups(), openedCopies()]
  }

  private func inScratch(_ folder: Folder) -> [Finding] {
    [
      finding("exclusive rename", "refuses a taken name", or: "replaces a taken name") {
        () throws(DiskError) in
        try make(["a", "b"], in: folder)
        do throws(DiskError) {
          try folder["a"].rename(to: folder["b"])
          return false
        } catch  where error.code == .exists {
          try folder["a"].rename(to: folder["c"])
          return true
        }
      },
      finding("exchange", "two files change places", or: "they do not") { () throws(DiskError) in
        try make(["one", "other"], in: folder)
        let (one, other) = (try folder["one"].status().file, try folder["other"].status().file)
        try folder["one"].exchange(with: folder["other"])
        return (try folder["one"].status().file, try folder["other"].status().file) == (other, one)
      },
      finding("clone", "shares blocks", or: "not on this volume") { () throws(DiskError) in
        try make(["original"], in: folder)
        return try folder.clone(folder["original"].open(.file), as: "clone") != nil
      },
      finding("name of 255 × 울", "is taken", or: "is refused") { () throws(DiskError) in
        let long = FileName(String(repeating: "울", count: DocumentName.longest))
        try make([long], in: folder)
        try folder[long].rename(to: folder["short"])
        try folder["short"].rename(to: folder[long])
        return try folder[long].exists()
      },
      attribute(of: 56, folder),
      attribute(of: 4_096, folder),
      finding("change time after fchmod", "moves on", or: "stays") { () throws(DiskError) in
        let before = try folder.status().changed
        ScanClock.system.waitUntilPast(before)
        try folder.touch()
        return try folder.status().changed > before
      },
    ]
  }

  private func attribute(of size: Int, _ folder: Folder) -> Finding {
    finding("attribute of \(size) bytes", "is kept", or: "is another") { () throws(DiskError) in
      let (name, value) = (FileName("attribute \(size)"), [UInt8](repeating: 7, count: size))
      try make([name], in: folder)
      let file = try folder[name].open(.file)
      try file.setAttribute(Identity.prefix + "check", value)
      return try file.attribute(Identity.prefix + "check") == value
    }
  }

  /// Whether a restored backup has what is noted on each document: see ``ItemAttribute/mostInBackups``.
  private func attributesInBackups() -> Finding {
    let (name, expected) = ("attributes in backups", "each document keeps its own")
    var (documents, tooMany, most) = (0, 0, 0)
    do throws(DiskError) {
      try Documents(container).walk(from: DocumentPath(), unreadable: { _ in }) {
        name, folder, _ throws(DiskError) in
        var size = 0
        do throws(DiskError) {
          if let opened = try folder[name].open() {
            for attribute in try opened.attributes() {
              size += try attribute.utf8.count + (opened.attributeSize(attribute) ?? 0)
            }
          }
        } catch {
          // What cannot be read is not counted.
          return true
        }
        (documents, most) = (documents + 1, max(most, size))
        if size > ItemAttribute.mostInBackups { tooMany += 1 }
        return true
      }
    } catch {
      return Finding(name, found: error.cause, expected: expected, isMet: false)
    }
    let found =
      "\(tooMany) of \(documents) have more than \(ItemAttribute.mostInBackups) bytes, the most \(most)"
    return Finding(name, found: found, expected: expected, isMet: tooMany == 0)
  }

  /// The app may read and empty Documents/Inbox. What else it may is not known: Apple does not say whether attributes and
  /// modes count as writing.
  private func openedCopies() -> Finding {
    let (name, expected) = ("Documents/Inbox", "refuses a new file")
    do throws(DiskError) {
      guard let inbox = try sandbox.openInbox() else {
        return Finding(name, found: "open a file from Mail first")
      }
      // Of a copy that waits there, else of the folder: a drain takes a copy as soon as the app is opened.
      let copy = try inbox.entries().first { $0.kind == .file }
      var found = [copy == nil ? "the folder" : "a copy"]
      func attempt(_ what: String, _ body: () throws(DiskError) -> Void) {
        do throws(DiskError) {
          try body()
          found.append(what + " allowed")
        } catch {
          found.append(what + " " + error.cause)
        }
      }
      let opened = if let copy { try inbox[copy.name].open(.file) } else { inbox.opened }
      attempt("mode") { () throws(DiskError) in try opened.setMode(opened.status().mode & 0o777) }
      attempt("attribute") { () throws(DiskError) in
        try opened.setAttribute(Identity.prefix + "check", [1])
        try opened.setAttribute(Identity.prefix + "check", nil)
      }
      let new = FileName.random()
      attempt("new file") { () throws(DiskError) in try make([new], in: inbox) }
      let isMet = try !inbox[new].exists()
      try inbox[new].removeFile()
      return Finding(name, found: found.joined(separator: ", "), expected: expected, isMet: isMet)
    } catch {
      return Finding(name, found: error.cause, expected: expected, isMet: false)
    }
  }

  private func make(_ names: [FileName], in folder: Folder) throws(DiskError) {
    for name in names { try folder.createFile(name).close() }
  }

  private func finding(
    _ name: String, _ expected: String, or other: String = "", _ body: () throws(DiskError) -> Bool
  ) -> Finding {
    do throws(DiskError) {
      return Finding(name, expected, or: other, isMet: try body())
    } catch {
      return Finding(name, found: error.cause, expected: expected, isMet: false)
    }
  }
}
