@_exported import AppleFoundation

// Apple's module does not promise to pass Foundation on, so a file that uses it imports it. The lenient flavour, in which
// the app runs here, does not ask for what the strict one has checked.
#if STRICT_FLAVOUR
  import Foundation
#else
  @_exported import Foundation
#endif
