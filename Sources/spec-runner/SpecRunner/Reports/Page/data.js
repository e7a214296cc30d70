// What the report says, in the groups in which the page tells it.

// What stands in several places may be written once: {"$": 3} is the third shared value, from 0.
function readReport(text) {
  const read = JSON.parse(text);
  if (!read.shared) return read;
  const known = [];
  const whole = (value) => {
    if (value === null || typeof value !== 'object') return value;
    if (Object.keys(value).length === 1 && Number.isInteger(value.$)) {
      if (!(value.$ in known)) known[value.$] = whole(read.shared[value.$]);
      return known[value.$];
    }
    if (Array.isArray(value)) return value.map(whole);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, whole(one)]));
  };
  return whole(read.report);
}

const report = readReport(document.getElementById('data').textContent);

// Any part of the report may be missing.
function part(name) {
  return report[name] || [];
}

function productOf(item) {
  return `${item.product} · ${item.design}`;
}

function titleOf({ product, design, environment, scope }) {
  const name = scope?.name || scope;
  return [product, design, environment, name].filter(Boolean).join(' · ');
}

function nameOf(finding) {
  return `${finding.property}: ${finding.culprit}`;
}

function lengthOf(finding) {
  if (finding.trace.form === 'values') return 'drawn values';
  return counted(finding.story.lines.length, 'step');
}

function consequenceOf(finding) {
  return finding.story.consequence || finding.story.ending || finding.property;
}

// Numbered by their places in the report, from 1, whatever order the page tells them in.
const entries = part('findings').map((finding, place) => ({
  finding,
  link: `#finding-${place + 1}`,
  words: [
    nameOf(finding), finding.standing, finding.repair, finding.repairWords, titleOf(finding.trace),
    finding.story.promise, finding.story.ending, finding.story.consequence,
  ].join(' ').toLowerCase(),
}));

// By what cures them, then by what they break. A story with steps shows more than drawn values, and
// the ledger ranks those.
function groupDefects() {
  const keyOf = ({ finding: { trace, repair, property } }) => (
    JSON.stringify([productOf(trace), repair || '', repair ? '' : property])
  );
  const groups = groupedBy(entries, keyOf).map(([, group]) => sorted(group, ({ finding }) => (
    [finding.trace.form === 'values' ? 1 : 0, finding.showingRank || 0]
  )));
  return sorted(groups, ([{ finding: { trace, repair, property } }, ...others]) => (
    [repair ? 0 : 1, productOf(trace), -others.length, repair || property]
  ));
}

const defects = groupDefects();
// Who goes from finding to finding meets those of one defect together.
const readingOrder = defects.flat();

// The finding of a product that some text names, at its end.
function entryNamed(product, text) {
  return entries.find(({ finding }) => (
    product.startsWith(productOf(finding.trace)) && ` · ${text}`.endsWith(` · ${nameOf(finding)}`)
  ));
}

function verdictKind({ findingCount, verdict }) {
  if (findingCount || verdict === 'violated') return 'broken';
  if (verdict.startsWith('holds')) return 'kept';
  return verdict === 'vacuous' ? 'untested' : 'other';
}

function namesWithVerdict(properties, kind) {
  return unique(properties.filter((property) => verdictKind(property) === kind)
    .map((property) => property.name || property.property));
}

const campaignResults = part('campaigns')
  .map(({ result }) => ({ ...result, scope: result.scopeName }));
const runs = [...part('scopes'), ...part('values'), ...part('live'), ...campaignResults];
const traces = entries.map(({ finding }) => ({ ...finding.trace, ...finding }));
const products = unique([...runs, ...traces].map(productOf));

// Which promises of one product are kept, broken and never tested, whatever showed it.
function tallyOf(product) {
  const own = runs.filter((run) => productOf(run) === product);
  const properties = own.flatMap((run) => run.properties || run.results || []);
  const without = (all, ...others) => unique(all).filter((name) => !others.flat().includes(name));
  const isBroken = unique([
    ...namesWithVerdict(properties, 'broken'),
    ...traces.filter((trace) => productOf(trace) === product).map((trace) => trace.property),
  ]);
  const judged = own.flatMap((run) => run.judged || []);
  const kept = without([...namesWithVerdict(properties, 'kept'), ...judged], isBroken);
  const untested = without(namesWithVerdict(properties, 'untested'), isBroken, kept);
  return { broken: isBroken, kept, untested };
}

// What must not happen at all: the suite disagreeing with itself.
function suiteErrors() {
  return runs.flatMap((run) => (run.errors || []).map((text) => `${titleOf(run)}: ${text}`));
}
