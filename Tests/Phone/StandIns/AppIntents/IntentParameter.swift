import AppleFoundation
import Foundation
import UniformTypeIdentifiers

// What a parameter can hold is said beside it: <https://developer.apple.com/documentation/appintents/intentparameter>

/// <https://developer.apple.com/documentation/appintents/inputconnectionbehavior>
public enum InputConnectionBehavior: Sendable {
  case `default`, never, connectToPreviousIntentResult
}

/// What a parameter can hold: a type of values, an array of them, or either with nil.
///
/// <https://developer.apple.com/documentation/appintents/intentparameter>
public protocol _IntentValue {
  /// Of an array, its elements.
  associatedtype ValueType: _IntentValue = Self
  /// The value without nil.
  associatedtype UnwrappedType: _IntentValue = Self
}

extension Optional: _IntentValue where Wrapped: _IntentValue {
  public typealias ValueType = Wrapped.ValueType
  public typealias UnwrappedType = Wrapped.UnwrappedType
}

extension Array: _IntentValue where Element: _IntentValue {
  public typealias ValueType = Element.ValueType
  public typealias UnwrappedType = [Element]
}

extension Int: _IntentValue {}
extension String: _IntentValue {}
extension Date: _IntentValue {}
extension URL: _IntentValue {}
extension IntentFile: _IntentValue {}

/// A value that the user or an earlier action gives. The system sets it before the action is performed; to read
/// it before stops the process, as there. One that may be nil is nil before.
///
/// <https://developer.apple.com/documentation/appintents/intentparameter>
@propertyWrapper
public final class IntentParameter<Value: _IntentValue & Sendable>: @unchecked Sendable {
  // Unchecked: the system sets it, then performs.
  private var value: Value?
  public let title: LocalizedStringResource

  /// The value. To read it before it was set stops the process.
  public var wrappedValue: Value {
    get {
      // Of a type without nil this is nil, and of another it is its nil.
      guard let value = value ?? (Any?.none as? Value) else {
        fatalError("The parameter “\(String(localized: title))” has no value yet.")
      }
      return value
    }
    set { value = newValue }
  }

  public var projectedValue: IntentParameter<Value> { self }

  fileprivate init(_ title: LocalizedStringResource, _ value: Value?) {
    self.title = title
    self.value = value
  }
}

extension IntentParameter {
  public enum IntControlStyle: Sendable {
    case stepper, field
  }

  public typealias InclusiveRange<Bound: Comparable> = (lowerBound: Bound, upperBound: Bound)
}

extension IntentParameter where Value.ValueType == Int {
  /// <https://developer.apple.com/documentation/appintents/intentparameter/init(title:description:default:controlstyle:inclusiverange:requestvaluedialog:inputconnectionbehavior:)-47k8p>
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, controlStyle: IntControlStyle = .stepper,
    inclusiveRange: InclusiveRange<Value.ValueType>? = nil, requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(title, defaultValue as? Value)
  }
}

extension IntentParameter where Value == [IntentFile] {
  /// <https://developer.apple.com/documentation/appintents/intentparameter/init(title:description:default:supportedcontenttypes:requestvaluedialog:inputconnectionbehavior:)>
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    supportedContentTypes: [UTType] = [.item],
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(title, nil)
  }
}

extension IntentParameter where Value.ValueType == String {
  /// <https://developer.apple.com/documentation/appintents/intentparameter/init(title:description:default:inputoptions:requestvaluedialog:inputconnectionbehavior:)>
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(title, defaultValue as? Value)
  }
}

extension IntentParameter where Value.ValueType == URL {
  /// <https://developer.apple.com/documentation/appintents/intentparameter/init(title:description:default:requestvaluedialog:inputconnectionbehavior:)-9wbeb>
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(title, defaultValue as? Value)
  }
}

extension IntentParameter where Value.ValueType: AppEntity {
  /// <https://developer.apple.com/documentation/appintents/intentparameter/init(title:description:default:requestvaluedialog:requestdisambiguationdialog:inputconnectionbehavior:)-90j68>
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) {
    self.init(title, defaultValue as? Value)
  }
}

/// <https://developer.apple.com/documentation/appintents/intentfile>
public struct IntentFile: Sendable {
  /// Where it is; nil when it is bytes only.
  public let fileURL: URL?
  public let filename: String
  public let type: UTType?
  private let bytes: Data?

  public init(fileURL: URL, filename: String? = nil, type: UTType? = nil) {
    self.fileURL = fileURL
    self.filename = filename ?? fileURL.lastPathComponent
    self.type = type
    bytes = nil
  }

  /// Its bytes, all of them in memory.
  public var data: Data {
    // A file that cannot be read has none; Apple says nothing of it.
    bytes ?? fileURL.flatMap { try? Data(contentsOf: $0) } ?? Data()
  }
}
