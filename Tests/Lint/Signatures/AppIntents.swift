// What the stand-in for AppIntents has to refuse, and to accept, as the SDK's interface does: see phone.sh.
import AppIntents
import Foundation

// It does not bring UniformTypeIdentifiers with it.
private let type = UTType.item  // refused: cannot find 'UTType' in scope

private func send<Value: Sendable>(_ type: Value.Type) {}

// A file goes from action to action, and stays what it is.
private func change(_ file: IntentFile) {
  send(IntentFile.self)
  var file = file
  file.filename = ""  // refused: cannot assign to property: 'filename' is a 'let' constant
  file.type = nil  // refused: cannot assign to property: 'type' is a 'let' constant
}

// A value that cannot go to another actor is no parameter.
private final class Shared: _IntentValue {
  typealias ValueType = Shared
  typealias UnwrappedType = Shared
  var count = 0
}
// refused: type 'Shared' does not conform to the 'Sendable' protocol
private typealias Given = IntentParameter<Shared>

private struct Count: AppIntent {
  static let title: LocalizedStringResource = "Count"
  static let openAppWhenRun = true
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresLocalDeviceAuthentication
  static let isDiscoverable = false

  @Parameter(
    title: "From", default: 1, controlStyle: .field, inclusiveRange: (0, 9), requestValueDialog: "From?")
  var first: Int
  @Parameter(title: "To")
  var last: Int?

  func perform() async throws -> some IntentResult & ReturnsValue<Int> { .result(value: first) }
}
