import Testing

/// The tests' entry point. SwiftPM writes one of its own only after it has looked for XCTest's tests in an index of the code,
/// and here are none.
@main struct Main {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
