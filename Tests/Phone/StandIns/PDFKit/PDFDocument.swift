@_exported import AppleFoundation
@_exported import Foundation

/// A document of pages. This one reads what a PDF has that no program has compressed: the text that its pages show.
open class PDFDocument: NSObject {
  private let pages: [PDFPage]
  /// Whether a password is needed: none of such a document's text can be read.
  open var isLocked: Bool { source.contains("/Encrypt") }
  open var pageCount: Int { pages.count }
  private let source: String

  /// nil for what is no PDF.
  ///
  /// <https://developer.apple.com/documentation/pdfkit/pdfdocument/init(url:)>
  public init?(url: URL) {
    guard let data = try? Data(contentsOf: url), data.starts(with: "%PDF-".utf8) else { return nil }
    source = String(decoding: data, as: UTF8.self)
    // A page's text stands between BT and ET, in brackets: PDF 32000-1, 9.4.
    pages = source.matches(of: /stream\r?\n([\s\S]*?)endstream/).map { stream in
      let texts = stream.output.1.matches(of: /\(((?:[^()\\]|\\.)*)\)\s*Tj/)
      return PDFPage(texts.map { $0.output.1.replacing(/\\(.)/) { $0.output.1 } }.joined(separator: "\n"))
    }
    super.init()
  }

  /// A page, counted from 0.
  ///
  /// <https://developer.apple.com/documentation/pdfkit/pdfdocument/page(at:)>
  open func page(at index: Int) -> PDFPage? { isLocked ? nil : pages[index] }
}

open class PDFPage: NSObject {
  private let text: String

  init(_ text: String) { self.text = text }

  /// Its text; nil where it has none, as a scan.
  open var string: String? { text.isEmpty ? nil : text }
}
