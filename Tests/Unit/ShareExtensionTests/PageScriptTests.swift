import Foundation
import Testing
import UIKit

@testable import IntrayIntake

#if canImport(ShareExtension)
  @testable import ShareExtension
#endif

/// What Intray learns of a page in Safari.
@Suite struct PageScriptTests {
  private static let folder = repository.appending(path: "ShareExtension")

  @Test func theInfoPlistNamesTheScriptAndItReturnsThreeValues() throws {
    let list = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: Self.folder.appending(path: "Info.plist")), format: nil)
    let point = (list as? [String: Any])?["NSExtension"] as? [String: Any]
    let attributes = point?["NSExtensionAttributes"] as? [String: Any]
    let name = try #require(attributes?["NSExtensionJavaScriptPreprocessingFile"] as? String)
    let script = try String(contentsOf: Self.folder.appending(path: name + ".js"), encoding: .utf8)
    #expect(script.contains("var ExtensionPreprocessingJS = "))
    let told = try #require(script.firstMatch(of: /completionFunction\(\{([^}]*)\}\)/)).output.1
    #expect(told.matches(of: /(\w+):/).map { String($0.output.1) }.sorted() == ["selection", "title", "url"])
    #expect(!script.contains(/cookie|Storage|XMLHttpRequest|fetch|innerHTML|forms/))
  }

  @Test func onlyTheValuesOfTheScriptAreRead() throws {
    func page(_ results: Any) -> WebPage? { WebPage([NSExtensionJavaScriptPreprocessingResultsKey: results]) }
    let whole = try #require(
      page(["title": "T", "url": "https://example.com/", "selection": "S", "cookie": "C"]))
    #expect(whole.title == "T" && whole.selection == "S")
    #expect(whole.url?.absoluteString == "https://example.com/")
    let empty = try #require(page(["title": " ", "url": "", "selection": "\n"]))
    #expect(empty.title == nil && empty.url == nil && empty.selection == nil)
    #expect(page(["title": 1])?.title == nil)
    #expect(page("text") == nil)
    #expect(WebPage(["other": ["title": "T"]]) == nil)
    #expect(WebPage(nil) == nil)
  }
}
