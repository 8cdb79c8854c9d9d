// The names of <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct>.
extension UTType {
  /// `public.item`.
  public static var item: UTType { declared("public.item") }
  /// `public.content`.
  public static var content: UTType { declared("public.content") }
  /// `public.composite-content`.
  public static var compositeContent: UTType { declared("public.composite-content") }
  /// `public.data`.
  public static var data: UTType { declared("public.data") }
  /// `public.directory`.
  public static var directory: UTType { declared("public.directory") }
  /// `public.folder`.
  public static var folder: UTType { declared("public.folder") }
  /// `com.apple.package`.
  public static var package: UTType { declared("com.apple.package") }
  /// `com.apple.bundle`.
  public static var bundle: UTType { declared("com.apple.bundle") }
  /// `com.apple.resolvable`.
  public static var resolvable: UTType { declared("com.apple.resolvable") }
  /// `public.symlink`.
  public static var symbolicLink: UTType { declared("public.symlink") }
  /// `com.apple.alias-file`.
  public static var aliasFile: UTType { declared("com.apple.alias-file") }
  /// `com.apple.mount-point`.
  public static var mountPoint: UTType { declared("com.apple.mount-point") }
  /// `public.volume`.
  public static var volume: UTType { declared("public.volume") }
  /// `public.disk-image`.
  public static var diskImage: UTType { declared("public.disk-image") }
  /// `public.executable`.
  public static var executable: UTType { declared("public.executable") }
  /// `public.url`.
  public static var url: UTType { declared("public.url") }
  /// `public.file-url`.
  public static var fileURL: UTType { declared("public.file-url") }
  /// `com.apple.bookmark`.
  public static var urlBookmarkData: UTType { declared("com.apple.bookmark") }
  /// `public.text`.
  public static var text: UTType { declared("public.text") }
  /// `public.plain-text`.
  public static var plainText: UTType { declared("public.plain-text") }
  /// `public.utf8-plain-text`.
  public static var utf8PlainText: UTType { declared("public.utf8-plain-text") }
  /// `public.utf16-plain-text`.
  public static var utf16PlainText: UTType { declared("public.utf16-plain-text") }
  /// `public.utf16-external-plain-text`.
  public static var utf16ExternalPlainText: UTType { declared("public.utf16-external-plain-text") }
  /// `public.delimited-values-text`.
  public static var delimitedText: UTType { declared("public.delimited-values-text") }
  /// `public.comma-separated-values-text`.
  public static var commaSeparatedText: UTType { declared("public.comma-separated-values-text") }
  /// `public.tab-separated-values-text`.
  public static var tabSeparatedText: UTType { declared("public.tab-separated-values-text") }
  /// `public.rtf`.
  public static var rtf: UTType { declared("public.rtf") }
  /// `com.apple.rtfd`.
  public static var rtfd: UTType { declared("com.apple.rtfd") }
  /// `com.apple.flat-rtfd`.
  public static var flatRTFD: UTType { declared("com.apple.flat-rtfd") }
  /// `public.html`.
  public static var html: UTType { declared("public.html") }
  /// `public.xml`.
  public static var xml: UTType { declared("public.xml") }
  /// `public.yaml`.
  public static var yaml: UTType { declared("public.yaml") }
  /// `public.json`.
  public static var json: UTType { declared("public.json") }
  /// `public.geojson`.
  public static var geoJSON: UTType { declared("public.geojson") }
  /// `com.apple.property-list`.
  public static var propertyList: UTType { declared("com.apple.property-list") }
  /// `com.apple.xml-property-list`.
  public static var xmlPropertyList: UTType { declared("com.apple.xml-property-list") }
  /// `com.apple.binary-property-list`.
  public static var binaryPropertyList: UTType { declared("com.apple.binary-property-list") }
  /// `public.source-code`.
  public static var sourceCode: UTType { declared("public.source-code") }
  /// `public.swift-source`.
  public static var swiftSource: UTType { declared("public.swift-source") }
  /// `public.script`.
  public static var script: UTType { declared("public.script") }
  /// `public.shell-script`.
  public static var shellScript: UTType { declared("public.shell-script") }
  /// `com.netscape.javascript-source`.
  public static var javaScript: UTType { declared("com.netscape.javascript-source") }
  /// `com.adobe.pdf`.
  public static var pdf: UTType { declared("com.adobe.pdf") }
  /// `org.idpf.epub-container`.
  public static var epub: UTType { declared("org.idpf.epub-container") }
  /// `com.apple.webarchive`.
  public static var webArchive: UTType { declared("com.apple.webarchive") }
  /// `public.image`.
  public static var image: UTType { declared("public.image") }
  /// `public.jpeg`.
  public static var jpeg: UTType { declared("public.jpeg") }
  /// `public.png`.
  public static var png: UTType { declared("public.png") }
  /// `com.compuserve.gif`.
  public static var gif: UTType { declared("com.compuserve.gif") }
  /// `public.tiff`.
  public static var tiff: UTType { declared("public.tiff") }
  /// `com.microsoft.bmp`.
  public static var bmp: UTType { declared("com.microsoft.bmp") }
  /// `com.microsoft.ico`.
  public static var ico: UTType { declared("com.microsoft.ico") }
  /// `public.svg-image`.
  public static var svg: UTType { declared("public.svg-image") }
  /// `public.camera-raw-image`.
  public static var rawImage: UTType { declared("public.camera-raw-image") }
  /// `public.heif`.
  public static var heif: UTType { declared("public.heif") }
  /// `public.heic`.
  public static var heic: UTType { declared("public.heic") }
  /// `org.webmproject.webp`.
  public static var webP: UTType { declared("org.webmproject.webp") }
  /// `com.apple.live-photo`.
  public static var livePhoto: UTType { declared("com.apple.live-photo") }
  /// `public.audiovisual-content`.
  public static var audiovisualContent: UTType { declared("public.audiovisual-content") }
  /// `public.movie`.
  public static var movie: UTType { declared("public.movie") }
  /// `public.video`.
  public static var video: UTType { declared("public.video") }
  /// `public.audio`.
  public static var audio: UTType { declared("public.audio") }
  /// `com.apple.quicktime-movie`.
  public static var quickTimeMovie: UTType { declared("com.apple.quicktime-movie") }
  /// `public.mpeg-4`.
  public static var mpeg4Movie: UTType { declared("public.mpeg-4") }
  /// `public.mpeg-4-audio`.
  public static var mpeg4Audio: UTType { declared("public.mpeg-4-audio") }
  /// `public.mp3`.
  public static var mp3: UTType { declared("public.mp3") }
  /// `com.microsoft.waveform-audio`.
  public static var wav: UTType { declared("com.microsoft.waveform-audio") }
  /// `public.aiff-audio`.
  public static var aiff: UTType { declared("public.aiff-audio") }
  /// `public.archive`.
  public static var archive: UTType { declared("public.archive") }
  /// `public.zip-archive`.
  public static var zip: UTType { declared("public.zip-archive") }
  /// `org.gnu.gnu-zip-archive`.
  public static var gzip: UTType { declared("org.gnu.gnu-zip-archive") }
  /// `public.bzip2-archive`.
  public static var bz2: UTType { declared("public.bzip2-archive") }
  /// `com.apple.archive`.
  public static var appleArchive: UTType { declared("com.apple.archive") }
  /// `public.spreadsheet`.
  public static var spreadsheet: UTType { declared("public.spreadsheet") }
  /// `public.presentation`.
  public static var presentation: UTType { declared("public.presentation") }
  /// `public.database`.
  public static var database: UTType { declared("public.database") }
  /// `public.message`.
  public static var message: UTType { declared("public.message") }
  /// `public.email-message`.
  public static var emailMessage: UTType { declared("public.email-message") }
  /// `public.contact`.
  public static var contact: UTType { declared("public.contact") }
  /// `public.vcard`.
  public static var vCard: UTType { declared("public.vcard") }
  /// `public.calendar-event`.
  public static var calendarEvent: UTType { declared("public.calendar-event") }
  /// `public.font`.
  public static var font: UTType { declared("public.font") }
  /// `public.bookmark`.
  public static var bookmark: UTType { declared("public.bookmark") }
  /// `com.apple.internet-location`.
  public static var internetLocation: UTType { declared("com.apple.internet-location") }
  /// `com.microsoft.internet-shortcut`.
  public static var internetShortcut: UTType { declared("com.microsoft.internet-shortcut") }
  /// `com.apple.application`.
  public static var application: UTType { declared("com.apple.application") }
  /// `com.apple.application-bundle`.
  public static var applicationBundle: UTType { declared("com.apple.application-bundle") }
  /// `public.log`.
  public static var log: UTType { declared("public.log") }
  /// `com.pixar.universal-scene-description-mobile`.
  public static var usdz: UTType { declared("com.pixar.universal-scene-description-mobile") }

  private static func declared(_ identifier: String) -> UTType {
    guard let declaration = Declaration.known(identifier) else {
      preconditionFailure("\(identifier) is in no row of the table.")
    }
    return UTType(declaration)
  }
}
