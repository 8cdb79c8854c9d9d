/// A rectangle on the screen: here only a node of a tree.
///
/// <https://developer.apple.com/documentation/uikit/uiview>
@MainActor
open class UIView: UIResponder {
  /// Which edges follow the superview's.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/autoresizingmask-swift.struct>
  public struct AutoresizingMask: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// A mask of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The width follows.
    public static var flexibleWidth: AutoresizingMask { AutoresizingMask(rawValue: 1 << 1) }
    /// The height follows.
    public static var flexibleHeight: AutoresizingMask { AutoresizingMask(rawValue: 1 << 4) }
  }

  /// Where it is in its superview.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/frame>
  open var frame: CGRect
  /// Where it is in itself.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/bounds>
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: frame.size) }
    set { frame.size = newValue.size }
  }
  /// Which edges follow the superview's.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/autoresizingmask-swift.property>
  open var autoresizingMask: AutoresizingMask = []
  /// What it lies in.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/superview>
  public private(set) weak var superview: UIView?
  /// What lies in it, from back to front.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/subviews>
  public private(set) var subviews: [UIView] = []

  /// A view with this place in its superview.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/init(frame:)>
  public init(frame: CGRect) {
    self.frame = frame
    super.init()
  }

  /// There are no archives of views here.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/init(coder:)>
  public required init?(coder: NSCoder) { nil }

  /// Adds a view in front of the others; it leaves the superview that it had.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/addsubview(_:)>
  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
    if window != nil { view.tellMoved() }
  }

  /// The system's side: takes it out of its superview.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/removefromsuperview()>
  public func removeFromSuperview() {
    let hadWindow = window != nil
    superview?.subviews.removeAll { $0 === self }
    superview = nil
    if hadWindow { tellMoved() }
  }

  /// The window that it is in.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/window>
  open var window: UIWindow? { self as? UIWindow ?? superview?.window }

  /// It came into a window, or out of one.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/didmovetowindow()>
  open func didMoveToWindow() {}

  private func tellMoved() {
    didMoveToWindow()
    for view in subviews { view.tellMoved() }
  }

  /// What the user can do with it.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/interactions>
  public private(set) var interactions: [any UIInteraction] = []

  /// Lets the user do something with it.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/addinteraction(_:)>
  open func addInteraction(_ interaction: any UIInteraction) {
    interaction.view?.removeInteraction(interaction)
    interactions.append(interaction)
    interaction.didMove(to: self)
  }

  /// The user can do it no longer.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/removeinteraction(_:)>
  open func removeInteraction(_ interaction: any UIInteraction) {
    interactions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }
}

/// A picture. Nothing is decoded here: it is the bytes that it was made of.
///
/// <https://developer.apple.com/documentation/uikit/uiimage>
open class UIImage: NSObject, NSSecureCoding, @unchecked Sendable {
  private let data: Data

  /// A picture can be conveyed as an item.
  public static var supportsSecureCoding: Bool { true }

  /// Nothing: no archive of a picture is read here.
  public required init?(coder: NSCoder) { nil }

  /// Nothing: no picture is archived here.
  open func encode(with coder: NSCoder) {}

  /// A picture from the bytes of an image file; nil when they are none.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiimage/init(data:)>
  public init?(data: Data) {
    guard !data.isEmpty else { return nil }
    self.data = data
  }

  /// The picture as a PNG file. The system's side: SwiftUI's stand-in knows a picture by it.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiimage/pngdata()>
  open func pngData() -> Data? { data }
}
