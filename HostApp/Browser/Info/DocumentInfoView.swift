import Foundation
import Shared
import SwiftUI
import UIKit

/// Get Info: everything about one document or folder.
struct DocumentInfoView: View {
  @Bindable var model: DocumentInfoModel
  /// The user closes the sheet.
  let done: @MainActor () -> Void

  var body: some View {
    NavigationStack {
      Form {
        if let problem = model.problem {
          Section {
            Label(problem, systemImage: "exclamationmark.triangle")
          }
        }
        if let info = model.info {
          general
          dates(info)
          if let comment = info.comment {
            Section("Comments") { Text(verbatim: comment) }
          }
          sources
          if !model.versions.isEmpty {
            Section("Conflicts") {
              ForEach(model.versions) { Text(verbatim: $0.path.description) }
            }
          }
          if let tags = info.tags { self.tags(tags) }
        }
      }
      .navigationTitle(Text(verbatim: model.name))
      .navigationBarTitleDisplayMode(.inline)
      .toolbar {
        ToolbarItem(placement: .confirmationAction) {
          Button("Done", action: done)
        }
      }
    }
  }

  private var general: some View {
    Section {
      LabeledContent("Kind") { Text(verbatim: model.kind) }
      LabeledContent("Size") {
        if let size = model.size {
          Text(size, format: .byteCount(style: .file))
        } else if model.isCounting {
          ProgressView("Calculating size")
        } else {
          Text(verbatim: "–")
        }
      }
      if model.isSizePartial {
        Text("Items that couldn’t be read aren’t included in the size.")
      }
      if model.isCounting, model.size == nil {
        Button("Stop", role: .cancel) { model.stopCounting() }
      }
      // The mark is mirrored where the language is written from right to left.
      LabeledContent("Where") { Text(verbatim: model.folder.joined(separator: " › ")) }
      if model.isInCloudToo {
        Text("iCloud Drive also has an item with this name.")
      }
    }
  }

  private func dates(_ info: DocumentInfo) -> some View {
    Section {
      if let added = info.added {
        LabeledContent("Added") { Text(added.date, format: Self.date) }
      }
      if let created = info.status.created {
        LabeledContent("Created") { Text(created.date, format: Self.date) }
      }
      LabeledContent("Modified") { Text(info.status.modified.date, format: Self.date) }
      if let lastOpened = info.lastOpened {
        LabeledContent("Last Opened") { Text(lastOpened.date, format: Self.date) }
      }
    }
  }

  private static var date: Date.FormatStyle { Date.FormatStyle(date: .abbreviated, time: .shortened) }

  @ViewBuilder private var sources: some View {
    if !model.sources.isEmpty {
      Section("Where From") {
        ForEach(model.sources, id: \.self) { source in
          Text(verbatim: source)
          if let link = DocumentInfoModel.link(of: source) {
            Button("Copy Link", systemImage: "link") { UIPasteboard.general.url = link }
          }
        }
      }
    }
  }

  private func tags(_ tags: [DocumentTag]) -> some View {
    Section("Tags") {
      ForEach(tags) { tag in
        HStack {
          Label(tag.name, systemImage: "tag")
          Spacer()
          Button("Remove Tag “\(tag.name)”", systemImage: "minus.circle") { model.set(tag, to: false) }
            .labelStyle(.iconOnly)
            // Else a tap anywhere in the row would press it.
            .buttonStyle(.borderless)
        }
      }
      TextField("Add Tag", text: $model.typed)
        .onSubmit { model.addTag() }
    }
    .disabled(model.isGone)
  }
}
