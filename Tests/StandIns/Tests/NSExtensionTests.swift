import AppleFoundation
import Foundation
import Synchronization
import Testing

struct NSExtensionTests {
  // https://developer.apple.com/documentation/foundation/nsextensioncontext/completerequest(returningitems:completionhandler:)
  @Test func everyEndOfARequestIsRecorded() async {
    let ends = Mutex<[String]>([])
    let context = NSExtensionContext(
      inputItems: [NSExtensionItem()],
      onComplete: { _ in
        ends.withLock { $0.append("complete") }
        return false
      },
      onCancel: { error in ends.withLock { $0.append("cancel \((error as NSError).code)") } })
    #expect(context.inputItems.count == 1)
    let isExpired = await withCheckedContinuation { continuation in
      context.completeRequest(returningItems: nil) { continuation.resume(returning: $0) }
    }
    #expect(await context.completeRequest(returningItems: []) == false)
    context.cancelRequest(withError: CocoaError(.userCancelled))
    #expect(!isExpired)
    #expect(ends.withLock { $0 } == ["complete", "complete", "cancel 3072"])
  }

  // https://developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:)
  @Test func aGroupWithoutEntitlementHasNoFolder() {
    let files = FileManager.default
    let group = "group.test.\(UUID().uuidString)"
    #expect(files.containerURL(forSecurityApplicationGroupIdentifier: group) == nil)
    StandIn.Containers[group: group] = URL(filePath: "/container")
    #expect(
      files.containerURL(forSecurityApplicationGroupIdentifier: group)
        == URL(filePath: "/container"))
    StandIn.Containers[group: group] = nil
    #expect(files.containerURL(forSecurityApplicationGroupIdentifier: group) == nil)
  }

  // https://developer.apple.com/documentation/swift/string/init(localized:table:bundle:locale:comment:)
  @Test func aTextIsShownInTheChosenLanguage() {
    let name = "Ä"
    let count = 1234
    let english = Locale(identifier: "en_US")
    #expect(String(localized: "Nothing here yet") == "Nothing here yet")
    #expect(String(localized: "“\(name)”, 100 %: \(count)", locale: english) == "“Ä”, 100 %: 1,234")
    let size = String(localized: "\(2000, format: .byteCount(style: .file))")
    #expect(size == 2000.formatted(.byteCount(style: .file)))
    let resource: LocalizedStringResource = "Saved \(count)"
    #expect(String(localized: resource) == String(localized: "Saved \(count)"))
  }

  // https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)
  @Test func anActivityRunsInTheBackground() async {
    let isExpired = await withCheckedContinuation { continuation in
      ProcessInfo.processInfo.performExpiringActivity(withReason: "Test") {
        continuation.resume(returning: $0)
      }
    }
    #expect(!isExpired)
  }
}
