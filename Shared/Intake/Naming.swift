import Foundation
import Shared
import UniformTypeIdentifiers

/// What a document is to be called, from all that is known of it: nothing here touches the disk.
struct Naming: Hashable, Sendable {
  /// The name that the sender suggests.
  var suggestedName: String?
  /// The name of the file that the sender handed over.
  var fileName: String?
  /// Whether that is the sender's own file, not a copy that the system made and named.
  var isOriginal = false
  /// Whether it keeps its file's name, also when the contents contradict that.
  var isExact = false
  /// What the thing is called where it comes from, or its first words.
  var title: String?
  /// The type that it was asked for as.
  var type: UTType?
  /// What its contents say it is.
  var signature: Signature?
  var isFolder = false

  /// The name: what the sender suggests, else what its own file is called, else the title, else the name of
  /// the copy; with an extension that is true.
  ///
  /// An extension is added when there is none, or only something that looks like one ("Screenshot 14.49.40",
  /// "Report.v2"), and replaced when the contents contradict it. Otherwise the name stays as it is.
  var name: DocumentName {
    if isExact, let fileName { return DocumentName(fileName) }
    let stem =
      Self.first(
        isOnlyExtension ? nil : suggestedName, isOriginal ? fileName : nil, title.map(Words.firstLine),
        usable(fileName)) ?? ""
    let base = stem.isEmpty ? DocumentName("").text : stem
    return DocumentName(isFolder ? named(folder: base) : named(file: base))
  }

  /// Whether only its words can name it: rich text without a name.
  var wantsWords: Bool {
    (suggestedName ?? "").isEmpty && !isOriginal && (type == .rtf || type == .html)
  }

  /// Whether it may be something else that was archived on the way, and not a property list that was meant.
  var mayWrap: Bool {
    guard !isExact, signature == .binaryPropertyList || signature == .xmlPropertyList else { return false }
    return declared(ending(of: suggestedName ?? ""), below: .data)?.conforms(to: .propertyList) != true
  }

  private static func first(_ names: String?...) -> String? {
    names.lazy.compactMap { $0 }.first { !$0.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty }
  }

  /// ".pdf" of a PDF is no name, and would be hidden; ".env" of data is one.
  private var isOnlyExtension: Bool {
    guard let suggestedName, suggestedName.first == "." else { return false }
    let ending = String(suggestedName.dropFirst())
    return declared(ending, below: .data).map { own in type.map(own.conforms) == true } == true
      && type != .data
  }

  /// The system names the copy of what has no name "text.txt", "image.png", "Item": these are no names.
  private func usable(_ name: String?) -> String? {
    guard let name else { return nil }
    let stem = (name as NSString).deletingPathExtension.lowercased()
    return ["item", "text", "image", "file", "data"].contains(stem) ? nil : name
  }

  private func named(folder base: String) -> String {
    // A package is known by its extension, a folder has none.
    guard let ending = type?.preferredFilenameExtension, type?.conforms(to: .package) == true,
      declared(self.ending(of: base), below: .directory) == nil
    else { return base }
    return base + "." + ending
  }

  private func named(file base: String) -> String {
    let ending = self.ending(of: base)
    if let own = declared(ending, below: .data), !Self.meaningless.contains(ending.lowercased()) {
      guard let signature, signature.contradicts(own, fileExtension: ending) else { return base }
      return String(base.dropLast(ending.count + 1)) + "." + signature.fileExtension
    }
    if let signature, signature.isUnmistakable, Self.meaningless.contains(ending.lowercased()) {
      return String(base.dropLast(ending.count + 1)) + "." + signature.fileExtension
    }
    if !ending.isEmpty, isKept(ending) { return base }
    return added(to: base)
  }

  /// Whether to leave an extension that no app declared: of text and of what is only "data" it is the one thing that
  /// tells what it is. Digits are a version or a time.
  private func isKept(_ ending: String) -> Bool {
    guard ending.first?.isNumber == false, ending.count <= Self.longestExtension else { return false }
    // What the file itself is called is how it is called.
    if let fileName, self.ending(of: fileName).lowercased() == ending.lowercased() { return true }
    guard let type, !type.isDynamic else { return true }
    return type.conforms(to: .text) || type.preferredFilenameExtension == nil
  }

  /// What senders call files that they know nothing of.
  private static let meaningless: Set = ["bin", "dat", "data", "file", "tmp", "unknown"]

  /// Longer is a word of a title; the longest in use has ten letters ("webarchive").
  private static let longestExtension = 10

  private func added(to base: String) -> String {
    let own = fileName.map { ending(of: $0) } ?? ""
    let fromFile = declared(own, below: .data).flatMap { type in
      signature?.contradicts(type, fileExtension: own) == true ? nil : own
    }
    let fromType = type.flatMap { type in
      signature?.contradicts(type, fileExtension: type.preferredFilenameExtension ?? "") == true
        ? nil : type.preferredFilenameExtension
    }
    let isPlaceholder = fileName.map { usable($0) == nil } ?? true
    let unknown = own.isEmpty || isPlaceholder || own.first?.isNumber == true ? nil : own
    guard let ending = fromFile ?? fromType ?? signature?.fileExtension ?? unknown else { return base }
    return base + "." + ending
  }

  /// What stands behind the last dot, unless it is a word of a sentence.
  private func ending(of name: String) -> String {
    let ending = (name as NSString).pathExtension
    return ending.contains(where: \.isWhitespace) ? "" : ending
  }

  private func declared(_ ending: String, below supertype: UTType) -> UTType? {
    guard !ending.isEmpty, let type = UTType(filenameExtension: ending, conformingTo: supertype) else {
      return nil
    }
    return type.isDynamic ? nil : type
  }
}
