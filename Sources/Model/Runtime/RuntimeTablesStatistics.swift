/// How much the tables hold, and how often they knew the answer.
extension RuntimeTables {
  var statistics: CacheStatistics {
    var sum = columnStatistics
    for table in [deliveries, performances, completions, appendings, replacements, facets.pendings] {
      sum.lookupCount += table.statistics.lookupCount
      sum.missCount += table.statistics.missCount
    }
    return sum
  }

  var byteCount: Int {
    let tables = [deliveries, performances, completions, appendings, replacements, facets.pendings]
    return tables.reduce(0) { $0 + $1.byteCount }
      + transitions.byteCount
      + menus.byteCount + offers.byteCount + crashed.byteCount + mails.byteCount + moves.byteCount
      + moveRuns.byteCount + relaunches.byteCount + facets.byteCount
  }
}
