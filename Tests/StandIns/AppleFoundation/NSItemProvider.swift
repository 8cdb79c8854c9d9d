/// Conveys something from one app to another.
///
/// <https://developer.apple.com/documentation/foundation/nsitemprovider>
open class NSItemProvider: NSObject {}
