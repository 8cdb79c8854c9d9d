import IntrayCore
import Synchronization

/// Knows which descriptors are open, and how many there were at most.
public final class WrittenVersions: Sendable {
  private struct State {
    var open: Set<Descriptor> = []
    var most = 0
    var strayCloses = 0
  }

  private let state = Mutex(State())

  /// Knows of none.
  public init() {}

  /// How many are open now.
  public var open: Int { state.withLock { $0.open.count } }
  /// How many were open at the same moment.
  public var most: Int { state.withLock { $0.most } }
  /// How often something was closed that was not open.
  public var strayCloses: Int { state.withLock { $0.strayCloses } }

  fileprivate func opened(_ descriptor: Descriptor) -> Descriptor {
    state.withLock { state in
      state.open.insert(descriptor)
      state.most = max(state.most, state.open.count)
    }
    return descriptor
  }

  fileprivate func willClose(_ descriptor: Descriptor) {
    state.withLock { state in
      if state.open.remove(descriptor) == nil { state.strayCloses += 1 }
    }
  }
}

extension Disk {
  /// The same disk, keeping a ledger of descriptors.
  public func tracked(by ledger: WrittenVersions) -> Disk {
    let base = self
    var disk = self
    disk.openRoot = { path throws(DiskError) in ledger.opened(try base.openRoot(path)) }
    disk.openFolder = { folder, name throws(DiskError) in
      ledger.opened(try base.openFolder(folder, name))
    }
    disk.openFile = { folder, name throws(DiskError) in ledger.opened(try base.openFile(folder, name)) }
    disk.createFile = { folder, name throws(DiskError) in
      ledger.opened(try base.createFile(folder, name))
    }
    disk.clone = { source, folder, name throws(DiskError) in
      try base.clone(source, folder, name).map(ledger.opened)
    }
    disk.close = { descriptor throws(DiskError) in
      ledger.willClose(descriptor)
      try base.close(descriptor)
    }
    return disk
  }
}
