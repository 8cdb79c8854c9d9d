import Foundation

/// What the mission shares: documents whose bytes no other run has.
enum KnownDocument {
  /// A PDF of one page with a line of text, in ASCII.
  static func pdf(saying text: String) -> Data {
    let plain = text.filter { $0.isASCII && !"()\\".contains($0) }
    let content = "BT /F1 24 Tf 72 720 Td (\(plain)) Tj ET"
    let objects = [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
        + " /Resources << /Font << /F1 5 0 R >> >> >>",
      "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    // The table at the end says where each object begins: ten digits.
    var (file, places) = ("%PDF-1.4\n", [Int]())
    for (index, object) in objects.enumerated() {
      places.append(file.utf8.count)
      file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = file.utf8.count
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    file += places.map { String(format: "%010d 00000 n \n", $0) }.joined()
    file += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n"
    return Data(file.utf8)
  }
}
