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

  /// So many are looked for at once, and after them the lists on screen search once more.
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
    if let present = await library.index.contents { await index.forgetAll(but: present) }
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
    while !Task.isCancelled {
      // Recognizing text keeps the device at work for a second each: a warm one reads pictures another time.
      let isCool = ProcessInfo.processInfo.thermalState == .nominal
      let kinds: Set<DocumentKind> = isCool ? [.text, .pdf, .image] : [.text, .pdf]
      let new = await library.index.documents(ofKinds: kinds, atMost: Self.batch) { [known] entry in
        entry.kind == .file && known[entry.contents.file] != entry.contents
      }
      if new.isEmpty { return }
      for entry in new {
        known[entry.contents.file] = entry.contents
        guard await index.begin(entry.contents) else { return }
        let words = await library.words(in: entry)
        if let words, !Task.isCancelled {
          guard await index.keep(words, of: entry.contents) else { return }
        } else {
          await index.pause()
        }
        if Task.isCancelled { return }
      }
      revision += 1
    }
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
          let count = min(TextExtraction.mostBytes(of: entry.type), Int(clamping: entry.size))
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
