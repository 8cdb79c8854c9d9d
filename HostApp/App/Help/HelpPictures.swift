import Foundation
import SwiftUI

/// The row of apps in the share sheet, with Intray in front. Pictures say nothing to VoiceOver that the text below them
/// does not say.
struct SharePicture: View {
  var body: some View {
    HStack {
      Image(systemName: "square.and.arrow.up")
      Image(systemName: "chevron.forward").foregroundStyle(.secondary)
      PictureTile(symbol: "tray.fill", isMarked: true)
      PictureTile(symbol: "message.fill")
      PictureTile(symbol: "envelope.fill")
      PictureTile(symbol: "ellipsis")
    }
    .accessibilityHidden(true)
  }
}

/// The list of places in Files, while the user edits it: Intray is switched on.
struct FilesPicture: View {
  var body: some View {
    VStack(alignment: .leading) {
      PictureRow(symbol: "icloud")
      PictureRow(symbol: "iphone")
      PictureRow(symbol: "tray.fill", isMarked: true)
    }
    .accessibilityHidden(true)
  }
}

/// A document on its way from another app into Intray and Files.
struct ArrivalPicture: View {
  var body: some View {
    HStack {
      PictureTile(symbol: "photo")
      Image(systemName: "arrow.forward").foregroundStyle(.secondary)
      PictureTile(symbol: "tray.fill", isMarked: true)
      Image(systemName: "arrow.forward").foregroundStyle(.secondary)
      PictureTile(symbol: "folder.fill")
    }
    .accessibilityHidden(true)
  }
}

/// An app, as an icon. What the user taps has the accent colour, and a mark that shows without colours.
private struct PictureTile: View {
  let symbol: String
  var isMarked = false
  /// The size of a small icon in a list; it grows with the text.
  @ScaledMetric private var side: CGFloat = 36

  var body: some View {
    VStack {
      RoundedRectangle(cornerRadius: side / 4)
        .foregroundStyle(isMarked ? Color.accentColor : Color.secondary)
        .frame(width: side, height: side)
        .overlay { Image(systemName: symbol).foregroundStyle(Color.white) }
      // Each has the same height, with the mark or without.
      Image(systemName: "arrowtriangle.up.fill")
        .foregroundStyle(isMarked ? Color.accentColor : Color.clear)
    }
  }
}

/// A row of a list, with a switch.
private struct PictureRow: View {
  let symbol: String
  var isMarked = false
  /// As high as small text; it grows with it.
  @ScaledMetric private var height: CGFloat = 10

  var body: some View {
    HStack {
      Image(systemName: symbol).foregroundStyle(Color.accentColor)
      RoundedRectangle(cornerRadius: height / 2)
        .foregroundStyle(isMarked ? Color.accentColor : Color.secondary)
        .frame(width: height * (isMarked ? 6 : 9), height: height)
      Spacer()
      Image(systemName: isMarked ? "checkmark.circle.fill" : "circle").foregroundStyle(Color.accentColor)
    }
  }
}
