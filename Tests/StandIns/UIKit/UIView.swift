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

  /// The system's side: takes it out of its superview.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/removefromsuperview()>
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

  /// The user can do it no longer.
  open func removeInteraction(_ interaction: any UIInteraction) {
    interactions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }
}

/// A picture. Nothing is decoded here: it is the bytes that it was made of.
open class UIImage: NSObject, NSSecureCoding, @unchecked Sendable {
  private let data: Data

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
  open func pngData() -> Data? { data }
}
