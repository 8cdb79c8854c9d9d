// In Xcode all tests are one module with what they share. Here that is modules of their own.
@_exported import Corpus
@_exported import TestSupport
@_exported import TestTraits
