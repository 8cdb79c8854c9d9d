// The names of <https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct>.
extension UTType {
  public static var item: UTType { declared("public.item") }
  public static var content: UTType { declared("public.content") }
  public static var data: UTType { declared("public.data") }
  public static var directory: UTType { declared("public.directory") }
  public static var folder: UTType { declared("public.folder") }
  public static var package: UTType { declared("com.apple.package") }
  public static var symbolicLink: UTType { declared("public.symlink") }
  public static var url: UTType { declared("public.url") }
  public static var fileURL: UTType { declared("public.file-url") }
  public static var text: UTType { declared("public.text") }
  public static var plainText: UTType { declared("public.plain-text") }
  public static var utf8PlainText: UTType { declared("public.utf8-plain-text") }
  public static var utf16PlainText: UTType { declared("public.utf16-plain-text") }
  public static var utf16ExternalPlainText: UTType { declared("public.utf16-external-plain-text") }
  public static var rtf: UTType { declared("public.rtf") }
  /// `com.apple.rtfd`, for the system's side.
  public static var rtfd: UTType { declared("com.apple.rtfd") }
  public static var flatRTFD: UTType { declared("com.apple.flat-rtfd") }
  public static var html: UTType { declared("public.html") }
  public static var propertyList: UTType { declared("com.apple.property-list") }
  public static var pdf: UTType { declared("com.adobe.pdf") }
  public static var webArchive: UTType { declared("com.apple.webarchive") }
  public static var image: UTType { declared("public.image") }
  public static var jpeg: UTType { declared("public.jpeg") }
  public static var png: UTType { declared("public.png") }
  public static var gif: UTType { declared("com.compuserve.gif") }
  public static var rawImage: UTType { declared("public.camera-raw-image") }
  public static var heif: UTType { declared("public.heif") }
  public static var heic: UTType { declared("public.heic") }
  public static var webP: UTType { declared("org.webmproject.webp") }
  public static var livePhoto: UTType { declared("com.apple.live-photo") }
  public static var compositeContent: UTType { declared("public.composite-content") }
  public static var audiovisualContent: UTType { declared("public.audiovisual-content") }
  public static var audio: UTType { declared("public.audio") }
  public static var movie: UTType { declared("public.movie") }
  public static var quickTimeMovie: UTType { declared("com.apple.quicktime-movie") }
  public static var mpeg4Movie: UTType { declared("public.mpeg-4") }
  public static var mpeg4Audio: UTType { declared("public.mpeg-4-audio") }
  public static var mp3: UTType { declared("public.mp3") }
  public static var wav: UTType { declared("com.microsoft.waveform-audio") }
  public static var archive: UTType { declared("public.archive") }
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
