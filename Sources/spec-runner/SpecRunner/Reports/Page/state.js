// What is so at a step: the facts before the story with all changes up to there.

function factsAt(story, step) {
  const values = new Map(Object.entries(story.facts || {}));
  for (const { name, after } of story.lines.slice(0, step).flatMap((line) => line.changes)) {
    if (after === undefined) values.delete(name);
    else values.set(name, after);
  }
  return values;
}

function changeCell({ before, after }) {
  if (after === undefined) return [make('del', before), ' ', tag('gone', '→ gone')];
  return [
    before !== undefined && [make('del', before), ' '],
    '→ ', make('strong', after), ' ',
    tag('change', before === undefined ? '◆ new' : '◆ changed'),
  ];
}

const stateKinds = [
  ['In the app', /^(?!database |window \d)/],
  ['In the windows', /^window \d/],
  ['In the database', /^database (row )?/],
];

function stateTables(story, step) {
  const values = factsAt(story, step);
  const changes = new Map(step > 0
    ? story.lines[step - 1].changes.map((change) => [change.name, change]) : []);
  // Numbers in names count as numbers: window 10 comes after window 2.
  const ordered = sorted(unique([...values.keys(), ...changes.keys()]), (name) => (
    [name.replace(/\d+/g, (digits) => digits.padStart(12, '0'))]
  ));
  const tables = stateKinds.map(([caption, pattern]) => {
    const rows = ordered.filter((name) => pattern.test(name)).map((name) => make(
      `tr.${changes.has(name) ? 'is-changed' : ''}`,
      make('th', { scope: 'row' }, caption.endsWith('base') ? name.replace(pattern, '') : name),
      make('td', changes.has(name) ? changeCell(changes.get(name)) : values.get(name)),
    ));
    return rows.length > 0 && make('table.state', make('caption', caption), make('tbody', rows));
  }).filter(Boolean);
  const [first] = tables;
  if (tables.length === 1 && first.caption.textContent === stateKinds[0][0]) first.deleteCaption();
  return tables.length ? tables : make('p.quiet', 'Nothing is held yet.');
}
