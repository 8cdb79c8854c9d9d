import Foundation
import IntrayCore
import UniformTypeIdentifiers

/// What a document is to be called, from all that is known of it: nothing here touches the disk.
struct Naming: Hashable, Sendable {
  var suggestedName: String?
  /// The name of the file that the sender handed over.
  var fileName: String?
  /// Whether that is the sender's own file, not a copy that the system made and named.
  var isOriginal = false
  /// Whether it keeps its file's name, also when the contents contradict that.
  var isExact = false
  /// The item's name at its source, or its first words.
  var title: String?
  /// The web address that came with it, if it may be its own.
  var address: URL?
  /// The type that it was asked for as.
  var type: UTType?
  var signature: Signature?
  var isFolder = false

  /// The name: what the sender suggests, else what its own file is called, else the title, else the name of
  /// the copy; with an extension that is true.
  ///
  /// The sender's own file keeps its name, unless the sender suggests another one. Otherwise an extension is added when
  /// there is none, or only a word that looks like one ("Screenshot 14.49.40", "Report.v2", "About Node.js" of a PDF). It
  /// is replaced only by one of the same family that the contents prove.
  var name: DocumentName {
    if keepsFileName, let fileName { return DocumentName(fileName) }
    let stems = [
      whole ?? suggestion, isOriginal ? fileName : nil, title.map(Words.stem), usable(fileName),
      address.flatMap(WebLink.telling),
    ]
    let base =
      stems.lazy.compactMap { $0 }.first { !DocumentName.trimmed($0).isEmpty } ?? DocumentName("").text
    return DocumentName(isFolder ? named(folder: base) : named(file: base))
  }

  /// The name that the sender gives, without the extension that it gets; nil when the sender gives none.
  var stem: String? {
    guard suggestion != nil || isOriginal else { return nil }
    return (name.text as NSString).deletingPathExtension
  }

  /// The letters of names, with and without an extension.
  static func stems(of names: [String?]) -> Set<String> {
    Set(names.compactMap { $0 }.flatMap { [letters($0), letters(($0 as NSString).deletingPathExtension)] })
  }

  /// How well it is named: 0 is not at all, 1 as anything may be called.
  var rank: Int { stem == nil ? 0 : usable(stem) == nil ? 1 : 2 }

  /// Whether two files with the same bytes are one: under one name, or where one has none. A name is a part of a document.
  func isAsGood(as other: Naming) -> Bool { rank == 0 || other.rank == 0 || name == other.name }

  /// Whether it may be the preview of something: a picture without a name, which is no file of the sender's.
  var isPreview: Bool {
    !isOriginal && isStill && (rank < 2 || Self.previews.contains(stem?.lowercased() ?? ""))
  }
  private static let previews: Set = ["artwork", "cover", "poster", "preview", "thumbnail"]

  private var keepsFileName: Bool {
    if isExact { return true }
    guard isOriginal, let fileName else { return false }
    return suggestion == nil || suggestedName == fileName
      || suggestedName == (fileName as NSString).deletingPathExtension
  }

  /// What the sender suggests, as far as it is a name, and not only an extension.
  private var suggestion: String? {
    suggestedName.flatMap(SuggestedName.plain).flatMap { isOnlyExtension($0) ? nil : $0 }
  }

  /// The file's own name, of which the sender suggests all but the last extension ("invoice.xml" of "invoice.xml.p7m"), unless
  /// that is only the one of the type that was asked for: the system adds it to its copy.
  private var whole: String? {
    guard let suggestion, let fileName, (fileName as NSString).deletingPathExtension == suggestion else {
      return nil
    }
    let isAsked = type.flatMap { type in
      type.preferredFilenameExtension.flatMap { _ in UTType.declared(ending(of: fileName))?.conforms(to: type)
      }
    }
    return isFolder || isAsked != true || ending(of: suggestion).lowercased() == "tar" ? fileName : nil
  }

  /// Whether it is an image or a film, by its type or its first bytes.
  var isPicture: Bool {
    [type, signature?.type].contains { $0.map(Self.isPicture) == true }
  }

  var isStill: Bool { (signature?.type ?? type)?.conforms(to: .image) == true }

  /// Whether a file of this name is one.
  static func isPicture(_ name: String) -> Bool {
    UTType(filenameExtension: (name as NSString).pathExtension).map(isPicture) == true
  }

  private static func isPicture(_ type: UTType) -> Bool {
    type.conforms(to: .image) || type.conforms(to: .movie)
  }

