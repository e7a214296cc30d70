// The first page: what was found out, news before what is known.

// Kept while the reader looks at a finding and comes back.
let filterText = '';

const exitWords = {
  0: 'nothing new', 1: 'there is news', 2: 'something could not be read or written',
  3: 'nothing new, but not all was looked at', 70: 'the suite disagrees with itself',
};
const replayWords = {
  0: 'every trace is graded as recorded', 1: 'some trace is not graded as recorded',
  2: 'some trace cannot be read', 3: 'some trace is undecided',
};
// A report of replays says how each trace was graded, and counts no promises.
const isReplay = entries.some(({ finding }) => finding.grade);

function summary() {
  const all = products.map(tallyOf);
  const total = (kind) => all.reduce((sum, tally) => sum + tally[kind].length, 0);
  const fresh = entries.filter(({ finding }) => finding.standing === 'new').length;
  const number = (count, mark, words, kind) => (
    make('span', make(`strong.${kind || ''}`, mark, count), ` ${words}`)
  );
  if (isReplay) {
    return make('p.lead', `Exit status ${report.exitStatus}: ${replayWords[report.exitStatus] || ''}.`);
  }
  return [
    make(
      'p.lead',
      number(total('kept'), '✓ ', 'promises kept', 'kept'),
      number(total('broken'), '✗ ', 'broken', 'broken'),
      number(total('untested'), '○ ', 'never put to the test'),
      number(fresh, '★ ', 'new findings'),
      number(entries.length - fresh, '', 'known'),
    ),
    make('p', `Exit status ${report.exitStatus}: ${exitWords[report.exitStatus] || ''}.`),
  ];
}

function standingTag({ standing, grade }) {
  if (grade) return tag('known', grade);
  if (standing === 'known') return tag('known', 'known');
  return tag('change', standing === 'shorter' ? '★ shorter than known' : '★ new');
}

function findingItem(entry, words, isWhole) {
  const { finding } = entry;
  const trace = isWhole ? finding.trace : { ...finding.trace, product: '', design: '' };
  return make(
    'li.finding-item', { 'data-link': entry.link },
    make('a', { href: entry.link }, nameOf(finding)),
    quiet(` ${titleOf(trace)} · ${lengthOf(finding)} `),
    standingTag(finding),
    words && make('span.also', words),
  );
}

function newsTexts() {
  const line = (news) => `${titleOf(news)} · ${nameOf(news)}: ${news.words}`;
  return [
    ['Errors of the suite', suiteErrors()],
    ['Known, and not shown any more', part('stale').map((entry) => (
      `${entry.path}: ${entry.grade}${entry.isGone ? '; it shows nowhere any more' : ''}`
    ))],
    ['Known, and shows less than it did', part('narrower').map(line)],
    ['Known, and shows more than it did', part('wider').map(line)],
    ['New, without a story', part('untold')
      .filter(({ title, name }) => !entryNamed(title, name))
      .map(({ title, name }) => `${title} · ${name}`)],
    ['Not looked at to its end', part('unexplored')],
  ].filter(([, texts]) => texts.length);
}

function newsSection() {
  const fresh = readingOrder.filter(({ finding }) => finding.standing !== 'known');
  const groups = newsTexts();
  return fresh.length + groups.length > 0 && make(
    'section.news',
    make('h2', 'News'),
    make('ul', fresh.map((entry) => findingItem(entry, consequenceOf(entry.finding), true))),
    groups.map(([title, texts]) => [make('h3', title), list(texts)]),
  );
}

function defectCard(group) {
  const { trace, repair, repairWords, story, property } = group[0].finding;
  const suffered = consequenceOf(group[0].finding);
  return make(
    'article.defect',
    make('p.kicker', productOf(trace)),
    make('h4', suffered),
    repair
      ? make('p', make('strong', 'Repair: '), repairWords, ' ', code(repair))
      : make('p', make('strong', 'Promised: '), story.promise, ' ', code(property)),
    make('ul', group.map((entry) => {
      const own = consequenceOf(entry.finding);
      return findingItem(entry, own !== suffered && own);
    })),
  );
}

function applyFilter(groups, status) {
  const words = filterText.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = entries.filter((entry) => words.every((word) => entry.words.includes(word)));
  const links = new Set(shown.map((entry) => entry.link));
  for (const item of groups.querySelectorAll('[data-link]')) {
    item.hidden = !links.has(item.dataset.link);
  }
  for (const box of groups.querySelectorAll('.defect, .half')) {
    box.hidden = !box.querySelector('[data-link]:not([hidden])');
  }
  status.textContent = words.length
    ? `${outOf(shown.length, entries.length)} findings shown` : counted(entries.length, 'finding');
}

function defectsSection() {
  if (!entries.length) return section('Defects', make('p', 'Nothing was found to be broken.'));
  if (isReplay) {
    return section('Traces', make('ul', readingOrder.map((entry) => (
      findingItem(entry, entry.finding.story.consequence, true)
    ))));
  }
  const status = make('p.quiet', { role: 'status' });
  const halves = groupedBy(defects, ([{ finding }]) => (
    finding.repair ? 'What a repair cures' : 'What no known repair cures'
  ));
  const groups = make('div', halves.map(([title, those]) => (
    make('div.half', make('h3', title), those.map(defectCard))
  )));
  const field = make('input', {
    type: 'search', id: 'filter', value: filterText,
    input: () => {
      filterText = field.value;
      applyFilter(groups, status);
    },
  });
  applyFilter(groups, status);
  return section(
    'Defects',
    make('p.quiet', 'A finding is one promise, broken in one way; one repair cures a defect.'),
    make('div.filter-box', make('label', { for: 'filter' }, 'Findings with'), field, status),
    groups,
  );
}

function overviewPage() {
  const looked = unique(products.map((product) => product.split(' · ')[0]));
  return [
    pageHeading(isReplay
      ? 'What traces show today' : `What was found in ${looked.join(', ') || 'nothing'}`),
    summary(), newsSection(), scopesSection(), defectsSection(),
  ];
}
