import Foundation

/// The command-line arguments.
struct Arguments {
  private var rest: [String]

  init(_ words: [String]) {
    rest = words
  }

  /// The next word that is no option.
  mutating func next() -> String? {
    rest.isEmpty ? nil : rest.removeFirst()
  }

  /// Takes an option without a value.
  mutating func flag(_ names: String...) -> Bool {
    guard let index = rest.firstIndex(where: names.contains) else { return false }
    rest.remove(at: index)
    return true
  }

  /// Takes an option with its value.
  mutating func value(_ name: String) throws -> String? {
    guard let index = rest.firstIndex(of: name) else { return nil }
    guard rest.indices.contains(index + 1) else { throw WrongUsage("\(name) needs a value.") }
    defer { rest.removeSubrange(index...index + 1) }
    return rest[index + 1]
  }

  /// Takes an option with a number from 1.
  mutating func number(_ name: String, upTo most: Int) throws -> Int? {
    guard let text = try value(name) else { return nil }
    guard let number = Int(text), (1...most).contains(number) else {
      throw WrongUsage("\(name) needs a number from 1 to \(most).")
    }
    return number
  }

  /// Everything that is left, which must hold no options. `--` ends the options.
  mutating func all() throws -> [String] {
    defer { rest = [] }
    if let end = rest.firstIndex(of: "--") {
      let before = rest[..<end]
      try refuseOptions(before)
      return Array(before + rest[(end + 1)...])
    }
    try refuseOptions(rest[...])
    return rest
  }

  private func refuseOptions(_ words: ArraySlice<String>) throws {
    if let option = words.first(where: { $0.hasPrefix("-") && $0.count > 1 }) {
      throw WrongUsage("There is no option \(option) here.")
    }
  }
}

/// What was typed makes no sense.
struct WrongUsage: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  static let help = """
    --picture FILE.svg draws the last screen of the app, the share sheet or Files; also with --dark or --large.
    The phone, or with --wide a tablet, in English unless --language says de, ja or ar; with --window N the user acts in window N of the app. Each command plays one of Intray's bundles in a process of its own.

      simulator [--device DIR] share [FILE|FOLDER …] [--text T] [--url U] [--title T] [--events]
                                     [--name NAME] [--into FOLDER] [--new-folder NAME] [--swipe-away SECONDS]    what the user does on the sheet
                                     [--tag TAG …] [--comment WORDS]
                                     [--if-known save|skip]    what the user wants of what the sheet says is in Intray already
      simulator [--device DIR] share --offer FILE.json | --as CASE    what an app handed over once; --as list names them
      simulator [--device DIR] launch [--json] [--duplicates ask|skip|keep] [--quick-save on|off|similar] [--for SECONDS] [--first-time]    and stays open, showing what changes
      simulator [--device DIR] open FILE | intray://document/PATH | LINK    of copy-link
      simulator [--device DIR] app show [FOLDER] | search TEXT [KIND|TAG …] | rename PATH NAME | move PATH FOLDER
                                   mkdir PATH | delete PATH … | delete-and-undo PATH … | recover NAME | delete-now NAME
                                   preview PATH | beside PATH | mark-up PATH TEXT | share PATH … | send-parcel PATH … | show-in-files PATH
                                   compress PATH … | info PATH | copy-link PATH | favorite PATH | edit PATH TEXT | tag PATH TAG … | tagged TAG
                                   note TEXT [--into FOLDER] | replace PATH FILE | move-recent NAME FOLDER | show-share NAME | links | select PATH …
                                   import FILE … [--into FOLDER] | photos FILE … | scan FILE … | take-photo FILE | drop FILE|URL|TEXT … [--into FOLDER] | paste FILE|URL|TEXT …
                                   help | check-device
                                   recents | trash | view icons|list | menu PATH | swipe PATH | conflicts | compare PATH | keep-this PATH | empty-trash
                                   cloud [FOLDER] | move-to-cloud PATH | move-from-cloud PATH | download PATH | evict PATH
      simulator [--device DIR] install NUMBER    the build that is installed, from then on
      simulator [--device DIR] icloud sign-in NAME | sign-out | online | offline | full | roomy      DIR/iCloud is the container
      simulator [--device DIR] files ls [-R] [PATH] [--json] | cat PATH | put FILE [PATH] | mkdir PATH
                                     mv FROM TO | rm [-r] PATH | favorite PATH | on | off      on once the app was launched, until the user turns it off
      simulator [--device DIR] files sync [--once | --for SECONDS] [--chaos SEED]   keeps DIR/Files the same as what the provider has
      simulator [--device DIR] shortcut find [FILTER …] [--any] [--sort-by PROPERTY] | latest [NUMBER] | files PATH … | add-waiting
                                     save FILE … [--into FOLDER] [--new-folder NAME] | save-text TEXT | save-link LINK | move PATH … --into FOLDER    actions of Shortcuts
      simulator [--device DIR] journey
      simulator [--device DIR] --example share FILE … | launch     the small app of Tests/Phone/Example, which is built on Shared
      simulator [--device DIR] probe app|share|provider PATH     tries to reach a path from that bundle's process

    DIR is .simulator unless given. --memory tells how much memory the bundle took. Exit status: 0 all done, 1 something could not be done, 64 wrong usage.
    """
}