  /// The letters and digits of a name: an address has others between them.
  static func letters(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Whether only its words can name it: rich text without a name.
  var wantsWords: Bool { isNameless && (type == .rtf || type == .html) }

  /// Whether words that were offered as a form of it are not in it, or say what it is.
  var takesCaption: Bool { isPicture || wantsWords }

  /// Whether neither the sender nor a file of the sender's names it.
  var isNameless: Bool { suggestion == nil && !isOriginal }

  /// Whether it may be something else that was archived on the way, and not a property list that was meant.
  var mayWrap: Bool {
    guard !isExact, signature?.fileExtension == "plist" else { return false }
    return UTType.declared(ending(of: suggestion ?? ""))?.conforms(to: .propertyList) != true
  }

  /// ".pdf" of a PDF is no name, and would be hidden; ".env" of data is one.
  private func isOnlyExtension(_ name: String) -> Bool {
    guard name.first == ".", UTType.declared(name.dropFirst()) != nil else { return false }
    return type != .data || signature != nil
  }

  /// The system names the copy of what has no name "text.txt", "image.png", "Item": these are no names.
  private func usable(_ name: String?) -> String? {
    guard let name else { return nil }
    let stem = (name as NSString).deletingPathExtension.lowercased().trimmingCharacters(in: .whitespaces)
    return ["", "(null)", "item", "text", "image", "file", "data"].contains(stem) ? nil : name
  }

  private func named(folder base: String) -> String {
    // A package is known by its extension, a folder has none.
    guard let ending = type?.preferredFilenameExtension, type?.conforms(to: .package) == true,
      UTType.declared(self.ending(of: base), below: .directory) == nil
    else { return base }
    return base + "." + ending
  }

  private func named(file base: String) -> String {
    let ending = self.ending(of: base)
    let stem = String(base.dropLast(ending.count + 1))
    // A part of an archive: "backup.zip.001".
    if !ending.isEmpty, ending.allSatisfy(\.isNumber), Signature.type(of: self.ending(of: stem)) != nil {
      return base
    }
    if Self.meaningless.contains(ending.lowercased()) || isVariant(ending) {
      // "report.pdf" of "report.pdf.download".
      if UTType.declared(self.ending(of: stem)) != nil { return named(file: stem) }
      if let signature, signature.isUnmistakable { return stem + "." + signature.fileExtension }
    } else if let own = Signature.type(of: ending) {
      if let signature, signature.contradicts(own, fileExtension: ending) {
        return signature.replaces(own)
          ? stem + "." + signature.fileExtension : added(to: base)
      }
      // "js" of a web page is a word. Plain text may be any text.
      let plain = [UTType.text, .plainText, .utf8PlainText]
      guard own.conforms(to: .text), let type, !type.isDynamic, !plain.contains(type),
        let preferred = type.preferredFilenameExtension, !own.conforms(to: type), !type.conforms(to: own)
      else { return base }
      return base + "." + preferred
    }
    if !ending.isEmpty, isKept(ending, behind: stem) { return base }
    return added(to: base)
  }

  /// Whether to leave an extension that no app declared: of the file's own name, and where neither a type nor the contents
  /// say what it is. Otherwise it is a word, as in "Mr.Smith" and "Amazon.de".
  private func isKept(_ ending: String, behind stem: String) -> Bool {
    // Longer is a word of a title; the longest in wide use has fourteen letters ("code-workspace").
    guard ending.contains(where: { !$0.isNumber }), ending.count <= 14 else { return false }
    if Self.companions.contains(ending.lowercased()) { return true }
    // "test.unit" of the file "test.unit.py".
    if let fileName, (fileName as NSString).deletingPathExtension == stem + "." + ending { return false }
    // Contents that leave no doubt decide where the system calls its copy as the sender suggests.
    if let signature, !isOriginal, suggestion != nil, !signature.isBase(of: ending) { return false }
    if let fileName, self.ending(of: fileName).lowercased() == ending.lowercased() { return true }
    // Of what is only data or a picture it is the one thing that tells what it is.
    return type.map { $0.isDynamic || $0.preferredFilenameExtension == nil } ?? true
  }

  /// What senders call files that they know nothing of.
  private static let meaningless: Set = [
    "bin", "crdownload", "dat", "data", "download", "file", "image", "part", "tmp", "unknown",
  ]

  /// What programs of cameras look for beside a film or in the place of one: <https://github.com/damonlynch/rapid-photo-downloader>,
  /// <https://onlinemanual.insta360.com>, <https://gopro.com/help>.
  private static let companions: Set = ["360", "gpr", "insp", "insv", "lrf", "lrv", "thm"]

  /// "jpg-large", as a service calls its sizes.
  private func isVariant(_ ending: String) -> Bool {
    let parts = ending.split(separator: "-")
    return parts.count == 2 && UTType.declared(parts[0], below: .image) != nil
  }

  private func added(to base: String) -> String {
    let own = fileName.map { ending(of: $0) } ?? ""
    let fromFile = UTType.declared(own).flatMap { type in
      signature?.contradicts(type, fileExtension: own) == true ? nil : own
    }
    let fromType = type.flatMap { type in
      // The extension that the system prefers for sound in MPEG-4 is that of films.
      let ofMail = type.conforms(to: .emailMessage) ? "eml" : nil
      let preferred = type == .mpeg4Audio ? "m4a" : type.preferredFilenameExtension ?? ofMail
      return signature?.contradicts(type, fileExtension: preferred ?? "") == true ? nil : preferred
    }
    let isPlaceholder = fileName.map { usable($0) == nil } ?? true
    let unknown =
      own.isEmpty || isPlaceholder || own.allSatisfy(\.isNumber) || Self.meaningless.contains(own) ? nil : own
    let ofText = isNameless && type?.conforms(to: .text) == true ? "txt" : nil
    guard let ending = fromFile ?? fromType ?? signature?.fileExtension ?? unknown ?? ofText,
      !base.lowercased().hasSuffix("." + ending.lowercased())
    else { return base }
    return base + "." + ending
  }

  /// What stands behind the last dot, unless it is a word of a sentence.
  private func ending(of name: String) -> String {
    let ending = (name as NSString).pathExtension
    return ending.contains(where: \.isWhitespace) ? "" : ending
  }
}
