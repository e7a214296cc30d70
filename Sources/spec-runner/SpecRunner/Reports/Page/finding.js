// The page of one finding: what is promised, what goes wrong, and its story step by step.

// The story that the keys move through; none on other pages.
let player = null;

async function copyText(text, status) {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = 'Copied.';
  } catch {
    status.textContent = 'Not copied: select the line instead.';
  }
}

function commandBlock(line) {
  const status = make('span.quiet', { role: 'status' });
  return make(
    'div.command', make('pre', line),
    make('button', { type: 'button', click: () => copyText(line, status) }, 'Copy'), status,
  );
}

function replaySection({ path, replay: line }) {
  if (!line) {
    const words = [code(path ? '--save' : '--results DIR'), ' keeps it', path && [' as ', code(path)]];
    return section('Replay it', make('p', 'Its trace is not kept yet: ', words, '.'));
  }
  return section('Replay it', commandBlock(line));
}

function endingBlock({ ending, consequence }) {
  return ending && make(
    'div.ending',
    make('p', broken('Broken: '), longText(ending)),
    consequence && make('p', make('strong', 'For the user: '), consequence),
  );
}

function windowsBlock(story, step) {
  const scene = sceneAt(story, step);
  const before = step > 0 && sceneAt(story, step - 1);
  const isSame = before && JSON.stringify(before.screens) === JSON.stringify(scene.screens);
  return [
    make('h3', scene.screens.length > 1 ? 'What the windows show' : 'What the window shows'),
    isSame && make('p.note', make('strong', '= Nothing on the screen changes.')),
    drawnWindows(scene, before),
    make('p.note.quiet', '✓ selected, ⊘ disabled'),
  ];
}

// A system that is no app has nothing under way that anybody could tell.
function hasPending(story) {
  return [story, ...story.lines].some(({ scene }) => scene && scene.pending.length > 0);
}

function pendingBlock({ pending }) {
  return [
    make('h3', 'Mail and requests under way'),
    pending.length
      ? list(pending.map((text) => longText(text, 160))) : make('p.quiet', 'Nothing is under way.'),
  ];
}

// What changes with the step.
function makePlayer({ story, trace }, onStep) {
  const slider = make('input.slider', {
    type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'Step',
    input: () => player.show(Number(slider.value)),
  });
  return {
    story, slider, step: 0,
    get last() { return trace.form === 'values' ? 0 : story.lines.length; },
    sentence: make('p.sentence-now', { 'aria-live': 'polite' }),
    stage: make('div.stage'),
    state: make('div'),
    diagram: make('div.diagram', { click: chooseStep }),
    show(wanted, isQuiet) {
      this.step = Math.min(Math.max(wanted, 0), this.last);
      showStep(this);
      if (!isQuiet) onStep(this.step);
    },
  };
}

function chooseStep(event) {
  const step = event.target.closest('[data-step]');
  if (step) player.show(Number(step.dataset.step));
}

function showStep({ story, step, last, slider, sentence, stage, state, diagram }) {
  const line = step > 0 ? story.lines[step - 1] : null;
  const words = line ? `Step ${step} of ${last}: ${sentenceOf(line)}` : 'Before the first step';
  sentence.textContent = last ? words : 'It shows at once:';
  slider.max = last;
  slider.value = step;
  slider.setAttribute('aria-valuetext', `${step} of ${last}`);
  const isKnown = story.facts || story.lines.some(({ changes }) => changes.length);
  stage.replaceChildren();
  build(stage, [
    line ? names(line.facts) : last === 0 && stepList(story, false),
    step === last && endingBlock(story),
    hasWindows(story) && windowsBlock(story, step),
    hasPending(story) && pendingBlock(sceneAt(story, step)),
  ]);
  state.replaceChildren();
  build(state, [isKnown && [make('h3', 'State'), stateTables(story, step)]]);
  markStep(diagram, step, last);
}

