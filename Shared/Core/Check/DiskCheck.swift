import Foundation

/// Tries out what the app relies on of the device's disk.
///
/// The module Check:
/// - For: what a device really does, for a report to the developers.
/// - Guarantees: no document is opened; all that it makes lies in a parcel in `Staging`, or is taken away at once.
/// - After a crash: the parcel is removed a day later, as any that was abandoned.
/// - Never: put the name of a document into a report.
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
      finding("group container", expecting: "can be opened") { () throws(DiskError) in
        _ = try container.open(.documents)
        return ("can be opened", true)
      }
    ]
    do throws(DiskError) {
      let deposit = try Inbox(container).deposit()
      findings += [
        exclusiveRename(deposit.folder), exchange(deposit.folder), clone(deposit.folder),
        attribute(of: 56, deposit.folder), attribute(of: 4_096, deposit.folder), touch(deposit.folder),
      ]
      try deposit.discard()
    } catch {
      findings.append(failed("scratch folder", expecting: "can be made", error))
    }
    return findings + [openedCopies()]
  }

  private func exclusiveRename(_ folder: Folder) -> Finding {
    finding("exclusive rename", expecting: "refuses a taken name") { () throws(DiskError) in
      try make(["a", "b"], in: folder)
      do throws(DiskError) {
        try folder.rename("a", to: folder, as: "b")
        return ("replaces a taken name", false)
      } catch  where error.code == .exists {
        try folder.rename("a", to: folder, as: "c")
        return ("refuses a taken name", true)
      }
    }
  }

  private func exchange(_ folder: Folder) -> Finding {
    finding("exchange", expecting: "two files change places") { () throws(DiskError) in
      try make(["one", "other"], in: folder)
      let (one, other) = (try folder.status("one").file, try folder.status("other").file)
      try folder.exchange("one", with: folder, "other")
      let isMet = (try folder.status("one").file, try folder.status("other").file) == (other, one)
      return (isMet ? "two files change places" : "they do not", isMet)
    }
  }

  private func clone(_ folder: Folder) -> Finding {
    finding("clone", expecting: "shares blocks") { () throws(DiskError) in
      try make(["original"], in: folder)
      let copy = try folder.withFile("original") { file throws(DiskError) in
        try folder.clone(file, as: "clone")
      }
      guard let copy else { return ("not on this volume", false) }
      try container.disk.close(copy)
      return ("shares blocks", true)
    }
  }

  private func attribute(of size: Int, _ folder: Folder) -> Finding {
    finding("attribute of \(size) bytes", expecting: "is kept") { () throws(DiskError) in
      let (name, value) = (FileName("attribute \(size)"), [UInt8](repeating: 7, count: size))
      try make([name], in: folder)
      let read = try folder.withFile(name) { file throws(DiskError) in
        try container.disk.setAttribute(file, Identity.prefix + "check", value)
        return try container.disk.attribute(file, Identity.prefix + "check")
      }
      return (read == value ? "is kept" : "is another", read == value)
    }
  }

  private func touch(_ folder: Folder) -> Finding {
    finding("change time after fchmod", expecting: "moves on") { () throws(DiskError) in
      let before = try folder.status().changed
      ScanClock.system.waitUntilPast(before)
      try folder.touch()
      let isMet = try folder.status().changed > before
      return (isMet ? "moves on" : "stays", isMet)
    }
  }

  /// The app may read and empty Documents/Inbox. What else it may is not known: Apple does not say whether attributes and
  /// modes count as writing.
  private func openedCopies() -> Finding {
    finding("Documents/Inbox", expecting: "refuses a new file") { () throws(DiskError) in
      guard let inbox = try sandbox.openInbox() else { return ("open a file from Mail first", nil) }
      var allowed: [String] = []
      func attempt(_ what: String, _ body: () throws(DiskError) -> Void) {
        do throws(DiskError) {
          try body()
          allowed.append(what + " allowed")
        } catch {
          allowed.append(what + " " + error.cause)
        }
      }
      // Of a copy that waits there, else of the folder: a drain takes a copy as soon as the app is opened.
      let copy = try inbox.entries().first { $0.kind == .file }
      func withOne(_ body: (Descriptor) throws(DiskError) -> Void) throws(DiskError) {
        if let copy { try inbox.withFile(copy.name, body) } else { try inbox.withDescriptor(body) }
      }
      allowed.append(copy == nil ? "the folder" : "a copy")
      attempt("mode") { () throws(DiskError) in
        try withOne { opened throws(DiskError) in
          try container.disk.setModeOfOpen(opened, container.disk.status(opened, nil).mode & 0o777)
        }
      }
      attempt("attribute") { () throws(DiskError) in
        try withOne { opened throws(DiskError) in
          try container.disk.setAttribute(opened, Identity.prefix + "check", [1])
          try container.disk.removeAttribute(opened, Identity.prefix + "check")
        }
      }
      let name = FileName.random()
      attempt("new file") { () throws(DiskError) in try make([name], in: inbox) }
      let isMet = try !inbox.has(name)
      try inbox.removeFile(name)
      return (allowed.joined(separator: ", "), isMet)
    }
  }

  private func make(_ names: [FileName], in folder: Folder) throws(DiskError) {
    for name in names { try container.disk.close(try folder.createFile(name)) }
  }

  private func finding(
    _ name: String, expecting expected: String, _ body: () throws(DiskError) -> (String, Bool?)
  ) -> Finding {
    do throws(DiskError) {
      let (found, isMet) = try body()
      return Finding(name, expected: expected, found: found, isMet: isMet)
    } catch {
      return failed(name, expecting: expected, error)
    }
  }

  private func failed(_ name: String, expecting expected: String, _ error: DiskError) -> Finding {
    Finding(name, expected: expected, found: error.cause, isMet: false)
  }
}
