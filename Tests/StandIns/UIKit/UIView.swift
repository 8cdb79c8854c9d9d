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
  /// Whether the mask is made into constraints.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/translatesautoresizingmaskintoconstraints>
  open var translatesAutoresizingMaskIntoConstraints = true
  /// What is behind everything in it.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/backgroundcolor>
  open var backgroundColor: UIColor?
  /// What it lies in.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/superview>
  open private(set) weak var superview: UIView?
  /// What lies in it, from back to front.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/subviews>
  open private(set) var subviews: [UIView] = []

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
  }

  /// Takes it out of its superview.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/removefromsuperview()>
  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  /// Its upper edge.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/topanchor>
  open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  /// Its lower edge.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/bottomanchor>
  open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  /// The edge where reading begins.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/leadinganchor>
  open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  /// The edge where reading ends.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiview/trailinganchor>
  open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
}

/// An edge that constraints are made of. Nothing is laid out here.
///
/// <https://developer.apple.com/documentation/uikit/nslayoutanchor>
@MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
  /// An edge of a view.
  nonisolated override init() { super.init() }

  /// A constraint that makes the two the same.
  ///
  /// <https://developer.apple.com/documentation/uikit/nslayoutanchor/constraint(equalto:)>
  open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    NSLayoutConstraint()
  }
}

/// A vertical edge.
///
/// <https://developer.apple.com/documentation/uikit/nslayoutxaxisanchor>
@MainActor
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}

/// A horizontal edge.
///
/// <https://developer.apple.com/documentation/uikit/nslayoutyaxisanchor>
@MainActor
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

/// A relation between two edges.
///
/// <https://developer.apple.com/documentation/uikit/nslayoutconstraint>
@MainActor
open class NSLayoutConstraint: NSObject {
  /// Whether it holds.
  ///
  /// <https://developer.apple.com/documentation/uikit/nslayoutconstraint/isactive>
  open var isActive = false

  nonisolated override init() { super.init() }

  /// Makes all of them hold.
  ///
  /// <https://developer.apple.com/documentation/uikit/nslayoutconstraint/activate(_:)>
  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }
}

/// A colour, known by its name.
///
/// <https://developer.apple.com/documentation/uikit/uicolor>
open class UIColor: NSObject, @unchecked Sendable {
  private let name: String

  private init(name: String) { self.name = name }

  /// The colour behind everything.
  ///
  /// <https://developer.apple.com/documentation/uikit/uicolor/systembackground>
  open class var systemBackground: UIColor { UIColor(name: "systemBackground") }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.name == name }
  open override var hash: Int { name.hashValue }
}

/// A picture. Nothing is decoded here: it is the bytes that it was made of.
///
/// <https://developer.apple.com/documentation/uikit/uiimage>
open class UIImage: NSObject, @unchecked Sendable {
  private let data: Data

  /// A picture from the bytes of an image file; nil when they are none.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiimage/init(data:)>
  public init?(data: Data) {
    guard !data.isEmpty else { return nil }
    self.data = data
  }

  /// The picture as a PNG file.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiimage/pngdata()>
  open func pngData() -> Data? { data }
}
