import Shared
import SwiftUI

/// What is under way with iCloud, and what became of what was asked for last.
struct CloudNews: View {
  let cloud: CloudModel

  var body: some View {
    if cloud.hasNews {
      Group {
        if let problem = cloud.problem { Label(problem, systemImage: "exclamationmark.triangle") }
        if let notice = cloud.notice { Label(notice, systemImage: "info.circle") }
        ForEach(cloud.works) { CloudWorkRow(cloud: cloud, work: $0) }
      }
    }
  }
}

/// Something that is under way with iCloud, and the way to end it.
struct CloudWorkRow: View {
  let cloud: CloudModel
  let work: CloudWork

  var body: some View {
    HStack {
      if let part = work.part {
        ProgressView(value: part) { title }
      } else {
        ProgressView { title }
      }
      if work.canStop {
        Spacer()
        Button("Stop", role: .cancel) { cloud.stop(work) }
          // Else a press anywhere in the row would stop it.
          .buttonStyle(.borderless)
          .accessibilityLabel(Text("Stop “\(name)”"))
      }
    }
  }

  private var name: String { work.path.description }

  private var title: Text {
    switch work.action {
    case .moveIn: Text("Moving “\(name)” to iCloud")
    case .moveOut: Text("Moving “\(name)” to Intray")
    case .fetch: Text("Downloading “\(name)”")
    case .evict: Text("Removing the download of “\(name)”")
    case .delete: Text("Deleting “\(name)”")
    }
  }
}
