/// On Apple's platforms every framework that Intray uses passes Foundation on.
@_exported import Foundation
