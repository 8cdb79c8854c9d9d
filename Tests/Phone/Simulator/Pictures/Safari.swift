import Foundation
import TestSupport

/// A page of Safari, from which the user shares.
@MainActor
struct Safari {
  let style: Picture.Style

  /// The page of a hotel.
  var page: Box {
    let (width, height) = (style.width, style.height)
    let layout = PictureLayout(style: style)
    var box = Box(width: width, height: height)
    box.draw(.rect(width: width, height: height, radius: 0), x: 0, y: 0, .card)
    // A house by a lake, in the evening.
    let top = style.statusBar
    box.draw(
      .pixels(Landscape.sunset.png(width: 78, height: 40), width: width, height: 200), x: 0, y: top, .clear)
    let house = (x: style.isRightToLeft ? width * 0.48 : width * 0.1, width: width * 0.42)
    box.draw(.rect(width: house.width, height: 92, radius: 0), x: house.x, y: top + 66, .house)
    for window in 0..<8 {
      let x = house.x + 16 + Double(window % 4) * (house.width - 50) / 3
      box.draw(.rect(width: 18, height: 22, radius: 2), x: x, y: top + 80 + Double(window / 4) * 36, .sun)
    }
    box.height = top + 200
    let title = layout.tone.with { ($0.size, $0.isBold) = (layout.points(28), true) }
    box.append(layout.text("Hotel Bellevue", width - 40, title), x: 20, gap: 18)
    let text =
      "Rooms with a view of the lake, a garden, and breakfast until noon. Ten minutes from the station."
    box.append(layout.text(text, width - 40, layout.tone.colored(.grey)), x: 20, gap: 8)
    box.append(
      layout.text("Your booking is confirmed", width - 40, layout.tone.with { $0.isBold = true }), x: 20,
      gap: 16)
    box.append(
      layout.text("Two nights, one double room. The confirmation is a PDF.", width - 40, layout.tone), x: 20,
      gap: 4)
    return box
  }
}
