// What was measured.

function filterVerdict(filter) {
  if (!filter.isFiltered) return 'none';
  if (filter.missed.length) return broken('drops what it needs');
  return filter.needless.length ? 'lets through too much' : '✓ as tight as can be';
}

function reachFilters(reach) {
  return reach.filters.length > 0 && dataTable(
    `${productOf(reach)}: the tightest sound filter, and the runs of selectors that it would save`,
    [
      'Subscription', 'Its filter', '#Runs', '#Saved', '#Share', 'Must let through', 'Need not',
      'Drops',
    ],
    reach.filters.map((filter) => [
      filter.name, filterVerdict(filter), filter.runCount, filter.savedCount,
      percent(filter.savedCount, filter.runCount),
      ...[filter.needed, filter.needless, filter.missed].map((steps) => names(steps) || '–'),
    ]),
  );
}

// How many steps each filter lets through, and how many of those for nothing.
function precisionTable(item, results) {
  const rows = results.flatMap(({ name, property, groups, actions }) => (
    sorted(Object.entries(groups || actions || {}), ([action]) => [action])
      .map(([action, { totalCount, hitCount = 0, idleCount = hitCount }]) => [
        name || property, action, totalCount, idleCount, percent(idleCount, totalCount),
      ])
  ));
  return rows.length > 0
    && dataTable(titleOf(item), ['Filter', 'Step', '#Let through', '#Idle', '#Share'], rows);
}

function filtersPage() {
  const sections = [
    ['By what all scopes dispatch', part('reach').map(reachFilters)],
    ['In each scope', part('scopes').map((scope) => precisionTable(scope, scope.properties))],
    ['By drawn values', part('values').map((values) => precisionTable(values, values.results))],
  ].filter(([, tables]) => tables.some(Boolean));
  return [
    make('p', 'A filter says after which steps a subscription looks at the state again.'),
    make('p', 'An idle step is let through and leaves the output alone.'),
    sections.map(([title, tables]) => section(title, tables)),
    sections.length === 0 && make('p', 'This report measured no filter.'),
  ];
}

function reachSection(reach) {
  const missed = reach.unfired.filter((point) => !point.why);
  const verdict = ({ why, policy }) => (
    why ? `cannot: ${why}` : policy === 'error' ? broken('never fired') : 'never fired'
  );
  return section(
    productOf(reach),
    facts([
      ['Scopes', reach.scopes.join(', ')],
      ['Fired', `${outOf(reach.firedCount, reach.firedCount + missed.length)} labels, `
        + 'branches, statuses, outcomes and controls'],
      ['Promises tested', outOf(reach.promiseCount - reach.untested.length, reach.promiseCount)],
      ['Never tested', names(reach.untested)],
      ['Fired against what was said', names(reach.surprises)],
      ['Out of reach, and unknown', names(reach.unknown)],
    ]),
    reach.unfired.length
      ? dataTable('What never fired', ['Name', 'Kind', 'Verdict'], reach.unfired.map((point) => (
        [point.name, point.kind, verdict(point)]
      )))
      : make('p', '✓ Everything that could be expected to fire did.'),
  );
}

function reachPage() {
  return [
    make('p', 'What never fires is never checked. It takes all default scopes of a product.'),
    part('reach').map(reachSection),
    !part('reach').length && make('p', 'This report holds nothing about it.'),
  ];
}

function foundItem(title) {
  const entry = entryNamed(title, title);
  return entry ? make('a', { href: entry.link }, title) : title;
}

function campaignSection({ result, found, distinctStateCount, missingShards, ...campaign }) {
  const labels = Object.entries(result.labelCounts || {});
  const never = labels.filter(([, count]) => count === 0).map(([label]) => label).sort();
  return section(
    titleOf({ ...result, scope: result.scopeName }),
    facts([
      ['Runs', `${grouped(result.runCount)} from seed ${result.seed}, by ${result.strategy}`],
      ['Steps', result.stepCount],
      ['Distinct states',
        `${campaign.isDistinctStateCountExact ? '' : 'about '}${grouped(distinctStateCount)}`],
      ['Missing shards', missingShards.join(', ')],
      ['Labels taken', outOf(labels.length - never.length, labels.length)],
      ['Never taken', names(never)],
      ['Promises judged', (result.judged || []).length],
      ['Given up', names(result.givenUp)],
      ['Found', found.length ? list(found.map(foundItem)) : 'nothing'],
    ]),
    dataTable('What each strategy found', ['Strategy', '#Runs', '#Steps', '#Found first'],
      (result.yields || []).map((one) => [
        one.strategy, one.runCount, one.stepCount, one.findingCount,
      ])),
  );
}

function liveSection(scope) {
  const isCalm = !scope.divergences.length && !scope.complaint;
  return section(
    titleOf(scope),
    facts([
      ['Verdict', isCalm ? `✓ ${scope.agreement}` : broken(scope.agreement)],
      ['Complaint', scope.complaint],
      ['Executions', `${grouped(scope.executionCount)}, ${scope.checks}`],
      ['Distinct histories', scope.historyCount],
      ['Steps', scope.stepCount],
      ['Steps of the model', scope.modelStepCount > 0
        && `${outOf(scope.coveredStepCount, scope.modelStepCount)} taken`],
      ['Cut short', scope.cutRunCount > 0
        && `${counted(scope.cutRunCount, 'run')} at ${counted(scope.choiceCountMax, 'choice')}`],
      ['Repeats', scope.repeatCount > 1
        && `${counted(scope.differenceCount, 'run')} unlike the first of their schedules`],
      ['Left behind', scope.leaks || 'nothing outlived its execution'],
    ]),
    scope.divergences.map((text) => make('pre', text)),
  );
}

function valuesSection(values) {
  const stopped = values.wasStopped ? ', stopped' : '';
  return section(
    titleOf(values),
    dataTable(
      `${counted(values.runCount, 'value')} from seed ${values.seed}${stopped}`,
      ['Promise', 'Verdict', '#Values judged'],
      values.results.filter((result) => !result.actions).map((result) => (
        [result.property, verdictWords(result), result.judgedCount]
      )),
    ),
  );
}

// By their addresses; the last three are there only when the report has them.
const pages = {
  overview: ['Overview', overviewPage],
  filters: ['Filters', filtersPage],
  reach: ['Reach', reachPage],
  campaigns: ['Campaigns', () => part('campaigns').map(campaignSection)],
  live: ['Live runs', () => part('live').map(liveSection)],
  values: ['Values', () => part('values').map(valuesSection)],
};
