import Testing

@testable import SwiftUI

@MainActor
struct SwiftUIStateTests {
  @Test func aPressChangesWhatIsShown() throws {
    let stage = Stage(Counter(name: "A"))
    #expect(stage.text == "A 0\n[More]")
    try stage.press("More")
    #expect(stage.text == "A 1\n[More]")
  }

  @Test func stateSurvivesAnotherRendering() throws {
    let stage = Stage(Counter(name: "A"))
    try stage.press("More")
    stage.show(Counter(name: "B"))
    #expect(stage.text == "B 1\n[More]")
  }

  @Test func oneValueInTwoPlacesHasTwoStates() throws {
    let counter = Counter(name: "A")
    let stage = Stage(
      VStack {
        counter; counter
      })
    try stage.press("More")
    #expect(stage.text == "A 1\n[More]\nA 0\n[More]")
  }

  @Test func stateGoesWithItsView() throws {
    let stage = Stage(Switched())
    try stage.press("More")
    #expect(stage.text.contains("Here 1"))
    try stage.toggle("Shown")
    try stage.toggle("Shown")
    #expect(stage.text.contains("Here 0"))
  }

  @Test func stateFollowsItsElement() throws {
    let stage = Stage(Counters())
    try stage.press("More", inRow: "b 0")
    try stage.press("Turn")
    #expect(stage.text == "[Turn]\n  b 1  [More]\n  a 0  [More]")
  }

  @Test func aChangeOfAnObservableObjectShows() {
    let model = Model()
    let stage = Stage(Named(model: model))
    #expect(stage.text == "Nobody")
    model.name = "Ann"
    #expect(stage.text == "Ann")
  }

  @Test func aChangeFromATaskIsWaitedFor() async throws {
    let model = Model()
    let stage = Stage(Named(model: model))
    Task.detached { await model.rename("Bo") }
    try await stage.wait(for: "Bo")
  }

  @Test func whatNeverComesIsAnError() async {
    let stage = Stage(Text(verbatim: "Here"))
    await #expect(throws: StageError.neverShown("Here")) {
      try await stage.wait(for: "There", atMost: .milliseconds(10))
    }
  }

  @Test func aBindingToAnObjectWritesIntoIt() throws {
    let model = Model()
    let stage = Stage(Editor(model: model))
    try stage.type("Cy", into: "Name")
    #expect(model.name == "Cy")
    #expect(stage.text == "Name: ⟨Cy⟩\nHello, Cy")
  }

  @Test func anObjectOfTheEnvironmentIsFoundByItsType() {
    let model = Model()
    model.name = "Di"
    #expect(Stage(Surrounded().environment(model)).text == "Di")
  }

  @Test func aBindingPassesAValueOn() throws {
    let stage = Stage(Parent())
    try stage.toggle("Child")
    #expect(stage.text == "[x] Child\ntrue")
  }

  @Test func storedValuesAreInTheDefaults() throws {
    let name = "SwiftUIStateTests"
    let defaults = try #require(UserDefaults(suiteName: name))
    defer { defaults.removePersistentDomain(forName: name) }
    let stage = Stage(Stored(defaults: defaults))
    #expect(stage.text == "[ ] Sounds")
    try stage.toggle("Sounds")
    #expect(stage.text == "[x] Sounds")
    #expect(defaults.bool(forKey: "sounds"))
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
  var name = "Nobody"
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
