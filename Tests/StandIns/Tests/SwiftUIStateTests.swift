import Testing

@testable import SwiftUI

@MainActor
struct SwiftUIStateTests {
  @Test func aPressChangesWhatIsShown() throws {
    let harness = ViewHarness(Counter(name: "A"))
    #expect(harness.text == "A 0\n[More]")
    try harness.press("More")
    #expect(harness.text == "A 1\n[More]")
  }

  @Test func stateSurvivesAnotherRendering() throws {
    let harness = ViewHarness(Counter(name: "A"))
    try harness.press("More")
    harness.show(Counter(name: "B"))
    #expect(harness.text == "B 1\n[More]")
  }

  @Test func oneViewInTwoPlacesHasTwoStates() throws {
    let counter = Counter(name: "A")
    let harness = ViewHarness(
      VStack {
        counter; counter
      })
    try harness.press("More")
    #expect(harness.text == "A 1\n[More]\nA 0\n[More]")
  }

  @Test func stateIsDroppedWithItsView() throws {
    let harness = ViewHarness(Switched())
    try harness.press("More")
    #expect(harness.text.contains("Here 1"))
    try harness.toggle("Shown")
    try harness.toggle("Shown")
    #expect(harness.text.contains("Here 0"))
  }

  @Test func stateFollowsItsElement() throws {
    let harness = ViewHarness(Counters())
    try harness.press("More", inRow: "b 0")
    try harness.press("Turn")
    #expect(harness.text == "[Turn]\n  b 1  [More]\n  a 0  [More]")
  }

  @Test func aChangeOfAnObservableObjectIsShown() {
    let model = Model()
    let harness = ViewHarness(Named(model: model))
    #expect(harness.text == "Unnamed")
    model.name = "Ann"
    #expect(harness.text == "Ann")
  }

  @Test func theStageWaitsForAChangeFromATask() async throws {
    let model = Model()
    let harness = ViewHarness(Named(model: model))
    Task.detached { await model.rename("Bo") }
    try await harness.wait(for: "Bo")
  }

  @Test func waitingForAMissingElementFails() async {
    let harness = ViewHarness(Text(verbatim: "Here"))
    await #expect(throws: HarnessError.neverShown("Here")) {
      try await harness.wait(for: "There", atMost: .milliseconds(10))
    }
  }

  @Test func aBindingToAnObjectWritesIntoIt() throws {
    let model = Model()
    let harness = ViewHarness(Editor(model: model))
    try harness.type("Cy", into: "Name")
    #expect(model.name == "Cy")
    #expect(harness.text == "Name: ⟨Cy⟩\nHello, Cy")
  }

  @Test func anEnvironmentObjectIsFoundByItsType() {
    let model = Model()
    model.name = "Di"
    #expect(ViewHarness(Surrounded().environment(model)).text == "Di")
  }

  @Test func aBindingPassesAValueOn() throws {
    let harness = ViewHarness(Parent())
    try harness.toggle("Child")
    #expect(harness.text == "[x] Child\ntrue")
  }

  @Test func storedValuesAreKeptInTheDefaults() throws {
    let name = "SwiftUIStateTests"
    let defaults = try #require(UserDefaults(suiteName: name))
    defer { defaults.removePersistentDomain(forName: name) }
    let harness = ViewHarness(Stored(defaults: defaults))
    #expect(harness.text == "[ ] Sounds")
    try harness.toggle("Sounds")
    #expect(harness.text == "[x] Sounds")
    #expect(defaults.bool(forKey: "sounds"))
  }

  @Test func aStoredChoiceIsKeptAsItsRawValue() throws {
    let name = "SwiftUIStateTests.choice"
    let defaults = try #require(UserDefaults(suiteName: name))
    defer { defaults.removePersistentDomain(forName: name) }
    let harness = ViewHarness(StoredChoice(defaults: defaults))
    #expect(harness.find(.picker, "Volume")?.value == "Low")
    try harness.choose("High", in: "Volume")
    #expect(harness.find(.picker, "Volume")?.value == "High")
    #expect(defaults.string(forKey: "volume") == "high")
    // What is no choice counts as none: <https://developer.apple.com/documentation/swift/rawrepresentable/init(rawvalue:)>.
    defaults.set("deafening", forKey: "volume")
    #expect(ViewHarness(StoredChoice(defaults: defaults)).find(.picker, "Volume")?.value == "Low")
  }
}

private struct Counter: View {
  let name: String
  @State private var count = 0

  var body: some View {
    Text("\(name) \(count)")
    Button("More") { count += 1 }
  }
}

private struct Switched: View {
  @State private var isShown = true

  var body: some View {
    Toggle("Shown", isOn: $isShown)
    if isShown { Counter(name: "Here") }
  }
}

private struct Counters: View {
  @State private var names = ["a", "b"]

  var body: some View {
    Button("Turn") { names.reverse() }
    List {
      ForEach(names, id: \.self) { name in
        HStack { Counter(name: name) }
      }
    }
  }
}

@MainActor
@Observable
private final class Model {
  var name = "Unnamed"
  func rename(_ name: String) { self.name = name }
}

private struct Named: View {
  let model: Model
  var body: some View { Text(model.name) }
}

private struct Editor: View {
  @Bindable var model: Model

  var body: some View {
    TextField("Name", text: $model.name)
    Text("Hello, \(model.name)")
  }
}

private struct Surrounded: View {
  @Environment(Model.self) private var model: Model?
  var body: some View { Text(model?.name ?? "") }
}

private struct Parent: View {
  @State private var isOn = false

  var body: some View {
    Child(isOn: $isOn)
    Text(verbatim: "\(isOn)")
  }

  struct Child: View {
    @Binding var isOn: Bool
    var body: some View { Toggle("Child", isOn: $isOn) }
  }
}

private struct Stored: View {
  @AppStorage private var sounds: Bool

  init(defaults: UserDefaults) {
    _sounds = AppStorage(wrappedValue: false, "sounds", store: defaults)
  }

  var body: some View { Toggle("Sounds", isOn: $sounds) }
}

private enum Volume: String { case low, high }

private struct StoredChoice: View {
  @AppStorage private var volume: Volume

  init(defaults: UserDefaults) {
    _volume = AppStorage(wrappedValue: .low, "volume", store: defaults)
  }

  var body: some View {
    Picker("Volume", selection: $volume) {
      Text("Low").tag(Volume.low)
      Text("High").tag(Volume.high)
    }
  }
}
