extension Receiver {
  /// Loads attachments, two at a time: one waits while the other copies, and what the system prepares for us in the meantime
  /// is never more than two files.
  ///
  /// - Returns: every attachment's result, in their order.
  func load(_ attachments: [Attachment]) async -> [Result<StagedItem, ShareError>] {
    await withTaskGroup(of: (Int, Result<StagedItem, ShareError>).self) { group in
      var results: [Int: Result<StagedItem, ShareError>] = [:]
      for (index, attachment) in attachments.enumerated() {
        if index > 1, let (done, result) = await group.next() { results[done] = result }
        group.addTask { (index, await load(attachment)) }
      }
      for await (done, result) in group { results[done] = result }
      return attachments.indices.compactMap { results[$0] }
    }
  }

  @MainActor
  private func load(_ attachment: Attachment) async -> Result<StagedItem, ShareError> {
    let result: Result<StagedItem, ShareError>
    do throws(ShareError) {
      result = .success(try await attachment.load(into: self))
    } catch {
      result = .failure(error)
    }
    // Nothing of it may still be on its way into the parcel when that is published or discarded.
    await attachment.end()
    return result
  }
}

extension Result<StagedItem, ShareError> {
  /// The message about it.
  var shortcoming: ShareError? {
    switch self {
    case .success(let piece): piece.failure
    case .failure(let error): error
    }
  }
}
