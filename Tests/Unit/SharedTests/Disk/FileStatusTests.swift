import Testing

@testable import IntrayCore

@Suite struct FileStatusTests {
  @Test(
    arguments: [
      (FileTime(seconds: 5, nanoseconds: 999_999_000), 1, FileTime(seconds: 6)),
      (FileTime(seconds: 5), -1, FileTime(seconds: 4, nanoseconds: 999_999_000)),
      (FileTime(seconds: 5, nanoseconds: 1_000), -1, FileTime(seconds: 5)),
      (FileTime(seconds: 0), -2_500_000, FileTime(seconds: -3, nanoseconds: 500_000_000)),
    ])
  func aMomentLaterOrEarlierHasNanosecondsOfOneSecond(time: FileTime, microseconds: Int, other: FileTime) {
    #expect(time.adding(microseconds: microseconds) == other)
  }
}
