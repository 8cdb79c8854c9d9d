import Accessibility
import SwiftUI

/// Something to be seen above the bottom edge of a list: what went wrong, what is under way, or what can be taken back.
struct Banner: Identifiable {
  enum Mark {
    case none
    case symbol(String)
    /// How much of the work is done, from 0 to 1; nil if unknown.
    case progress(Double?)
  }

  struct Action {
    let title: LocalizedStringKey
    var symbol: String?
    var role: ButtonRole?
    /// What VoiceOver reads, where the title does not say what it is about.
    var label: Text?
    let perform: @MainActor () -> Void

    /// The way to say that it was read.
    static func close(_ perform: @escaping @MainActor () -> Void) -> Action {
      Action(title: "Close", symbol: "xmark.circle", perform: perform)
    }
  }

  let id: String
  let text: Text
  var mark = Mark.none
  /// What VoiceOver reads once, without being asked.
  var announcement: String?
  var actions: [Action] = []

  /// What went wrong, until the user has read it.
  static func problem(_ text: String, id: String = "problem", actions: [Action] = []) -> Banner {
    Banner(
      id: id, text: Text(verbatim: text), mark: .symbol("exclamationmark.triangle"), announcement: text,
      actions: actions)
  }
}

/// Banners above the bottom edge of a list, wherever it is scrolled. It is a view of its own: what is under way changes often, and
/// the list is not made anew for that.
struct StatusBar: View {
  /// Asked for here, so that this view depends on what they say, and no other.
  let banners: @MainActor () -> [Banner]

  var body: some View {
    let banners = banners()
    VStack(alignment: .leading) {
      if !banners.isEmpty {
        VStack(alignment: .leading) {
          ForEach(banners) { BannerRow(banner: $0) }
        }
        .padding()
        .background(.bar)
      }
    }
    .onChange(of: banners.compactMap(\.announcement)) { old, new in
      for message in new where !old.contains(message) {
        AccessibilityNotification.Announcement(message).post()
      }
    }
  }
}

/// Buttons beside each other, or below each other where they do not fit: in German, in large type, on a small phone.
struct ButtonRow<Content: View>: View {
  @ViewBuilder let buttons: Content

  var body: some View {
    ViewThatFits(in: .horizontal) {
      HStack { buttons }
      VStack(alignment: .leading) { buttons }
    }
    // Else a tap anywhere in the row of a list would press them all.
    .buttonStyle(.borderless)
  }
}

/// A banner, with its buttons beside it where all fits into a line, and else below it. A cross stays beside it.
struct BannerRow: View {
  let banner: Banner

  var body: some View {
    if banner.actions.allSatisfy({ $0.symbol != nil }) {
      line
    } else {
      ViewThatFits(in: .horizontal) {
        line
        VStack(alignment: .leading) {
          content
          ButtonRow { actions }
        }
      }
    }
  }

  private var line: some View {
    HStack {
      content
      Spacer()
      ButtonRow { actions }
    }
  }

  @ViewBuilder private var content: some View {
    switch banner.mark {
    case .none: banner.text
    case .symbol(let name):
      Label {
        banner.text
      } icon: {
        Image(systemName: name)
      }
    case .progress(let part?):
      ProgressView(value: part) { banner.text }
    case .progress(nil):
      ProgressView { banner.text }
    }
  }

  private var actions: some View {
    ForEach(banner.actions.indices, id: \.self) { index in
      let action = banner.actions[index]
      Button(role: action.role, action: action.perform) {
        if let symbol = action.symbol {
          Label(action.title, systemImage: symbol)
            .labelStyle(.iconOnly)
        } else {
          Text(action.title)
        }
      }
      .accessibilityLabel(action.label ?? Text(action.title))
    }
  }
}
