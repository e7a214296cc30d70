/// How much the tables hold, and how often they knew the answer.
extension TransitionCache {
  var statistics: CacheStatistics {
    var sum = columnStatistics
    for table in [deliveries, performances, completions, appendings, replacements, facets.pendings]
    {
      sum.lookupCount += table.statistics.lookupCount
      sum.missCount += table.statistics.missCount
    }
    return sum
  }

  var memory: MemoryUse {
    let tables = [
      deliveries, performances, completions, appendings, replacements, survivors, arrivals,
      occurrences, facets.pendings,
    ]
    return tables.map(\.memory).sum
      + [
        transitions.memory, menus.memory, offers.memory, crashed.memory, mails.memory, moves.memory,
        moveRuns.memory, runs.memory, relaunches.memory, facets.memory,
      ].sum
  }
}
