@_exported import AppleFoundation
@_exported import Foundation
@_exported import UniformTypeIdentifiers
