import Foundation
import Intake
import Shared

/// What the user does with iCloud that needs this device's disk as well.
extension DocumentLibrary {
  /// iCloud, of the account that is signed in now.
  func cloud() async -> Cloud {
    await run { _ in Cloud(container, drive: drive, isPackage: { $0.isPackage }) }
  }

  /// Takes in the versions of a document of iCloud that were kept.
  func drainVersions() async throws(CloudError) {
    do throws(DiskError) {
      try await run { _ throws(DiskError) in _ = try drain.run { _ in } }
    } catch {
      throw .disk(error)
    }
  }

  /// Makes a preview copy of one of iCloud's documents, all of which is on this device.
  @concurrent
  func lend(_ path: DocumentPath, of cloud: Cloud) async throws(CloudError) -> PreviewCopies.PreviewCopy {
    try await cloud.read(path, in: .cloudDocuments) { file throws(DiskError) in
      try previewCopies.lend(contentsOf: file, copier: Copier(isCancelled: { Task.isCancelled }))
    }
  }

  /// Deletes one of iCloud's documents: into the trash of this device when it is here, else for good.
  @concurrent
  func delete(_ path: DocumentPath, of cloud: Cloud) async throws(CloudError) -> Cloud.Deletion {
    try await cloud.delete(path, in: .cloudDocuments) { path throws(DiskError) in
      try documents.trash(path, expecting: try documents.file(of: SeenDocument(path)))
    }
  }
}
