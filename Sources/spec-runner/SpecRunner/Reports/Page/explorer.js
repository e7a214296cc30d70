// A scope as somebody walks through it: where it stands, what can be done there, what that breaks.

const { graph } = report;
const { states } = graph;
const story = {
  parties: graph.parties, facts: states[0].facts, scene: states[0].scene, lines: [],
};
const seen = new Set();
const boxes = {
  broken: make('div'), status: make('p', { role: 'status' }), choices: make('ol.choices'),
  title: make('h3', { tabindex: -1 }, 'What can happen next'), command: make('div'),
  seen: make('p.quiet'),
};
let note = '';

function fill(box, ...content) {
  box.replaceChildren();
  build(box, content);
}

// MARK: What the whole graph says

// How many steps it takes at least until one breaks a promise; undefined where none can.
function findDistances() {
  const [distances, sources] = [[], states.map(() => [])];
  states.forEach(({ steps }, from) => steps.forEach(({ target }) => sources[target].push(from)));
  let front = [...states.keys()].filter((place) => (
    states[place].steps.some(({ line }) => line.broken.length)
  ));
  for (let distance = 1; front.length; distance += 1) {
    for (const place of front) distances[place] = distance;
    front = unique(front.flatMap((place) => sources[place])).filter((place) => !(place in distances));
  }
  return distances;
}

// Everything that can be broken, with a shortest path to it.
function findBroken() {
  const found = new Map();
  const paths = new Map([[0, []]]);
  const add = (line, path) => line.broken.forEach((one) => {
    if (!found.has(one.name)) found.set(one.name, { ...one, path });
  });
  add({ broken: graph.brokenAtLaunch }, []);
  // Grows while it is gone through.
  for (const [from, path] of paths) {
    states[from].steps.forEach(({ line, target }, place) => {
      const longer = [...path, place + 1];
      add(line, longer);
      if (!paths.has(target)) paths.set(target, longer);
    });
  }
  return [...found.values()];
}

const distances = findDistances();

// MARK: The path

function placeAt(step) {
  return step > 0 ? story.lines[step - 1].target : 0;
}

function addressOf(numbers) {
  return `#${numbers.join('.') || 'start'}`;
}

function numbersTo(step) {
  return story.lines.slice(0, step).map(({ number }) => number);
}

function changesBetween(...both) {
  const [old, now] = both.map((place) => new Map(Object.entries(states[place].facts)));
  return sorted(unique([...old.keys(), ...now.keys()]), (name) => [name])
    .filter((name) => old.get(name) !== now.get(name))
    .map((name) => ({ name, before: old.get(name), after: now.get(name) }));
}

// A step as a line of a story; nothing where there is no step of the number.
function lineOf(from, number) {
  const step = states[from].steps[number - 1];
  return step && {
    ...step.line, number, target: step.target, changes: changesBetween(from, step.target),
    scene: states[step.target].scene,
  };
}

function take(number) {
  const line = lineOf(placeAt(player.step), number);
  note = line ? '' : `There is no step ${number} here. `;
  if (!line) return showChoices();
  story.lines = [...story.lines.slice(0, player.step), line];
  // Back takes the step back.
  history.pushState(null, '', addressOf(numbersTo(player.last)));
  const isChosen = boxes.choices.contains(document.activeElement);
  player.show(player.last);
  revealBar();
  // The list may stand below what it changes.
  if (isChosen && player.sentence.getBoundingClientRect().top < 0) player.sentence.scrollIntoView();
}

// "#1.4.2": the second step that can be taken after the fourth after the first.
function readAddress() {
  const words = location.hash.slice(1).split('.').filter((word) => word && word !== 'start');
  const lines = [];
  for (const word of words) {
    const line = lineOf(lines.length ? lines[lines.length - 1].target : 0, Number(word));
    if (!line) break;
    lines.push(line);
  }
  note = lines.length < words.length ? 'The address names a step that cannot be taken here. ' : '';
  // On a part of the path, the rest of it stays.
  if (lines.some(({ number }, place) => number !== story.lines[place]?.number)) story.lines = lines;
  player.show(lines.length);
}

// MARK: Where it stands

function nearestWords(here) {
  const distance = distances[here];
  if (!distance) return distances.length ? 'From here on no step breaks anything more.' : '';
  const next = states[here].steps.findIndex(({ line, target }) => (
    distance === 1 ? line.broken.length : distances[target] === distance - 1
  ));
  return distance > 1
    && `The nearest step that breaks a promise is ${distance} steps away, by step ${next + 1}.`;
}

