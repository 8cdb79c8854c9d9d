import Foundation
import Shared
import SwiftUI

@testable import HostApp

/// The home screen: opens the app, perhaps with a document, and tells what it shows.
@MainActor
enum HomeScreen {
  static func play(open path: String?) async throws {
    let model = HostModel.make()
    let stage = Stage(IntrayApp(model: model))
    if let path { stage.open(URL(fileURLWithPath: path)) }
    stage.scenePhase = .active
    // As long as the largest drain takes; a person would wait, too.
    try await stage.wait(atMost: .seconds(3600)) { _ in !model.isBusy }
    SystemEvent.show(stage.text).send()
    SystemEvent.result(try json(model)).send()
    for outcome in model.waiting {
      if case .waiting(let reason) = outcome.result, reason != .growing {
        SystemEvent.complain("“\(outcome.name)” waits. \(Sentences.reason(reason))").send()
      }
    }
    if let problem = model.problem { SystemEvent.complain(problem).send() }
    stage.scenePhase = .background
  }

  private struct Report: Encodable {
    struct Import: Encodable {
      var name: String
      var `as`: String
    }

    struct Waiting: Encodable {
      var name: String
      var reason: String
    }

    struct Document: Encodable {
      var path: String
      var size: Int64
    }

    var imported: [Import]
    var waiting: [Waiting]
    var documents: [Document]
  }

  private static func json(_ model: HostModel) throws -> String {
    let report = Report(
      imported: model.arrivals.map { .init(name: $0.name, as: $0.path.description) },
      waiting: model.waiting.compactMap { outcome in
        guard case .waiting(let reason) = outcome.result else { return nil }
        return .init(name: outcome.name, reason: Sentences.reason(reason))
      },
      documents: model.documents.map { .init(path: $0.path.description, size: $0.status.size) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(report), as: UTF8.self)
  }
}
