/// How many bytes the process may still use. Here it is what a File Provider extension has left of the 20 MB at which, as
/// apps report, iOS ends it.
///
/// <https://developer.apple.com/documentation/os/3191911-os_proc_available_memory>
public func os_proc_available_memory() -> Int { 15 << 20 }
