import Foundation
import IntrayCore
import IntrayIntake
import Observation
import PDFKit
import UniformTypeIdentifiers
import Vision

/// Searches in the contents of documents. While the app is in use it reads the words of those that it does not know, one at a time.
/// Documents are only opened for reading, and no word leaves the device.
@MainActor
@Observable
final class ContentSearch {
  /// How often something was read that a search may find.
  private(set) var revision = 0
  /// Whether it is at work.
  private(set) var isReading = false
  private let library: DocumentLibrary
  private let index: ContentIndex
  private var isInUse = false
  /// Whether documents may have come since it began to look for some.
  private var isAsked = false
  @ObservationIgnored private var work: Task<Void, Never>?

  /// After so many the lists on screen search once more.
  private static let batch = 50

  init(_ library: DocumentLibrary) {
    self.library = library
    index = ContentIndex(library.sandbox)
  }

  private var isOn: Bool { library.preferences().searchesContents }

  /// The app is in use, and knows all documents: forgets those that are gone, and reads what is new.
  func begin() async {
    guard isOn else { return }
    isInUse = true
    await index.forgetAll(but: library.index.contents)
    read()
  }

  /// Documents may have come: reads what is new.
  func read() {
    guard isInUse else { return }
    isAsked = true
    guard !isReading else { return }
    isReading = true
    work = Task {
      while isAsked, !Task.isCancelled {
        isAsked = false
        await readNew()
      }
      isReading = false
      // The app was left and came back while a document was being read.
      if Task.isCancelled, isAsked { read() }
    }
  }

  /// The user leaves the app, or turns this off. What is being read is not kept.
  func stop() async {
    (isInUse, isAsked) = (false, false)
    work?.cancel()
    await index.pause()
  }

  /// Deletes the index. While this is on, it is made anew.
  func delete() async {
    let goesOn = isInUse
    await stop()
    await work?.value
    await index.delete()
    revision += 1
    if goesOn { await begin() }
  }

  /// The documents that have all words of a text in their contents, as far as they were read.
  func find(_ text: String) async -> Set<FileSnapshot> { isOn ? await index.find(text) : [] }

  /// Some words around those of a text in a document.
  func excerpt(of entry: DocumentEntry, around text: String) async -> String? {
    await index.excerpt(of: entry.contents, around: text)
  }

  private func readNew() async {
    guard var known = await index.known else { return }
    // Recognizing text keeps the device at work for a second each: a warm one reads pictures another time.
    let isCool = ProcessInfo.processInfo.thermalState == .nominal
    let new = await library.index.documents { [known] entry in
      known[entry.contents.file] != entry.contents && entry.hasWords(isCool: isCool)
    }
    for (count, entry) in new.enumerated() where known[entry.contents.file] != entry.contents {
      known[entry.contents.file] = entry.contents
      guard !Task.isCancelled, await index.begin(entry.contents) else { return }
      let words = await library.words(in: entry)
      guard !Task.isCancelled, let words else {
        await index.pause()
        continue
      }
      guard await index.keep(words, of: entry.contents) else { return }
      if (count + 1) % Self.batch == 0 || count == new.count - 1 { revision += 1 }
    }
  }
}

extension DocumentEntry {
  /// Whether it is read for its words.
  fileprivate func hasWords(isCool: Bool) -> Bool {
    guard kind == .file, !isLink else { return false }
    return type.conforms(to: .image)
      ? isCool : type.conforms(to: .pdf) || TextExtraction.mostBytes(of: type) != nil
  }
}

extension DocumentLibrary {
  /// The words in a document; none where it cannot be understood. nil when it cannot be read now, or is another one by now.
  fileprivate func words(in entry: DocumentEntry) async -> String? {
    func isSame() async -> Bool {
      await run { _ in (try? container.entry(entry.path).snapshot().matches(entry.contents)) ?? false }
    }
    guard await isSame() else { return nil }
    let file = url(of: entry)
    let words =
      if entry.type.conforms(to: .image) {
        await Self.words(inPictureAt: file)
      } else {
        await run { documents -> String? in
          if entry.type.conforms(to: .pdf) { return Self.words(inPDFAt: file) }
          let count = min(TextExtraction.mostBytes(of: entry.type) ?? 0, Int(clamping: entry.size))
          let bytes = try? documents.head(of: entry.path, count: count)
          return bytes.map { TextExtraction.words(in: $0, of: entry.type) }
        }
      }
    return await isSame() ? words : nil
  }

  private static func words(inPictureAt file: URL) async -> String {
    var request = RecognizeTextRequest()
    request.automaticallyDetectsLanguage = true
    // A picture that cannot be understood has no words.
    let lines = (try? await request.perform(on: file)) ?? []
    return lines.compactMap { $0.topCandidates(1).first?.string }.joined(separator: "\n")
  }

  /// One that is locked has no words.
  private static func words(inPDFAt file: URL) -> String {
    guard let document = PDFDocument(url: file), !document.isLocked else { return "" }
    var words = ""
    for number in 0..<document.pageCount
    where words.utf8.count < ContentIndex.longestText && !Task.isCancelled {
      words += (document.page(at: number)?.string ?? "") + "\n"
    }
    return words
  }
}
