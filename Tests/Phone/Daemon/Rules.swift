import FileProvider
import Foundation

/// What every answer of an extension must keep, each rule with the place where Apple says so.
struct Rules {
  private(set) var broken: [String] = []

  mutating func note(_ text: String) {
    broken.append(text)
  }

  mutating func check(_ request: Call.Request, _ answer: CallReply, knows: (String) -> Bool) {
    for fault in answer.faults {
      fail(request, fault, "nsfileproviderenumerationobserver/finishenumerating(upto:)")
    }
    if answer.failure == nil {
      switch request {
      case .item(let id): checkLookup(request, id, answer)
      case .fetch(let id, _): checkContents(request, id, answer)
      case .create(let wish, _, let contents, let options):
        checkCreated(request, answer, wish, contents, options)
      case .modify(let wish, _, _, _, _): checkChanged(request, answer, wish)
      case .list(_, let page, let suggested): checkPage(request, answer, page, suggested, knows)
      case .changes(let anchor, let suggested): checkBatch(request, answer, anchor, suggested, knows)
      default: break
      }
      if let fields = request.fields, answer.stillPending & ~fields != 0 {
        fail(request, "fields are still pending that were not sent", Self.pending)
      }
    } else if answer.item != nil || answer.contents != nil {
      fail(request, "an item or contents beside an error", Self.error)
    }
    if let anchor = answer.anchor, anchor.count > 500 {
      fail(request, "an anchor of \(anchor.count) bytes", "nsfileprovidersyncanchor")
    }
    if let page = answer.page, page.count > 500 {
      fail(request, "a page of \(page.count) bytes", "nsfileproviderpage")
    }
    for item in answer.items + [answer.item, answer.failure?.item].compactMap({ $0 }) { check(request, item) }
    checkFailure(request, answer)
  }

  private static let pending =
    "nsfileproviderreplicatedextension/createitem(basedon:fields:contents:options:request:completionhandler:)"
  private static let error = "nsfileproviderreplicatedextension"

  private mutating func fail(_ request: Call.Request, _ what: String, _ source: String) {
    broken.append(
      "\(request.verb): \(what) <https://developer.apple.com/documentation/fileprovider/\(source)>")
  }

  // MARK: Items

  private mutating func check(_ request: Call.Request, _ item: ItemSnapshot) {
    let isRoot = item.identifier == ItemSnapshot.root
    if let version = item.version {
      for component in [version.content, version.metadata] where !(1...128).contains(component.count) {
        fail(
          request, "a version of \(component.count) bytes", "nsfileprovideritemversion/contentversion")
      }
    } else {
      fail(request, "“\(item.name)” has no version", "nsfileprovideritemprotocol/itemversion")
    }
    if item.identifier.isEmpty || item.identifier == ExtensionHost.workingSet {
      fail(request, "an item is called \(item.identifier)", "nsfileprovideritemprotocol/itemidentifier")
    }
    if !isRoot,
      item.parent == item.identifier || item.parent.isEmpty || item.parent == ExtensionHost.workingSet
    {
      fail(request, "“\(item.name)” is in \(item.parent)", "nsfileprovideritemprotocol/parentitemidentifier")
    }
    let name = item.name
    if name.isEmpty || name == "." || name == ".." || name.contains("/") || name.utf8.count > 255 {
      fail(request, "“\(name)” is no file name", "nsfileprovideritemprotocol/filename")
    }
    if item.kind == .link, item.target == nil {
      fail(request, "“\(name)” leads nowhere", "nsfileprovideritemprotocol/symlinktargetpath")
    }
    if let size = item.size, size < 0 || item.kind == .folder {
      fail(request, "“\(name)” has \(size) bytes", "nsfileprovideritemprotocol/documentsize")
    }
    for date in [item.created, item.modified, item.lastUsed].compactMap({ $0?.timeIntervalSince1970 })
    where !date.isFinite {
      fail(request, "“\(name)” has a date that is none", "nsfileprovideritemprotocol/contentmodificationdate")
    }
    checkCapabilities(request, item)
  }

  /// What may not be read cannot be listed or opened, and what may not be written is locked by iOS 26.
  private mutating func checkCapabilities(_ request: Call.Request, _ item: ItemSnapshot) {
    let can = item.capabilities.map { NSFileProviderItemCapabilities(rawValue: $0) } ?? []
    if !can.contains(.allowsReading) || (item.kind != .link && !can.contains(.allowsWriting)) {
      fail(
        request, "“\(item.name)” may not be read or written", "nsfileprovideritemprotocol/capabilities")
    }
  }

  // MARK: Answers

  private mutating func checkLookup(_ request: Call.Request, _ id: String, _ answer: CallReply) {
    let source = "nsfileproviderreplicatedextension/item(for:request:completionhandler:)"
    guard let item = answer.item else { return fail(request, "neither item nor error", source) }
    if item.identifier != id { fail(request, "another item than asked for", source) }
  }

  private mutating func checkContents(_ request: Call.Request, _ id: String, _ answer: CallReply) {
    let source =
      "nsfileproviderreplicatedextension/fetchcontents(for:version:request:completionhandler:)"
    guard let item = answer.item else { return fail(request, "neither item nor error", source) }
    if item.identifier != id { fail(request, "another item than asked for", source) }
    guard let contents = answer.contents else {
      if item.kind == .file { fail(request, "a file without contents and without an error", source) }
      return
    }
    var status = Glibc.stat()
    guard lstat(contents, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return fail(request, "what was handed over is no file", source)
    }
    if let size = item.size, size != Int64(status.st_size) {
      fail(request, "\(status.st_size) bytes for an item of \(size)", source)
    }
  }

