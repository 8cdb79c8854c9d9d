import Shared
import SwiftUI

/// What is under way with iCloud, and what became of what was asked for last.
struct CloudNews: View {
  let cloud: CloudModel

  var body: some View {
    if cloud.problem != nil || cloud.notice != nil || !cloud.works.isEmpty {
      Section {
        if let problem = cloud.problem { Label(problem, systemImage: "exclamationmark.triangle") }
        if let notice = cloud.notice { Label(notice, systemImage: "info.circle") }
        ForEach(cloud.works) { CloudWorkRow(cloud: cloud, work: $0) }
      }
    }
  }
}
