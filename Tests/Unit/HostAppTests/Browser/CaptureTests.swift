import Foundation
import IntrayCore
import PhotosUI
import SwiftUI
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import HostApp

#if canImport(AppleFoundation)
  /// What is scanned, taken with the camera or chosen from Photos comes in like what is picked.
  @MainActor
  @Suite(.inApp) struct CaptureTests {
    private static let pages = ["page one", "page two"].compactMap { UIImage(data: Data($0.utf8)) }

    /// Opens an app on a device with a camera, in a folder.
    private func withCamera(
      _ pictures: [UIImage]?, _ body: (ViewHarness, WindowDriver, String) async throws -> Void
    ) async throws {
      try await StandIn.Camera.$ofTask.withValue(StandIn.Camera(pictures)) {
        let (harness, model, path) = try await openScreen(["Work/old.txt"])
        let browser = model.browser
        try await browser.finish { _ in try harness.press("Work") }
        try await body(harness, browser, path)
      }
    }

    private func finish(_ browser: WindowDriver) async {
      await browser.app.importer.finish()
      await browser.settle()
    }

    /// The day that names have.
    private var day: String {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .current
      let parts = calendar.dateComponents([.year, .month, .day], from: .now)
      let digits = [parts.month, parts.day].map { String(format: "%02d", $0 ?? 0) }
      return "\(parts.year ?? 0)-" + digits.joined(separator: "-")
    }

    @Test func whatIsScannedIsOnePDFInTheFolderOnScreen() async throws {
      let before = day
      try await withCamera(Self.pages) { harness, browser, path in
        try harness.press("Scan Documents")
        #expect(harness.front.label == "Scanner" && browser.window.isCovered)
        try harness.press("Save")
        await finish(browser)
        // A second one gets the next free name.
        try harness.press("Scan Documents")
        try harness.press("Save")
        await finish(browser)
        let names = [before, day].map { "Work/Scan \($0).pdf" }
        #expect(browser.listed.count == 3 && browser.problem == nil && browser.app.queue.problems.isEmpty)
        let name = try #require(names.first { browser.listed.contains($0) }, "\(browser.listed)")
        let pdf = try stored("Documents/" + name)
        #expect(pdf.hasPrefix("%PDF-") && pdf.ranges(of: "/Type /Page").count == 2)
        let first = try #require(pdf.range(of: "page one"))
        let second = try #require(pdf.range(of: "page two"))
        #expect(first.upperBound < second.lowerBound)
        #expect(try contents(of: path + "/AppGroup/Staging").isEmpty)
      }
    }

    @Test func aPhotoThatIsTakenIsADocument() async throws {
      try await withCamera(Self.pages) { harness, browser, path in
        try harness.press("Take Photo")
        #expect(harness.front.label == "Camera")
        try harness.press("Save")
        await finish(browser)
        let name = try #require(browser.listed.first { $0.hasPrefix("Work/Photo ") })
        #expect(name.hasSuffix(".jpeg") || name.hasSuffix(".jpg"))
        #expect(try stored("Documents/" + name) == "page one")
      }
    }

    @Test func whatIsChosenFromPhotosComesInAsItIs() async throws {
      let photos = StandIn.PhotoLibrary([
        .init("IMG_1.heic", Data("first original".utf8)), .init("IMG_2.mov", Data("second original".utf8)),
      ])
      try await StandIn.PhotoLibrary.$ofTask.withValue(photos) {
        // It needs no camera.
        try await withCamera(nil) { harness, browser, _ in
          try harness.press("Add Photos")
          #expect(harness.front.label == "Photos")
          try harness.press("Add")
          await finish(browser)
          #expect(browser.listed == ["Work/IMG_1.heic", "Work/IMG_2.mov", "Work/old.txt"])
          #expect(try stored("Documents/Work/IMG_1.heic") == "first original")
          #expect(try stored("Documents/Work/IMG_2.mov") == "second original")
          #expect(browser.window.capture == nil && browser.app.queue.problems.isEmpty)
        }
      }
    }

    @Test func afterCancelNothingIsThereAndAFailureIsTold() async throws {
      try await withCamera(Self.pages) { harness, browser, path in
        for title in ["Scan Documents", "Take Photo", "Add Photos"] {
          try harness.press(title)
          try harness.press("Cancel")
          await finish(browser)
          #expect(browser.window.capture == nil && browser.problem == nil)
        }
        #expect(browser.listed == ["Work/old.txt"] && browser.app.queue.works.isEmpty)
        StandIn.Camera.ofTask.pictures = []
        try harness.press("Scan Documents")
        try harness.press("Save")
        await finish(browser)
        #expect(browser.listed == ["Work/old.txt"])
        #expect(harness.text.contains("This couldn’t be done. Try again."))
      }
    }

    @Test func aDeviceWithoutACameraOffersOnlyPhotos() async throws {
      try await withCamera(nil) { harness, _, _ in
        #expect(harness.find(.button, "Add Photos") != nil)
        #expect(harness.find(.button, "Take Photo") == nil && harness.find(.button, "Scan Documents") == nil)
      }
    }
  }
#endif
