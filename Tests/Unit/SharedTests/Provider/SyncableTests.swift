import Testing

@testable import IntrayCore

@Suite("Attributes that the system syncs") struct SyncableTests {
  @Test(
    "The flags in its name decide whether an attribute is syncable",
    arguments: [
      ("note#S", true), ("note#PS", true), ("a#b#CS", true), ("note", false), ("note#P", false),
      ("note#SN", false),
      ("S", false), ("#S#P", false), ("com.apple.quarantine", false),
      ("com.apple.metadata:kMDItemWhereFroms", false), ("com.apple.FinderInfo", false),
      ("com.apple.ResourceFork", false), ("com.apple.lastuseddate#PS", false),
      ("com.apple.metadata:_kMDItemUserTags", false),
    ])
  func flags(name: String, isSyncable: Bool) {
    #expect(ItemAttribute.isSyncable(name) == isSyncable)
    #expect(ItemAttribute.isPlain(name) == isSyncable)
  }

  @Test("Intray's own attributes are not syncable") func own() {
    #expect(!ItemAttribute.isPlain("app.intray.note#S"))
  }

  /// The system stops syncing some of the attributes of an item that has more than about 32 KiB of them.
  @Test("An attribute that the system may have omitted for its size is not removed") func full() {
    #expect(ItemAttribute.isRemoved("note#S", by: ["other#S": [1]]))
    #expect(!ItemAttribute.isRemoved("note#S", by: ["note#S": [1]]))
    #expect(!ItemAttribute.isRemoved("note", by: [:]))
    #expect(!ItemAttribute.isRemoved("note#S", by: ["big#S": [UInt8](repeating: 0, count: 31_000)]))
  }
}