  private mutating func checkCreated(
    _ request: Call.Request, _ answer: CallReply, _ wish: ItemSnapshot, _ contents: String?, _ options: UInt
  ) {
    guard let item = answer.item else {
      // Only a placeholder that stands for nothing is dropped.
      let isPlaceholder =
        contents == nil && wish.kind == .file
        && NSFileProviderCreateItemOptions(rawValue: options).contains(.mayAlreadyExist)
      if !isPlaceholder { fail(request, "neither item nor error", Self.pending) }
      return
    }
    if item.kind != wish.kind { fail(request, "a \(item.kind) was made of a \(wish.kind)", Self.pending) }
    let isRevived = NSFileProviderCreateItemOptions(rawValue: options).contains(.deletionConflicted)
    if item.identifier == wish.identifier, !isRevived {
      fail(
        request, "it bears the template's identifier", "nsfileprovideritemprotocol/itemidentifier")
    }
  }

  private mutating func checkChanged(_ request: Call.Request, _ answer: CallReply, _ wish: ItemSnapshot) {
    let source =
      "nsfileproviderreplicatedextension/modifyitem(_:baseversion:changedfields:contents:options:request:completionhandler:)"
    guard let item = answer.item else { return fail(request, "neither item nor error", source) }
    if item.kind != wish.kind { fail(request, "a \(wish.kind) became a \(item.kind)", source) }
  }

  private mutating func checkPage(
    _ request: Call.Request, _ answer: CallReply, _ page: Data?, _ suggested: Int, _ knows: (String) -> Bool
  ) {
    if answer.items.count > 100 * suggested {
      fail(
        request, "\(answer.items.count) items where \(suggested) were suggested",
        "nsfileproviderenumerationobserver/suggestedpagesize")
    }
    if let page, answer.page == page {
      fail(request, "a page that leads to itself", "nsfileproviderpage")
    }
    checkOrder(request, answer, knows)
  }

  private mutating func checkBatch(
    _ request: Call.Request, _ answer: CallReply, _ anchor: Data, _ suggested: Int, _ knows: (String) -> Bool
  ) {
    let source =
      "nsfileproviderchangeobserver/finishenumeratingchanges(upto:morecoming:)"
    if answer.anchor == nil { fail(request, "no anchor", source) }
    if answer.moreComing, answer.anchor == anchor {
      fail(request, "more is coming, from the same anchor", source)
    }
    let updated = Set(answer.items.map(\.identifier))
    if !updated.isDisjoint(with: answer.deleted) {
      fail(request, "an item is changed and deleted at once", "nsfileproviderchangeobserver")
    }
    checkOrder(request, answer, knows)
  }

  /// Nothing is told of before the folder that it is in.
  ///
  /// A page or batch must make sense with what came before it: the system makes each item in its folder.
  private mutating func checkOrder(_ request: Call.Request, _ answer: CallReply, _ knows: (String) -> Bool) {
    let source = "replicated-file-provider-extension"
    var told: Set<String> = [ItemSnapshot.root, ItemSnapshot.trash]
    for item in answer.items {
      if !told.insert(item.identifier).inserted {
        fail(request, "“\(item.name)” comes twice", source)
      }
      if !told.contains(item.parent), !knows(item.parent) {
        fail(request, "“\(item.name)” comes before its folder", source)
      }
    }
  }

  /// Some errors say which item they are about.
  private mutating func checkFailure(_ request: Call.Request, _ answer: CallReply) {
    if let domain = answer.failure?.domain, domain != NSCocoaErrorDomain, domain != NSFileProviderErrorDomain
    {
      // "Errors must be in one of the following domains: NSCocoaErrorDomain, NSFileProviderErrorDomain."
      fail(request, "an error of the domain \(domain)", Self.error)
    }
    switch answer.failure?.provider {
    case .deletionRejected where answer.failure?.item == nil:
      fail(
        request, "a rejected deletion without the item",
        "../foundation/nserror/fileprovidererrorforrejecteddeletion(of:)")
    case .filenameCollision where answer.failure?.item == nil:
      fail(
        request, "a collision without the item", "../foundation/nserror/fileprovidererrorforcollision(with:)")
    case .noSuchItem:
      if case .delete = request {
        // Apple's sample returns success, because the item is deleted as requested.
        fail(request, "an error for what is gone already", "nsfileproviderreplicatedextension")
      }
    default: break
    }
  }
}

extension Call.Request {
  /// What is printed of it.
  var verb: String {
    switch self {
    case .item(let id): "item \(ItemSnapshot.brief(id))"
    case .fetch(let id, _): "fetch \(ItemSnapshot.brief(id))"
    case .create(let wish, _, _, _): "create \(wish.brief)"
    case .modify(let wish, let base, let fields, _, _):
      "modify \(wish.brief) [\(Self.names(fields))] of \(base.brief)"
    case .delete(let id, _, _): "delete \(ItemSnapshot.brief(id))"
    case .list: "list"
    case .changes: "changes"
    case .anchor: "anchor"
    case .importDidFinish: "importDidFinish"
    case .materializedItemsDidChange: "materializedItemsDidChange"
    case .cancel: "cancel"
    }
  }

  /// Which fields were sent.
  var fields: UInt? {
    switch self {
    case .create(_, let fields, _, _), .modify(_, _, let fields, _, _): fields
    default: nil
    }
  }

  private static func names(_ fields: UInt) -> String {
    let fields = NSFileProviderItemFields(rawValue: fields)
    let names: [(NSFileProviderItemFields, String)] = [
      (.contents, "contents"), (.filename, "filename"), (.parentItemIdentifier, "parent"),
      (.contentModificationDate, "date"), (.lastUsedDate, "last used"), (.tagData, "tags"),
      (.favoriteRank, "favourite"), (.fileSystemFlags, "flags"), (.extendedAttributes, "attributes"),
    ]
    return names.filter { fields.contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
