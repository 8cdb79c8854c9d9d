/// The loads of one share, two at a time: one waits while the other copies, and what the system prepares for
/// us in the meantime is never more than two files.
@MainActor
final class Loads {
  private let attachments: [Attachment]
  private let receiver: Receiver
  private var next = 0
  private var results: [Int: Result<StagedItem, ShareError>] = [:]

  init(_ attachments: [Attachment], _ receiver: Receiver) {
    self.attachments = attachments
    self.receiver = receiver
  }

  /// Every attachment's result, in their order.
  func run() async -> [Result<StagedItem, ShareError>] {
    async let one: Void = loadOneAfterTheOther()
    async let other: Void = loadOneAfterTheOther()
    _ = await (one, other)
    return attachments.indices.compactMap { results[$0] }
  }

  private func loadOneAfterTheOther() async {
    while next < attachments.count {
      let index = next
      next += 1
      do throws(ShareError) {
        results[index] = .success(try await attachments[index].load(into: receiver))
      } catch {
        results[index] = .failure(error)
      }
      // Nothing of it may still be on its way into the parcel when that is published or discarded.
      await attachments[index].end()
    }
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
