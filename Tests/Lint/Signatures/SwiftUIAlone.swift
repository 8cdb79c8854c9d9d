// SwiftUI brings neither Observation nor UniformTypeIdentifiers with it: see phone.sh.
import SwiftUI

@Observable  // refused: unknown attribute 'Observable'
final class Model {}

let type = UTType.item  // refused: cannot find 'UTType' in scope
