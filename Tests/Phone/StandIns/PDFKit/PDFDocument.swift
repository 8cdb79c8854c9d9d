@_exported import AppleFoundation
@_exported import Foundation
import UIKit

/// A document of pages. This one reads what a PDF has that no program has compressed: the text and the pictures on its pages.
open class PDFDocument: NSObject {
  private let pages: [PDFPage]
  private let source: String
  /// Whether a password is needed: nothing of such a document can be read.
  open var isLocked: Bool { source.contains("/Encrypt") }
  open var pageCount: Int { pages.count }

  /// nil for what is no PDF.
  ///
  /// <https://developer.apple.com/documentation/pdfkit/pdfdocument/init(url:)>
  public init?(url: URL) {
    guard let data = try? Data(contentsOf: url), data.starts(with: "%PDF-".utf8) else { return nil }
    // Each byte is a character.
    source = String(data: data, encoding: .isoLatin1) ?? ""
    // A page's text stands between BT and ET, in brackets: PDF 32000-1, 9.4. A picture is as UIKit's renderer here writes it.
    pages = source.matches(
      of: /stream\r?\n([\s\S]*?)endstream|\/MediaBox \[[^\]]*\]\n([\s\S]*?)(?=\n\/Type|\n%%EOF)/
    ).map {
      let texts = ($0.output.1 ?? "").matches(of: /\(((?:[^()\\]|\\.)*)\)\s*Tj/)
      return PDFPage(
        texts.map { $0.output.1.replacing(/\\(.)/) { $0.output.1 } }.joined(separator: "\n"),
        $0.output.2.flatMap { String($0).data(using: .isoLatin1) } ?? Data())
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
  private let picture: Data

  init(_ text: String, _ picture: Data) {
    (self.text, self.picture) = (text, picture.isEmpty ? Data("a page".utf8) : picture)
  }

  /// Its text; nil where it has none, as a scan.
  open var string: String? { text.isEmpty ? nil : text }

  /// A picture of it, no larger than a size in points.
  ///
  /// <https://developer.apple.com/documentation/pdfkit/pdfpage/thumbnail(of:for:)>
  open func thumbnail(of size: CGSize, for box: PDFDisplayBox) -> UIImage {
    guard let image = UIImage(data: picture) else { preconditionFailure("A page without a picture") }
    return image
  }
}

public enum PDFDisplayBox: Int, Sendable { case mediaBox = 0 }
