import Foundation

// A bundle's process goes into its walls before anything else can start a second thread.
if CommandLine.arguments.dropFirst().elementsEqual([BundleProcess.flag]) {
  // One line; later messages of the system are further lines.
  exit(await ScreenDriver.play(Data((readLine() ?? "").utf8)))
}

// A bundle that is killed before it has read its scene is an outcome like any other, not our end.
signal(SIGPIPE, SIG_IGN)
do {
  exit(try Phone.run(Array(CommandLine.arguments.dropFirst())))
} catch let error as WrongUsage {
  FileHandle.standardError.write(Data("\(error)\n\n\(WrongUsage.help)\n".utf8))
  exit(64)
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
