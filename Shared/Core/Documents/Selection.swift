/// Keeps the first elements of an order, up to a limit, and counts all.
///
/// At most twice as many as are wanted are in memory.
struct Selection<Element> {
  private let limit: Int
  private let isBefore: (Element, Element) -> Bool
  private var kept: [Element] = []
  private(set) var total = 0

  init(_ limit: Int, by isBefore: @escaping (Element, Element) -> Bool) {
    self.limit = limit
    self.isBefore = isBefore
  }

  mutating func add(_ element: Element) {
    total += 1
    kept.append(element)
    // Sorted once for as many as are wanted: that costs each of them a few comparisons.
    if kept.count >= 2 * max(1, limit) { kept = first }
  }

  var first: [Element] { Array(kept.sorted(by: isBefore).prefix(limit)) }
}
