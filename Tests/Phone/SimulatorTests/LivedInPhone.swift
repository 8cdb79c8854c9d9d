import Foundation
import TestSupport

@testable import IntrayCore

/// The documents of a user who has had the app for a while: bills, a booking, photos of a journey, a link, notes.
struct LivedInPhone {
  let phone: TestPhone
  /// The time zone in which it is now 9:41, as on the clock of every picture.
  let zone: String
  /// When that was. What came then says so in each picture, however long the test takes: a text of another width breaks elsewhere.
  private let start = Date.now
  private let calendar: Calendar

  init(_ phone: TestPhone) {
    self.phone = phone
    let now = Int(start.timeIntervalSince1970) / 60 % 1_440
    // Between half a day behind and half a day ahead.
    let offset = (9 * 60 + 41 - now + 1_440 + 720) % 1_440 - 720
    let (hours, minutes) = (abs(offset) / 60, abs(offset) % 60)
    zone = "GMT" + (offset < 0 ? "-" : "+") + String(format: "%02d%02d", hours, minutes)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: offset * 60) ?? .gmt
    self.calendar = calendar
  }

  /// A moment so many days ago, of the user's clock.
  private func moment(daysAgo days: Int, hour: Int) -> Date {
    let day = calendar.date(byAdding: .day, value: -days, to: .now) ?? .now
    return calendar.date(bySettingHour: hour, minute: 12, second: 0, of: day) ?? day
  }

  /// A moment of the spring, which is on the same day in each picture.
  var spring: Date {
    calendar.date(from: DateComponents(year: 2026, month: 3, day: 12, hour: 14, minute: 30)) ?? .now
  }

  /// What was there before the user last left the app.
  func moveIn() throws {
    let site = "https://lake.test/walks"
    let bills = ShareID(parcel: "bills")
    try put(
      "Bills/Electricity.pdf", page("Electricity", "March", "Amount due: 84.20"), spring, share: bills)
    try put("Bills/Internet.pdf", page("Internet", "March", "Amount due: 29.90"), spring, share: bills)
    try put("Travel/Tickets.pdf", page("Tickets", "Two adults, second class"), spring - 90_000)
    try put(
      "Lease.pdf", page("Lease", "Between the parties", "1. The flat", "2. The rent", "3. The keys"),
      spring - 180_000)
    try tag("Lease.pdf", "Home\n6")
    try put(
      "Packing list.txt", Data("Packing list\nBoots\nRaincoat\nCharger".utf8), moment(daysAgo: 3, hour: 18))
    let link = try PropertyListSerialization.data(fromPropertyList: ["URL": site], format: .xml, options: 0)
    try put("Walks by the lake.webloc", link, moment(daysAgo: 3, hour: 17))
    try set(Provenance.attribute, PropertyList.encode([site]), of: "Walks by the lake.webloc")
    for (index, photo) in Landscape.allCases.enumerated() {
      let name = photo.rawValue.capitalized + ".png"
      // A photo is larger than its small picture.
      try put(
        name, photo.png() + Data(count: 1_840_000 + index * 310_000),
        moment(daysAgo: 1, hour: 19).addingTimeInterval(Double(-index) / 100_000),
        share: ShareID(parcel: "photos"))
    }
    for folder in ["Bills", "Travel"] { try date(folder, spring) }
  }

  /// What came since then.
  func receiveTwo() throws {
    try put("Reading list.txt", Data("Reading list\nMiddlemarch\nThe Leopard".utf8), start)
    try tag("Reading list.txt", "Books\n4")
    try put("Hotel Bellevue.pdf", Self.booking, start)
    let site = "https://lake.test/booking"
    try set(Provenance.attribute, PropertyList.encode([site]), of: "Hotel Bellevue.pdf")
  }

  /// The confirmation of a hotel.
  static let booking = LivedInPhone.page(
    "Hotel Bellevue", "Your booking is confirmed.", "Two nights, one double room", "Breakfast until noon",
    "We look forward to your stay.")

  private func page(_ lines: String...) -> Data { Self.page(lines) }
  private static func page(_ lines: String...) -> Data { page(lines) }

  /// A PDF file with one page of text.
  private static func page(_ lines: [String]) -> Data {
    let text = lines.map { "0 -20 Td (\($0)) Tj" }.joined(separator: "\n")
    // As long as such a document is.
    let rest = String(
      repeating: "%" + String(repeating: " ", count: 98) + "\n", count: 400 + 20 * lines.count)
    return Data("%PDF-1.4\n1 0 obj\nBT\n\(text)\nET\nendobj\n\(rest)%%EOF\n".utf8)
  }

  /// - Parameter share: with what it came together; nil of what came alone.
  private func put(_ path: String, _ data: Data, _ time: Date, share: ShareID? = nil) throws {
    let file = URL(filePath: phone.device + "/AppGroup/Documents/" + path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    try set(ItemAttribute.arrival, ArrivalRecord(time: FileTime(time), share: share).bytes, of: path)
    try date(path, time)
  }

  private func tag(_ path: String, _ tags: String...) throws {
    let list = try PropertyListSerialization.data(fromPropertyList: tags, format: .binary, options: 0)
    try set(ItemAttribute.tags, Array(list), of: path)
  }

  private func set(_ name: String, _ value: [UInt8], of path: String) throws {
    let whole = phone.device + "/AppGroup/Documents/" + path
    let (folder, file) = try Folder.openParent(of: whole, disk: .system)
    try folder[file].open(.file).setAttribute(name, value)
  }

  private func date(_ path: String, _ time: Date) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: time], ofItemAtPath: phone.device + "/AppGroup/Documents/" + path)
  }

  /// Changes a document that is synced, on one side, in place, as an editor without safe saving does.
  func change(_ path: String, to text: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: phone.device + "/" + path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
    try FileManager.default.setAttributes(
      [.modificationDate: spring], ofItemAtPath: phone.device + "/" + path)
  }
}
