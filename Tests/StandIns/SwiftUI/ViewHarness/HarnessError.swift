/// Why a control could not be used.
public enum HarnessError: Error, Equatable, CustomStringConvertible {
  /// There is no such control; what is shown instead.
  case notFound(String, shown: String)
  /// The control is there, and disabled.
  case disabled(String)
  /// The control lies behind an alert, a dialog or a sheet.
  case covered(String, by: String)
  /// The control cannot do this.
  case cannot(String, what: String)
  /// What was waited for did not come; what is shown instead.
  case neverShown(String)

  /// A sentence.
  public var description: String {
    switch self {
    case .notFound(let name, let shown): "There is no “\(name)”. Shown is:\n\(shown)"
    case .disabled(let name): "“\(name)” is disabled."
    case .covered(let name, let cover): "“\(name)” lies behind “\(cover)”."
    case .cannot(let name, let what): "“\(name)” cannot \(what)."
    case .neverShown(let shown): "It was not shown in time. Shown is:\n\(shown)"
    }
  }
}
