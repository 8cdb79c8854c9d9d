import Foundation

/// What is known of a type.
struct Declaration: Sendable {
  let identifier: String
  let supertypes: [String]
  let tags: [UTTagClass: [String]]

  /// - Parameters:
  ///   - supertypes: the types right above it.
  ///   - extensions: the preferred one first.
  ///   - mimeTypes: the preferred one first.
  init(
    _ identifier: String, _ supertypes: [String], _ extensions: [String] = [], _ mimeTypes: [String] = []
  ) {
    self.identifier = identifier
    self.supertypes = supertypes
    var tags: [UTTagClass: [String]] = [:]
    if !extensions.isEmpty { tags[.filenameExtension] = extensions }
    if !mimeTypes.isEmpty { tags[.mimeType] = mimeTypes }
    self.tags = tags
  }

  private static let byIdentifier = Dictionary(
    uniqueKeysWithValues: all.map { ($0.identifier.lowercased(), $0) })

  /// Identifiers are the same in upper and lower case.
  static func known(_ identifier: String) -> Declaration? { byIdentifier[identifier.lowercased()] }
}

extension Declaration {
  /// The types that the system declares and Intray may meet.
  ///
  /// <https://developer.apple.com/documentation/uniformtypeidentifiers/system-declared-uniform-type-identifiers>, and what
  /// Launch Services says of each on a Mac: <https://github.com/gezihuzi/uniform-type-identifiers-rs>. Those that this list
  /// does not have are declared by other parts of the system.
  static let all: [Declaration] = [
    Declaration("public.item", []),
    Declaration("public.content", []),
    Declaration("public.composite-content", ["public.content"]),
    Declaration("public.data", ["public.item"], [], ["application/octet-stream"]),
    Declaration("public.directory", ["public.item"]),
    Declaration("public.folder", ["public.directory"]),
    Declaration("com.apple.package", ["public.directory"]),
    Declaration("com.apple.bundle", ["public.directory"]),
    Declaration("com.apple.resolvable", []),
    Declaration("public.symlink", ["public.item", "com.apple.resolvable"]),
    Declaration("com.apple.alias-file", ["public.data", "com.apple.resolvable"]),
    Declaration("com.apple.mount-point", ["public.item", "com.apple.resolvable"]),
    Declaration("public.volume", ["public.folder"]),
    Declaration("public.disk-image", ["public.archive"]),
    Declaration("public.executable", []),
    Declaration("public.url", ["public.data"]),
    Declaration("public.file-url", ["public.url"]),
    Declaration("com.apple.bookmark", ["public.data", "com.apple.resolvable"]),
    Declaration("public.text", ["public.data", "public.content"]),
    Declaration("public.plain-text", ["public.text"], ["txt", "text"], ["text/plain"]),
    Declaration("public.utf8-plain-text", ["public.plain-text"]),
    Declaration("public.utf16-plain-text", ["public.plain-text"]),
    Declaration("public.utf16-external-plain-text", ["public.plain-text"]),
    Declaration("public.delimited-values-text", ["public.text"]),
    Declaration(
      "public.comma-separated-values-text", ["public.plain-text", "public.delimited-values-text"], ["csv"],
      ["text/csv", "text/comma-separated-values"]),
    Declaration(
      "public.tab-separated-values-text", ["public.plain-text", "public.delimited-values-text"], ["tsv"],
      ["text/tab-separated-values"]),
    Declaration("public.rtf", ["public.text"], ["rtf"], ["text/rtf", "application/rtf"]),
    Declaration("com.apple.rtfd", ["com.apple.package", "public.composite-content"], ["rtfd"]),
    Declaration("com.apple.flat-rtfd", ["public.data", "public.composite-content"]),
    Declaration("public.html", ["public.text"], ["html", "htm", "shtml"], ["text/html"]),
    Declaration("public.xml", ["public.text"], ["xml"], ["application/xml", "text/xml"]),
    Declaration("public.yaml", ["public.text"], ["yml", "yaml"], ["application/x-yaml"]),
    Declaration("public.json", ["public.text"], ["json"], ["application/json"]),
    Declaration("public.geojson", ["public.json"], ["geojson"], ["application/geo+json"]),
    Declaration("com.apple.property-list", ["public.data"], ["plist"]),
    Declaration("com.apple.xml-property-list", ["public.xml", "com.apple.property-list"], ["plist"]),
    Declaration("com.apple.binary-property-list", ["com.apple.property-list"], ["plist"]),
    Declaration("public.source-code", ["public.plain-text"]),
    Declaration("public.swift-source", ["public.source-code"], ["swift"]),
    Declaration("public.script", ["public.source-code"]),
    Declaration("public.shell-script", ["public.script"], ["sh", "command"]),
    Declaration("public.python-script", ["public.shell-script"], ["py"]),
    Declaration(
      "com.netscape.javascript-source", ["public.script", "public.executable"],
      ["js", "jscript", "javascript", "mjs"], ["text/javascript"]),
    Declaration("com.adobe.pdf", ["public.data", "public.composite-content"], ["pdf"], ["application/pdf"]),
    Declaration(
      "org.idpf.epub-container", ["public.data", "public.composite-content"], ["epub"],
      ["application/epub+zip"]),
    Declaration(
      "com.apple.webarchive", ["public.data", "public.composite-content"], ["webarchive"],
      ["application/x-webarchive"]),
    Declaration("public.image", ["public.data", "public.content"]),
    Declaration("public.jpeg", ["public.image"], ["jpeg", "jpg", "jpe"], ["image/jpeg", "image/jpg"]),
    Declaration("public.png", ["public.image"], ["png"], ["image/png"]),
    Declaration("com.compuserve.gif", ["public.image"], ["gif"], ["image/gif"]),
    Declaration("public.tiff", ["public.image"], ["tiff", "tif"], ["image/tiff"]),
    Declaration("com.microsoft.bmp", ["public.image"], ["bmp"], ["image/bmp"]),
    Declaration("com.microsoft.ico", ["public.image"], ["ico"], ["image/vnd.microsoft.icon"]),
    Declaration("public.svg-image", ["public.image", "public.xml"], ["svg"], ["image/svg+xml"]),
    Declaration("public.camera-raw-image", ["public.image"]),
    Declaration("public.heif-standard", ["public.image"]),
    Declaration("public.heif", ["public.heif-standard"], ["heif", "hif"], ["image/heif"]),
    Declaration("public.heic", ["public.heif-standard"], ["heic"], ["image/heic"]),
    // What it conforms to has no source: the least that lets a sender offer it as an image.
    Declaration("public.heics", ["public.image"], ["heics"], ["image/heic-sequence"]),
    Declaration("org.webmproject.webp", ["public.image"], ["webp"], ["image/webp"]),
    Declaration("com.apple.mapkit.map-item", ["public.data"]),
    Declaration("com.apple.cocoa.pasteboard.color", ["public.data"]),
    Declaration("public.url-name", ["public.data"]),
    Declaration("com.apple.live-photo", []),
    Declaration(
      "com.apple.private.live-photo-bundle",
      ["com.apple.live-photo", "com.apple.bundle", "com.apple.package"], ["pvt"]),
    Declaration("public.audiovisual-content", ["public.data", "public.content"]),
    Declaration("public.movie", ["public.audiovisual-content"]),
    Declaration("public.video", ["public.movie"]),
    Declaration("public.audio", ["public.audiovisual-content"]),
    Declaration("com.apple.quicktime-movie", ["public.movie"], ["mov", "qt"], ["video/quicktime"]),
    Declaration("public.3gpp", ["public.movie"], ["3gp", "3gpp", "sdv"], ["video/3gpp", "audio/3gpp"]),
    Declaration("public.mpeg", ["public.movie"], ["mpg", "mpeg", "mpe", "m75", "m15"], ["video/mpeg"]),
    Declaration("public.avi", ["public.movie"], ["avi", "vfw"], ["video/avi", "video/x-msvideo"]),
    Declaration("public.mpeg-4", ["public.movie"], ["mp4", "mpg4"], ["video/mp4"]),
    Declaration("public.mpeg-4-audio", ["public.audio"], ["mp4", "mpg4"], ["audio/mp4", "audio/mp4a-latm"]),
    Declaration("public.mp3", ["public.audio"], ["mp3"], ["audio/mpeg"]),
    Declaration(
      "com.microsoft.waveform-audio", ["public.audio"], ["wav", "wave"],
      ["audio/vnd.wave", "audio/wav"]),
    Declaration("public.aifc-audio", ["public.audio"], ["aifc"]),
    Declaration(
      "public.aiff-audio", ["public.aifc-audio"], ["aiff", "aif"], ["audio/aiff", "audio/x-aiff"]),
    Declaration("public.archive", []),
    Declaration("com.pkware.zip-archive", ["public.data", "public.archive"]),
    Declaration(
      "public.zip-archive", ["com.pkware.zip-archive"], ["zip"],
      ["application/zip", "application/x-zip-compressed"]),
    Declaration(
      "org.gnu.gnu-zip-archive", ["public.data", "public.archive"], ["gz", "gzip"],
      ["application/x-gzip", "application/gzip"]),
    Declaration(
      "public.bzip2-archive", ["public.data", "public.archive"], ["bz2", "bz"],
      [
        "application/x-bzip2", "application/x-bzip", "application/bzip2", "application/bzip",
        "application/x-bz2",
      ]),
    Declaration("com.apple.archive", ["public.data", "public.archive"], ["aar", "yaa"]),
    Declaration("public.spreadsheet", ["public.content"]),
    Declaration("public.presentation", ["public.composite-content"]),
    Declaration("public.database", []),
    Declaration("public.message", []),
    Declaration("public.email-message", ["public.message"]),
    Declaration("public.contact", []),
    Declaration(
      "public.vcard", ["public.text", "public.contact"], ["vcf", "vcard"],
      ["text/vcard", "text/directory"]),
    Declaration("public.calendar-event", []),
    Declaration("public.font", ["public.data"]),
    Declaration("public.bookmark", []),
    Declaration("public.stored-url", []),
    Declaration("com.apple.internet-location", ["public.stored-url", "public.data"]),
    Declaration("com.microsoft.internet-shortcut", ["public.stored-url", "public.data"], ["url"]),
    Declaration("com.apple.application", ["public.executable"]),
    Declaration("com.apple.localizable-name-bundle", ["com.apple.bundle"]),
    Declaration(
      "com.apple.application-bundle",
      ["com.apple.application", "com.apple.localizable-name-bundle", "com.apple.package"], ["app"]),
    Declaration("com.apple.log", ["public.plain-text", "public.log"], ["log"]),
    Declaration("public.log", ["public.item"]),
    Declaration("public.3d-content", ["public.content"]),
    Declaration(
      "com.pixar.universal-scene-description-mobile", ["public.3d-content", "public.data"], ["usdz"],
      ["model/vnd.usdz+zip"]),
    Declaration("com.apple.web-internet-location", ["com.apple.internet-location"], ["webloc"]),
    Declaration(
      "com.apple.mail.email", ["public.data", "public.email-message"], ["eml"], ["message/rfc822"]),
    Declaration(
      "com.apple.ical.ics", ["public.text", "public.item", "public.calendar-event"], ["ics"],
      ["text/calendar"]),
    Declaration("com.apple.ips", ["public.data"], ["ips"]),
    Declaration("net.daringfireball.markdown", ["public.plain-text"], ["md", "markdown"], ["text/markdown"]),
    Declaration("public.css", ["public.text"], ["css"], ["text/css"]),
    Declaration(
      "org.gnu.gnu-tar-archive", ["public.data", "public.archive"], ["gtar"], ["application/x-gtar"]),
    Declaration(
      "public.tar-archive", ["org.gnu.gnu-tar-archive"], ["tar"], ["application/x-tar", "application/tar"]),
    Declaration("org.gnu.gnu-zip-tar-archive", ["org.gnu.gnu-zip-archive"], ["tgz"]),
    Declaration(
      "org.7-zip.7-zip-archive", ["public.data", "public.archive"], ["7z"], ["application/x-7z-compressed"]),
    Declaration("com.rarlab.rar-archive", ["public.archive"], ["rar"], ["application/vnd.rar"]),
    Declaration("com.apple.m4a-audio", ["public.mpeg-4-audio"], ["m4a"], ["audio/x-m4a"]),
    Declaration("com.apple.m4v-video", ["public.mpeg-4"], ["m4v"], ["video/x-m4v"]),
    Declaration("org.xiph.flac", ["public.audio"], ["flac"], ["audio/flac"]),
    Declaration("com.adobe.raw-image", ["public.camera-raw-image"], ["dng"], ["image/x-adobe-dng"]),
    Declaration(
      "com.microsoft.word.doc", ["public.data", "public.composite-content"], ["doc"],
      ["application/msword"]),
    Declaration(
      "com.microsoft.excel.xls", ["public.data", "public.composite-content", "public.spreadsheet"], ["xls"],
      ["application/vnd.ms-excel", "application/msexcel"]),
    Declaration(
      "com.microsoft.powerpoint.ppt", ["public.data", "public.presentation"], ["ppt"],
      ["application/vnd.ms-powerpoint"]),
    Declaration("org.openxmlformats.openxml", ["public.data"]),
    Declaration(
      "org.openxmlformats.wordprocessingml.document",
      ["org.openxmlformats.openxml", "public.composite-content"], ["docx"],
      ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"]),
    Declaration(
      "org.openxmlformats.spreadsheetml.sheet",
      ["org.openxmlformats.openxml", "public.composite-content", "public.spreadsheet"], ["xlsx"],
      ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"]),
    Declaration(
      "org.openxmlformats.presentationml.presentation",
      ["org.openxmlformats.openxml", "public.presentation"], ["pptx"],
      ["application/vnd.openxmlformats-officedocument.presentationml.presentation"]),
    Declaration("org.oasis-open.opendocument", ["public.data"]),
    Declaration(
      "org.oasis-open.opendocument.text", ["org.oasis-open.opendocument", "public.composite-content"],
      ["odt"], ["application/vnd.oasis.opendocument.text"]),
    Declaration(
      "com.apple.iwork.pages.sffpages", ["public.data", "public.composite-content"], ["pages"],
      ["application/vnd.apple.pages"]),
    Declaration(
      "com.apple.iwork.numbers.sffnumbers",
      ["public.data", "public.composite-content", "public.spreadsheet"], ["numbers"],
      ["application/vnd.apple.numbers"]),
    Declaration(
      "com.apple.iwork.keynote.sffkey", ["public.data", "public.presentation"], ["key"],
      ["application/x-iwork-keynote-sffkey"]),
    Declaration("com.apple.iwork.pages.pages", ["com.apple.package", "public.composite-content"], ["pages"]),
    Declaration(
      "com.apple.iwork.numbers.numbers",
      ["com.apple.package", "public.composite-content", "public.spreadsheet"], ["numbers"]),
    Declaration("com.apple.keynote.key", ["com.apple.package", "public.presentation"]),
    Declaration(
      "com.apple.iwork.keynote.key", ["com.apple.package", "public.presentation", "com.apple.keynote.key"],
      ["key"]),
    // What HostApp/Info.plist exports.
    Declaration("app.intray.parcel", ["com.apple.package"], ["parcel"]),
  ]
}
