/// On Apple's platforms every framework that Intray uses passes Foundation on.
#if STRICT_FLAVOUR
  import Foundation
#else
  @_exported import Foundation
#endif
