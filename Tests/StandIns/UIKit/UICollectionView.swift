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
