// SwiftUI brings neither Observation nor UniformTypeIdentifiers with it: see phone.sh.
import SwiftUI

// refused: unknown attribute 'Observable'
@Observable
final class Model {}

// refused: cannot find 'UTType' in scope
let type = UTType.item
