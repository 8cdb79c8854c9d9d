import Foundation
import IntrayCore
import IntrayIntake
import Observation
import PDFKit
import UIKit
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

  /// Recognizing text keeps the device at work for a second each time: a warm one does it another time.
  fileprivate nonisolated static var isCool: Bool { ProcessInfo.processInfo.thermalState == .nominal }
  private var isOn: Bool { library.preferences().searchesContents }

  /// The app is in use, and knows all documents: forgets those that are gone, and reads what is new. Where the user turned this off there
  /// is no index, in which words of deleted documents would stay.
  func begin() async {
    guard isOn else { return await deleteIndex() }
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
    await deleteIndex()
    revision += 1
    if goesOn { await begin() }
  }

  /// Deletes it, after what was being read: that would make the file anew.
  private func deleteIndex() async {
    await work?.value
    await index.delete()
  }

  /// For each word of a text the documents that have it in their contents, as far as they were read; nothing where no document has any.
  func find(_ text: String) async -> [Set<FileSnapshot>] {
    let found = isOn ? await index.find(text) : []
    return found.allSatisfy(\.isEmpty) ? [] : found
  }

  /// Some words around those of a text in a document.
  func excerpt(of entry: DocumentEntry, around text: String) async -> String? {
    await index.excerpt(of: entry.contents, around: text)
  }

  private func readNew() async {
    guard var known = await index.known else { return }
    while !Task.isCancelled {
      let kinds: Set<DocumentKind> = Self.isCool ? [.text, .pdf, .image] : [.text, .pdf]
      let new = await library.index.documents(ofKinds: kinds, atMost: Self.batch) { [known] entry in
        entry.kind == .file && known[entry.contents.file] != entry.contents
      }
      if new.isEmpty { return }
      for entry in new {
        known[entry.contents.file] = entry.contents
        guard !Task.isCancelled, await index.begin(entry.contents) else { return }
        let words = await library.words(in: entry)
        if let words, !Task.isCancelled, await index.keep(words, of: entry.contents) { continue }
        // It did not end the process.
        await index.pause()
        if words != nil { return }
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
    let (file, type) = (url(of: entry), entry.type)
    var words: String?
    if type.conforms(to: .image) {
      words = await recognizedText { try await $0.perform(on: file) }
    } else if type.conforms(to: .pdf) {
      words = await run { _ in Self.words(inPDFAt: file) }
      if words?.contains(where: \.isLetter) == false { words = await self.words(inScanAt: file) }
    } else {
      words = await run { documents in
        let count = min(TextExtraction.mostBytes(of: type), Int(clamping: entry.size))
        let bytes = try? documents.head(of: entry.path, count: count)
        return bytes.map { TextExtraction.words(in: $0, of: type) }
      }
    }
    return await isSame() ? words : nil
  }

  /// The text that is found in a picture. One that cannot be understood has none.
  private func recognizedText(
    _ perform: (RecognizeTextRequest) async throws -> [RecognizedTextObservation]
  ) async -> String {
    var request = RecognizeTextRequest()
    request.automaticallyDetectsLanguage = true
    let lines = (try? await perform(request)) ?? []
    return lines.compactMap { $0.topCandidates(1).first?.string }.joined(separator: "\n")
  }

  /// Of a PDF that is locked there are none.
  private static func words(inPDFAt file: URL) -> String {
    guard let document = PDFDocument(url: file), !document.isLocked else { return "" }
    var words = ""
    for number in 0..<document.pageCount
    where words.utf8.count < ContentIndex.longestText && !Task.isCancelled {
      words += (document.page(at: number)?.string ?? "") + "\n"
    }
    return words
  }

  /// Of so many pages of a scan the text is recognized.
  private static let mostPages = 20
  /// As many pixels as make small print legible on a page of paper: 150 in an inch.
  private static let pageSize = CGSize(width: 1_240, height: 1_754)

  /// The words in the pages of a PDF that are pictures. nil while the device is warm: they are read another time.
  private func words(inScanAt file: URL) async -> String? {
    var words: [String] = []
    for number in 0..<Self.mostPages where !Task.isCancelled {
      guard ContentSearch.isCool else { return nil }
      let page = await run { _ in
        let document = PDFDocument(url: file)
        guard let document, !document.isLocked, number < document.pageCount else { return Data?.none }
        return document.page(at: number)?.thumbnail(of: Self.pageSize, for: .mediaBox)
          .jpegData(compressionQuality: 0.9)
      }
      guard let page else { break }
      words.append(await recognizedText { try await $0.perform(on: page) })
    }
    return words.joined(separator: "\n")
  }
}
