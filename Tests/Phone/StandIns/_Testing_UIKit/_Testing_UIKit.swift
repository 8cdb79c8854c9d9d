// Importing Testing beside a module named UIKit makes the compiler look for this overlay.
@_exported import Testing
