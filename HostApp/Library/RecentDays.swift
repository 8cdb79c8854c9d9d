import Foundation
import SwiftUI

/// The days before now by which Recents are grouped, as Files groups them.
enum RecentDays: CaseIterable {
  case today, yesterday, week, month, earlier

  /// The group that a moment belongs to.
  init(_ date: Date, now: Date = .now, calendar: Calendar = .current) {
    let days =
      calendar.dateComponents(
        [.day], from: calendar.startOfDay(for: date), to: calendar.startOfDay(for: now)
      ).day ?? 0
    self =
      switch days {
      case ...0: .today
      case 1: .yesterday
      case ...7: .week
      case ...30: .month
      default: .earlier
      }
  }

  var title: Text {
    switch self {
    case .today: Text("Today")
    case .yesterday: Text("Yesterday")
    case .week: Text("Previous 7 Days")
    case .month: Text("Previous 30 Days")
    case .earlier: Text("Earlier")
    }
  }
}
