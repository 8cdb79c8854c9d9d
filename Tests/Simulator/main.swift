import Foundation

// A bundle's process goes into its walls before anything else can start a second thread.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == BundleProcess.flag {
  exit(await Stagehand.play(CommandLine.arguments[2]))
}

do {
  exit(try Phone.run(Array(CommandLine.arguments.dropFirst())))
} catch let error as WrongUsage {
  FileHandle.standardError.write(Data("\(error)\n\n\(WrongUsage.help)\n".utf8))
  exit(64)
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
