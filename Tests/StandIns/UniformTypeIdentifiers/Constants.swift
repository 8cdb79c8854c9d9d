// The names of <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct>.
extension UTType {
  /// `public.item`.
  public static var item: UTType { declared("public.item") }
  /// `public.content`.
  public static var content: UTType { declared("public.content") }
  /// `public.data`.
  public static var data: UTType { declared("public.data") }
  /// `public.directory`.
  public static var directory: UTType { declared("public.directory") }
  /// `public.folder`.
  public static var folder: UTType { declared("public.folder") }
  /// `com.apple.package`.
  public static var package: UTType { declared("com.apple.package") }
  /// `public.symlink`.
  public static var symbolicLink: UTType { declared("public.symlink") }
  /// `public.url`.
  public static var url: UTType { declared("public.url") }
  /// `public.file-url`.
  public static var fileURL: UTType { declared("public.file-url") }
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
  /// `public.rtf`.
  public static var rtf: UTType { declared("public.rtf") }
  /// `com.apple.rtfd`, for the system's side.
  public static var rtfd: UTType { declared("com.apple.rtfd") }
  /// `com.apple.flat-rtfd`.
  public static var flatRTFD: UTType { declared("com.apple.flat-rtfd") }
  /// `public.html`.
  public static var html: UTType { declared("public.html") }
  /// `com.apple.property-list`.
  public static var propertyList: UTType { declared("com.apple.property-list") }
  /// `com.adobe.pdf`.
  public static var pdf: UTType { declared("com.adobe.pdf") }
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
  /// `public.composite-content`.
  public static var compositeContent: UTType { declared("public.composite-content") }
  /// `public.audiovisual-content`.
  public static var audiovisualContent: UTType { declared("public.audiovisual-content") }
  /// `public.audio`.
  public static var audio: UTType { declared("public.audio") }
  /// `public.movie`.
  public static var movie: UTType { declared("public.movie") }
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
  /// `public.archive`.
  public static var archive: UTType { declared("public.archive") }
  /// `public.zip-archive`.
  public static var zip: UTType { declared("public.zip-archive") }
  /// `org.gnu.gnu-zip-archive`, for the system's side.
  public static var gzip: UTType { declared("org.gnu.gnu-zip-archive") }

  private static func declared(_ identifier: String) -> UTType {
    guard let declaration = Declaration.known(identifier) else {
      preconditionFailure("\(identifier) is in no row of the table.")
    }
    return UTType(declaration)
  }
}
