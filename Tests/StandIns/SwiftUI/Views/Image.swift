import UIKit

/// A picture.
///
/// <https://developer.apple.com/documentation/swiftui/image>
public struct Image: Equatable, Sendable {
  let name: String
  let isSymbol: Bool
  let isDecorative: Bool

  /// A picture of the app's catalogue.
  public init(_ name: String, bundle: Bundle? = nil) {
    (self.name, isSymbol, isDecorative) = (name, false, false)
  }
  /// A picture that means nothing.
  public init(decorative name: String, bundle: Bundle? = nil) {
    (self.name, isSymbol, isDecorative) = (name, false, true)
  }
  /// A picture that was made already: known by the first bytes of it.
  public init(uiImage: UIImage) {
    name = String(decoding: uiImage.pngData()?.prefix(64) ?? Data(), as: UTF8.self)
    (isSymbol, isDecorative) = (false, false)
  }
  /// A symbol of the system.
  public init(systemName: String) {
    (name, isSymbol, isDecorative) = (systemName, true, false)
  }

  /// How a picture is scaled.
  public enum Scale: Sendable, Hashable {
    /// The scales.
    case small, medium, large
  }
  /// How a picture fills its place.
  public enum ResizingMode: Sendable, Hashable {
    /// The ways.
    case tile, stretch
  }
  /// Lets the picture change its size.
  public func resizable(
    capInsets: EdgeInsets = EdgeInsets(), resizingMode: Image.ResizingMode = .stretch
  ) -> Image { self }
}

extension Image: StageView {
  /// Shows the name of the symbol.
  public func render(in context: StageContext) -> [StageNode] {
    guard !isDecorative else { return [] }
    return [context.node(.image).with { $0.symbol = name }]
  }
}
