/// How much the tables hold, and how often they knew the answer.
extension TransitionCache {
  var statistics: CacheStatistics {
    var sum = columnStatistics
    for table in [
      mailTables.deliveries, performances, thunkTables.completions, mailTables.appendings,
      thunkTables.replacements, facets.pendings,
    ] {
      sum.lookupCount += table.statistics.lookupCount
      sum.missCount += table.statistics.missCount
    }
    return sum
  }

  var memory: MemoryUse {
    [
      transitions.memory, crashed.memory, runs.memory, gestureTables.memory, mailTables.memory,
      thunkTables.memory, performances.memory, killTables.memory, outsideTables.memory,
      facets.pendings.memory, facets.memory,
    ].sum
  }
}
