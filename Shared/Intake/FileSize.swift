import Foundation
import UIKit

extension Int64 {
  /// So many bytes as Files says it. Its formatter writes “KB”, and the format style for the same writes “kB”.
  public var fileSize: String {
    formatted(ByteCountFormatStyle(style: .file)).replacing("kB", with: "KB")
  }
}
