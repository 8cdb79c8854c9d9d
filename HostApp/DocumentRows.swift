import Shared
import SwiftUI

/// What is in a folder, as far as it was scrolled, or what a search found.
struct DocumentRows: View {
  let browser: Browser
  let folder: DocumentPath
  @Environment(CloudModel.self) private var cloud: CloudModel?

  var body: some View {
    if browser.folder == folder {
      if let problem = browser.problem {
        Section {
          Label(problem, systemImage: "exclamationmark.triangle")
        }
      }
      OutgoingRows(browser: browser)
      if let cloud { CloudNews(cloud: cloud) }
      if let path = browser.thrownAway.first {
        Section {
          if browser.thrownAway.count == 1 {
            Text("“\(path.description)” is in Recently Deleted.")
          } else {
            Text("\(browser.thrownAway.count) items are in Recently Deleted.")
          }
          Button("Undo") { browser.undo() }
        }
      }
      Section {
        ForEach(browser.list.entries) { entry in
          DocumentRow(browser: browser, entry: entry)
            .onAppear { browser.appeared(entry) }
        }
        if browser.list.entries.isEmpty, !browser.text.isEmpty {
          Text("Nothing is called “\(browser.text)”.")
        }
      } header: {
        Text("Documents")
      } footer: {
        if browser.list.total > 0 { Text("\(browser.list.total) items") }
      }
    }
  }
}
