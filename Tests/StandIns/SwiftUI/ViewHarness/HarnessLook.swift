import Foundation

/// The simulator's side: how an element looks, as far as the views say so. A terminal shows nothing of it; a picture does.
public struct HarnessLook {
  /// What a control shows, or what is hidden from assistive technologies.
  public var content: [HarnessNode] = []
  /// What could be shown: the first one that fits.
  public var choices: [HarnessNode] = []
  /// Whether nothing of it is read or written.
  public var isHidden = false
  /// Whether it is only room.
  public var isSpacer = false
  /// Whether the title of a screen is in its bar.
  public var isTitleInline = false
  /// Whether its text is small.
  public var isCaption = false
  /// The name of its colour.
  public var color: String?
  /// How large it is, in points.
  public var size: CGSize?
  /// How round its corners are, if it is a shape.
  public var radius: Double?
  /// The bytes of a picture.
  public var picture: Data?
  /// Whether what is in it begins where text begins.
  public var isLeading = false
  /// Where it stands: in a bar, or over something.
  public var place: String?
  /// What a button is for.
  public var purpose: String?
}

extension HarnessNode {
  /// Something that is seen and not read.
  static func unread(_ change: (inout HarnessLook) -> Void) -> HarnessNode {
    HarnessNode(.element).with {
      $0.look.isHidden = true
      change(&$0.look)
    }
  }
}
