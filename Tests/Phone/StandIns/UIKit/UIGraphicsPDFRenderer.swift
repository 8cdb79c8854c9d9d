import Foundation

open class UIGraphicsRenderer: NSObject {
  public convenience init(bounds: CGRect) { self.init() }
}

/// Makes a PDF of what is drawn. Here each page is a line with its size, then the bytes of the pictures on it.
open class UIGraphicsPDFRenderer: UIGraphicsRenderer {
  open func pdfData(actions: (UIGraphicsPDFRendererContext) -> Void) -> Data {
    let context = UIGraphicsPDFRendererContext()
    let earlier = UIGraphicsPDFRendererContext.current
    UIGraphicsPDFRendererContext.current = context
    defer { UIGraphicsPDFRendererContext.current = earlier }
    actions(context)
    return context.data + Data("\n%%EOF\n".utf8)
  }
}

/// What is drawn into, as long as the actions run.
open class UIGraphicsPDFRendererContext: NSObject {
  private static let key = "UIGraphicsPDFRendererContext"
  /// The one of the thread.
  static var current: UIGraphicsPDFRendererContext? {
    get { Thread.current.threadDictionary[key] as? UIGraphicsPDFRendererContext }
    set { Thread.current.threadDictionary[key] = newValue }
  }

  private(set) var data = Data("%PDF-1.3\n".utf8)
  private var hasPage = false

  override init() { super.init() }

  open func beginPage(withBounds bounds: CGRect, pageInfo: [String: Any]) {
    hasPage = true
    data += Data("\n/Type /Page /MediaBox [0 0 \(Int(bounds.width)) \(Int(bounds.height))]\n".utf8)
  }

  func draw(_ picture: Data) {
    precondition(
      hasPage,
      "Nothing is drawn before the first page: "
        + "https://developer.apple.com/documentation/uikit/uigraphicspdfrenderer")
    data += picture
  }
}

extension UIImage {
  /// Draws it into the context of the thread, if there is one.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiimage/draw(in:)>
  public func draw(in rect: CGRect) {
    if let bytes = pngData() { UIGraphicsPDFRendererContext.current?.draw(bytes) }
  }

  /// Here a JPEG file is the same bytes.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiimage/jpegdata(compressionquality:)>
  public func jpegData(compressionQuality: CGFloat) -> Data? { pngData() }
}
