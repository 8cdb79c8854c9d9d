@_exported import AppleFoundation
@_exported import Foundation

@MainActor
open class UIView: UIResponder {
  /// <https://developer.apple.com/documentation/uikit/uiview/autoresizingmask-swift.struct>
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static var flexibleWidth: AutoresizingMask { AutoresizingMask(rawValue: 1 << 1) }
    public static var flexibleHeight: AutoresizingMask { AutoresizingMask(rawValue: 1 << 4) }
  }

  open var frame: CGRect
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: frame.size) }
    set { frame.size = newValue.size }
  }
  /// <https://developer.apple.com/documentation/uikit/uiview/autoresizingmask-swift.property>
  open var autoresizingMask: AutoresizingMask = []
  public private(set) weak var superview: UIView?
  public private(set) var subviews: [UIView] = []

  /// <https://developer.apple.com/documentation/uikit/uiview/init(frame:)>
  public init(frame: CGRect) {
    self.frame = frame
    super.init()
  }

  /// <https://developer.apple.com/documentation/uikit/uiview/init(coder:)>
  public required init?(coder: NSCoder) { nil }

  /// Adds a view in front of the others; it leaves the superview that it had.
  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
    if window != nil { view.tellMoved() }
  }

  /// For the system's side.
  public func removeFromSuperview() {
    let hadWindow = window != nil
    superview?.subviews.removeAll { $0 === self }
    superview = nil
    if hadWindow { tellMoved() }
  }

  open var window: UIWindow? { self as? UIWindow ?? superview?.window }

  open func didMoveToWindow() {}

  private func tellMoved() {
    didMoveToWindow()
    for view in subviews { view.tellMoved() }
  }

  public private(set) var interactions: [any UIInteraction] = []

  open func addInteraction(_ interaction: any UIInteraction) {
    interaction.view?.removeInteraction(interaction)
    interactions.append(interaction)
    interaction.didMove(to: self)
  }

  open func removeInteraction(_ interaction: any UIInteraction) {
    interactions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }
}

/// A picture. Nothing is decoded here: it is the bytes that it was made of.
open class UIImage: NSObject, NSSecureCoding, @unchecked Sendable {
  private let data: Data

  public static var supportsSecureCoding: Bool { true }
  // No picture is archived here.
  public required init?(coder: NSCoder) { nil }
  open func encode(with coder: NSCoder) {}

  /// A picture from the bytes of an image file; nil when they are none.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiimage/init(data:)>
  public init?(data: Data) {
    guard !data.isEmpty else { return nil }
    self.data = data
  }

  /// Its width and height, which for an image file are its pixels; nothing where the file does not say it.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiimage/size>
  open var size: CGSize {
    let sides = PictureSize.sides(Array(data))
    return CGSize(width: sides.first ?? 0, height: sides.last ?? 0)
  }

  /// The picture as a PNG file. The system's side: SwiftUI's stand-in knows a picture by it.
  open func pngData() -> Data? { data }
}

@MainActor
open class UIWindow: UIView {
  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.view.removeFromSuperview()
      if let view = rootViewController?.view { addSubview(view) }
    }
  }
}

/// The view below a list. Here it shows nothing.
@MainActor
open class UICollectionView: UIView {
  /// Below a list of SwiftUI it claims every drop and takes none.
  ///
  /// <https://developer.apple.com/forums/content/attachment/75bcafd5-b927-465a-9648-b8fc856f556f>
  private let refusal = DropRefusal()

  /// The system's side: an empty one, as a list makes it.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    addInteraction(UIDropInteraction(delegate: refusal))
  }

  public required init?(coder: NSCoder) { nil }
}

private final class DropRefusal: NSObject, UIDropInteractionDelegate {
  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool {
    true
  }

  func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession
  ) -> UIDropProposal { UIDropProposal(operation: .forbidden) }

  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {}
}

@MainActor
open class UIResponder: NSObject {
  public nonisolated override init() { super.init() }

  /// The user pastes. UIKit has no implementation: only a responder that has one is asked.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiresponderstandardeditactions/paste(_:)>
  open func paste(_ sender: Any?) {}
}