function choiceItem({ line, target }, place, here) {
  return make('li', make(
    'button.step', { type: 'button', click: () => take(place + 1) },
    make('strong', `${place + 1}. `), line.sentence,
    line.broken.map(({ name }) => [' ', broken(`breaks ${name}`)]),
    target === here ? [' ', tag('known', 'changes nothing')]
      : seen.has(target) && [' ', tag('known', 'seen')],
  ));
}

function showChoices() {
  const here = placeAt(player.step);
  const { steps } = states[here];
  const count = steps.filter(({ line }) => line.broken.length).length;
  const isInside = boxes.choices.contains(document.activeElement);
  fill(
    boxes.status, note, steps.length
      ? `${counted(steps.length, 'step')} can be taken${count ? `, ${count} breaking a promise` : ''}. `
      : 'Nothing can happen any more. ',
    nearestWords(here),
  );
  fill(boxes.choices, steps.map((step, place) => choiceItem(step, place, here)));
  // Who chose by a button goes on from here.
  if (isInside) boxes.title.focus({ preventScroll: true });
}

function commandFor(step, found) {
  const words = [
    ...numbersTo(step),
    ...found.map((one, place) => (
      found.length > 1 ? `'w ${place + 1} broken-${place + 1}.json'` : "'w broken.json'"
    )),
  ];
  return words.length ? `printf '%s\\n' ${words.join(' ')} | ${report.command}` : report.command;
}

function showPlace(step) {
  const here = placeAt(step);
  const found = step > 0 ? story.lines[step - 1].broken : graph.brokenAtLaunch;
  seen.add(here);
  if (step === 0) player.sentence.textContent = 'Before the first step';
  fill(boxes.broken, found.map(({ name, promise, consequence }) => (
    endingBlock({ ending: `${name}. Promised: ${promise}`, consequence })
  )));
  fill(boxes.seen, `${outOf(seen.size, states.length)} states seen.`);
  fill(boxes.command, commandBlock(commandFor(step, found)));
  showChoices();
  player.draw?.();
  rememberAddress(addressOf(numbersTo(step)));
}

// MARK: The page

function brokenTable() {
  const all = findBroken();
  if (!all.length) return section('What can be broken', make('p', '✓ No step breaks a promise.'));
  return section('What can be broken', dataTable(
    'Each with a shortest way to it', ['Finding', '#Steps'],
    sorted(all, ({ name }) => [name]).map(({ name, promise, path }) => [
      [make('a', { href: addressOf(path) }, name), make('span.sentence', promise)], path.length,
    ]),
  ));
}

function walkPage() {
  const stepCount = states.reduce((sum, { steps }) => sum + steps.length, 0);
  return [
    make('p.kicker', `${counted(states.length, 'state')}, ${counted(stepCount, 'step')}`),
    pageHeading(quiet('Walk through '), report.title),
    controlBar(),
    make(
      'div.player',
      make('div', player.sentence, boxes.broken, player.stage),
      make(
        'div.next', boxes.title, boxes.status, boxes.choices,
        make('p.note.quiet', 'Type the number of a step; u goes one back, r to the start.'),
        boxes.seen, make('h3', 'The path so far'), player.diagram,
      ),
      player.state,
    ),
    section(
      'The same in a terminal',
      make('p', 'It takes this path, and saves what the last step breaks as a trace.'), boxes.command,
    ),
    brokenTable(),
  ];
}

let typed = '';
let typedTimer = 0;

function takeTyped() {
  clearTimeout(typedTimer);
  const number = Number(typed);
  typed = '';
  take(number);
}

function walkByKey(event) {
  if (!isPlainKey(event)) return;
  const { key } = event;
  if (key === 'u') player.show(player.step - 1);
  if (key === 'r') player.show(0);
  if (!/^\d$/.test(key)) return;
  clearTimeout(typedTimer);
  typed += key;
  // A number of several digits may go on.
  if (Number(typed) * 10 > states[placeAt(player.step)].steps.length) takeTyped();
  else typedTimer = setTimeout(takeTyped, 800);
}

player = makePlayer({ story, trace: {} }, showPlace);
put(walkPage());
addShell();
readAddress();
drawWhenSized(player);
document.addEventListener('keydown', walkByKey);
window.addEventListener('popstate', () => {
  readAddress();
  focusHeading();
});
