import Foundation

/// Pictures one after the other, as one picture that moves by itself: an SVG without a script.
struct AnimatedJourney {
  /// A picture, what it shows, and the words on it that the user taps before the next one comes.
  struct Scene {
    let picture: String
    let sentence: String
    var tapped: String?
  }

  let scenes: [Scene]
  /// How long each is seen, in seconds.
  private let time = 3.5

  /// The way of a letter.
  static let letter = AnimatedJourney(scenes: [
    Scene(picture: "share-sheet", sentence: "Share it from any app", tapped: "Save"),
    Scene(picture: "recents", sentence: "It is in Intray"),
    Scene(picture: "files", sentence: "It is in Files, too"),
    Scene(picture: "conflicts", sentence: "Two changed it at once, and both stay", tapped: "Compare"),
    Scene(picture: "compare", sentence: "Compare them, and keep what you want", tapped: "Keep Both"),
  ])

  /// The moving picture, of the pictures in a folder.
  func svg(from folder: URL) throws -> String {
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"390\" height=\"900\" viewBox=\"0 0 390 900\""
        + " font-family=\"-apple-system, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif\">"
    ]
    for (index, scene) in scenes.enumerated() {
      let picture = try String(contentsOf: folder.appending(path: scene.picture + ".svg"), encoding: .utf8)
      // Where animations are not shown, the first scene is.
      lines += ["<g opacity=\"\(index == 0 ? 1 : 0)\">", fading(index)]
      lines.append(picture.trimmingCharacters(in: .newlines))
      if let tapped = scene.tapped { lines.append(tap(on: tapped, in: picture, index)) }
      lines.append(
        "<text x=\"195\" y=\"880\" font-size=\"19\" text-anchor=\"middle\" fill=\"#7d828a\">\(scene.sentence)</text>"
      )
      lines.append("</g>")
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private var whole: Double { time * Double(scenes.count) }

  /// A moment of a scene, from 0 to 1, as a part of the whole.
  private func moment(_ part: Double, of index: Int) -> String {
    String(format: "%.3f", min(1, (Double(index) + part) / Double(scenes.count)))
  }

  /// A scene comes and goes, each in a moment. It goes when the next one is there.
  private func fading(_ index: Int) -> String {
    let times = [
      moment(0, of: index), moment(0.06, of: index), moment(1, of: index), moment(1.06, of: index),
    ]
    let (values, keys) =
      index == 0
      // The last scene goes over the first.
      ? (
        "1;1;0;0;1;1",
        "0;\(times[2]);\(times[3]);\(moment(0.95, of: scenes.count - 1));\(moment(0.96, of: scenes.count - 1));1"
      )
      : index == scenes.count - 1
        ? ("0;0;1;1;0", "0;\(times[0]);\(times[1]);\(moment(0.97, of: index));1")
        : ("0;0;1;1;0;0", "0;\(times.joined(separator: ";"));1")
    return animation("opacity", values, keys)
  }

  /// A finger's mark on words of a picture, in the last third of a scene.
  private func tap(on words: String, in picture: String, _ index: Int) -> String {
    let pattern = /<text x="([\d.]+)" y="([\d.]+)"[^>]*?(text-anchor="(\w+)")?[^>]*>([^<]*)</
    guard let found = picture.matches(of: pattern).first(where: { $0.5 == words }),
      let x = Double(found.1), let y = Double(found.2)
    else { preconditionFailure("\(words) is not on the picture.") }
    // About the middle of the words.
    let half = Double(words.count) * 4.5
    let middle = found.0.contains("\"end\"") ? x - half : found.0.contains("\"middle\"") ? x : x + half
    let keys = ["0", moment(0.62, of: index), moment(0.72, of: index), moment(0.95, of: index), "1"]
    return "<circle cx=\"\(Int(middle))\" cy=\"\(Int(y - 6))\" r=\"26\" fill=\"#7d828a\" opacity=\"0\">"
      + animation("opacity", "0;0;0.5;0;0", keys.joined(separator: ";")) + "</circle>"
  }

  private func animation(_ name: String, _ values: String, _ keys: String) -> String {
    "<animate attributeName=\"\(name)\" values=\"\(values)\" keyTimes=\"\(keys)\" dur=\"\(whole)s\""
      + " repeatCount=\"indefinite\"/>"
  }
}
