import Foundation
import UIKit

public struct Image: Equatable, Sendable {
  let name: String
  var bytes: Data?

  /// A picture that was made already: known by the first bytes of it.
  public init(uiImage: UIImage) {
    bytes = uiImage.pngData()
    name = String(decoding: bytes?.prefix(64) ?? Data(), as: UTF8.self)
  }
  public init(systemName: String) {
    name = systemName
  }

  public enum ResizingMode: Sendable {
    case stretch
  }
  public func resizable(
    capInsets: EdgeInsets = EdgeInsets(), resizingMode: Image.ResizingMode = .stretch
  ) -> Image { self }
}

extension Image: HarnessView {
  /// Shows the name of the symbol.
  func render(in context: HarnessContext) -> [HarnessNode] {
    [
      context.node(.image).with {
        $0.symbol = name
        $0.look.picture = bytes
      }
    ]
  }
}
