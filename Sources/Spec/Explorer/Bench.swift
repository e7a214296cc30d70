import Model
public func bench<S: TransitionSystem>(_ s: S, properties: [Property<S>] = []) {
  let e = s.makeExpansion()
  let j = PropertyJudge(expander: e, properties: properties); let o = Oracle(rows: e.rows, judge: j, plans: j.plans)
  var search = Search(expander: e.rows, oracle: o)
  let r = search.run(from: s.initialStates.map(e.row), limits: Limits(), monitor: Monitor())
  print(r, "states", search.visited.count, "steps", search.stepCount, "depth", search.depth, "bytes", search.visited.byteCount, e.rows.byteCount, e.rows.cacheStatistics)
  for (k,v) in o.findings.lengths.sorted(by: {$0.key < $1.key}) { print(properties[k.property].name, k.culprit, v) }
}
