// Every promise in every scope, a table for each product.

function share(groups) {
  const sum = (name) => Object.values(groups).reduce((total, count) => total + count[name], 0);
  return `${percent(sum('hitCount'), sum('totalCount'))} of ${grouped(sum('totalCount'))}`;
}

function verdictWords({ verdict, findingCount, stateCount, groups, why }) {
  if (findingCount) return broken(findingCount > 1 ? `broken (${findingCount} ways)` : 'broken');
  if (groups) return share(groups);
  if (stateCount) return `✓ in ${counted(stateCount, 'state')}`;
  const words = {
    holds: '✓ kept', 'holds so far': '✓ so far', vacuous: '○ never tested',
    undecided: '? undecided',
  };
  return [words[verdict] || verdict, why && quiet(` (${why})`)];
}

function isIdle(property) {
  return !property || property.verdict === 'not applicable';
}

function verdictTable(product, scopes) {
  const properties = scopes.flatMap((scope) => scope.properties);
  const rows = groupedBy(properties, (property) => property.name);
  const idle = rows.filter(([, those]) => those.every(isIdle)).map(([name]) => name);
  return [
    dataTable(
      `Promises of ${product}, by scope`,
      ['Promise', ...scopes.map((scope) => scope.scope)],
      rows.filter(([name]) => !idle.includes(name)).map(([name, those]) => [
        [name, make('span.sentence', those[0].sentence)],
        ...scopes.map((scope) => {
          const found = scope.properties.find((property) => property.name === name);
          return isIdle(found) ? [quiet('–'), hidden(' does not apply')] : verdictWords(found);
        }),
      ]),
    ),
    idle.length > 0 && make('p.quiet', `Apply in none of these scopes: ${idle.join(', ')}.`),
  ];
}

function scopeCells(scope) {
  const count = (kind) => namesWithVerdict(scope.properties, kind);
  const [kept, isBroken, untested] = ['kept', 'broken', 'untested'].map(count);
  return [
    [scope.scope, ' ', quiet(scope.environment)],
    scope.isExhausted ? 'exhausted' : tag('change', scope.reason),
    scope.stateCount, scope.stepCount, kept.length,
    isBroken.length ? broken(isBroken.length) : 0,
    untested.length ? fold(counted(untested.length, 'promise'), () => names(untested)) : 0,
  ];
}

function scopesSection() {
  const groups = groupedBy(part('scopes'), productOf);
  return groups.length > 0 && section('Products and scopes', groups.map(([product, scopes]) => [
    dataTable(
      product,
      ['Scope', 'Search', '#States', '#Steps', '#Kept', '#Broken', 'Never put to the test'],
      scopes.map(scopeCells),
    ),
    fold(`Every promise of ${product}, by scope`, () => verdictTable(product, scopes)),
  ]));
}
