import Testing

@testable import Shared

extension BackupTests {
  @Test func theMarkIsTheAttributeThatBackupsOfAMacReadToo() throws {
    let staging = try test.container.open(.staging)
    let names = try staging.withDescriptor { opened throws(DiskError) in try test.disk.attributes(opened) }
    #expect(names == ["com.apple.metadata:com_apple_backup_excludeItem"])
  }
}