function markStep(diagram, step, last) {
  const isInside = diagram.contains(document.activeElement);
  let current = null;
  for (const node of diagram.querySelectorAll('[data-step]')) {
    const number = Number(node.dataset.step);
    node.classList.toggle('is-current', number === step);
    node.classList.toggle('is-ahead', number > step);
    node.setAttribute('aria-current', number === step ? 'step' : 'false');
    // One stop for the whole diagram; the keys move within it.
    node.setAttribute('tabindex', number === Math.max(step, 1) ? 0 : -1);
    if (number === step) current = node;
  }
  if (isInside && current) current.focus({ preventScroll: true });
  revealStep(diagram, (step === last && diagram.querySelector('.ending-note')) || current);
}

// Scrolls the diagram and never the page.
function revealStep(diagram, node) {
  if (!node) {
    diagram.scrollTop = 0;
    return;
  }
  const [outer, inner] = [diagram, node].map((one) => one.getBoundingClientRect());
  const above = outer.top + 60 - inner.top;
  if (above > 0) diagram.scrollTop -= above;
  else diagram.scrollTop += Math.max(inner.bottom + 12 - outer.bottom, 0);
}

// Anew for each width, as texts are wrapped for it, and when other steps were taken.
function drawWhenSized(shown) {
  const { story, diagram } = shown;
  let [drawnWidth, drawnLines] = [0, null];
  shown.draw = () => {
    const width = Math.max(diagram.clientWidth, 260);
    const isDrawn = partiesOf(story).length > 0;
    if (drawnLines !== story.lines || (isDrawn && Math.abs(width - drawnWidth) > 1)) {
      diagram.replaceChildren();
      build(diagram, [isDrawn ? drawnDiagram(story, width) : stepList(story, true)]);
    }
    [drawnWidth, drawnLines] = [width, story.lines];
    markStep(diagram, shown.step, shown.last);
  };
  new ResizeObserver(shown.draw).observe(diagram);
}

function controlBar() {
  const button = (text, words, target) => make('button', {
    type: 'button', 'aria-label': words, title: words, click: () => player.show(target()),
  }, text);
  return make(
    'div.control-bar', { role: 'group', 'aria-label': 'Move through the story' },
    button('⇤', 'Start', () => 0), button('←', 'Previous step', () => player.step - 1),
    player.slider,
    button('→', 'Next step', () => player.step + 1), button('⇥', 'End', () => player.last),
  );
}

function storySection({ story, last, sentence, stage, diagram, state }) {
  return section(
    'The story',
    last > 0 && controlBar(),
    make(
      `div.${last ? 'player' : ''}`,
      make('div', sentence, stage),
      last > 0 && make(
        'div.diagram-area',
        make('h3', 'Step by step'), diagram,
        make('p.note.quiet', '◆ Something changes. Choose a step, or use ← → k j Home End.'),
      ),
      state,
    ),
  );
}

function neighbours(entry) {
  const place = readingOrder.indexOf(entry);
  const link = (other, words) => (other ? make('a', { href: other.link }, words) : quiet(words));
  return make(
    'nav.neighbours', { 'aria-label': 'Other findings' },
    link(readingOrder[place - 1], '← Previous finding'),
    quiet(outOf(place + 1, readingOrder.length)),
    link(readingOrder[place + 1], 'Next finding →'),
  );
}

function findingHead(finding) {
  const { story, trace, cause, repair, repairWords, origin } = finding;
  const other = cause && entryNamed(productOf(trace), cause);
  return [
    make('p.kicker', titleOf(trace), ' ', standingTag(finding)),
    pageHeading(quiet(story.consequence && 'For the user: '), consequenceOf(finding)),
    facts([
      ['Promised', story.promise],
      ['Broken', story.ending && make('span.broken', longText(story.ending))],
      ['Finding', code(nameOf(finding))],
      ['Repair', repair && [repairWords, ' ', code(repair)]],
      ['On its way', cause && (other ? make('a', { href: other.link }, cause) : cause)],
      ['First shown by', origin],
    ]),
  ];
}

function findingPage(entry, onStep) {
  const { finding } = entry;
  player = makePlayer(finding, onStep);
  return [
    neighbours(entry), findingHead(finding), storySection(player), passingSection(finding.story),
    finding.story.remarks?.length > 0
      && section('What else is known', list(finding.story.remarks)),
    replaySection(finding),
  ];
}
