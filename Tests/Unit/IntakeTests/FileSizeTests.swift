import IntrayIntake
import Testing

@Suite struct FileSizeTests {
  @Test(arguments: [(1_000, "1 KB"), (50_200, "50 KB"), (2_200_000, "2.2 MB"), (35, "35 bytes")])
  func aSizeIsSaidAsFilesSaysIt(bytes: Int64, text: String) {
    #expect(bytes.fileSize == text)
  }
}
