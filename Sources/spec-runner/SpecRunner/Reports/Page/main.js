// Which page is open: the address says so, so that links, Back and reload work.

const main = document.getElementById('report');
const documentTitle = document.title;
const pageNames = Object.keys(pages).filter((name) => (
  ['overview', 'filters', 'reach'].includes(name) || part(name).length
));
const navigation = make('nav.navigation', { 'aria-label': 'Parts of the report' }, list(
  pageNames.map((name) => make('a', { href: `#${name}` }, pages[name][0])), 'links',
));
let stepTimer = 0;

// A little later: browsers refuse too many changes in a row.
function rememberStep(entry, step) {
  clearTimeout(stepTimer);
  stepTimer = setTimeout(() => {
    history.replaceState(history.state, '', `${entry.link}${step ? `-step-${step}` : ''}`);
  }, 250);
}

function put(...content) {
  main.replaceChildren();
  build(main, content);
}

// "#finding-3-step-7": the third finding, at its seventh step.
function openPage() {
  clearTimeout(stepTimer);
  player = null;
  const [, number, step] = /^#finding-(\d+)(?:-step-(\d+))?$/.exec(location.hash) || [];
  const entry = entries[number - 1];
  const name = pageNames.includes(location.hash.slice(1)) ? location.hash.slice(1) : 'overview';
  const [title, content] = pages[name];
  if (entry) {
    put(findingPage(entry, (moved) => rememberStep(entry, moved)));
    player.show(Number(step || 0), true);
    drawWhenSized(player);
  } else put(name !== 'overview' && pageHeading(title), content());
  document.title = `${entry ? nameOf(entry.finding) : title} – ${documentTitle}`;
  for (const link of navigation.querySelectorAll('a')) {
    const isOpen = !entry && link.hash === `#${name}`;
    link.setAttribute('aria-current', isOpen ? 'page' : 'false');
  }
}

function focusHeading() {
  document.getElementById('heading').focus();
}

// Back returns to where the reader was; a new page begins at its top.
function changePage(event) {
  openPage();
  focusHeading();
  window.scrollTo(0, event.state?.scrollTop || 0);
}

function rememberPlace(event) {
  const link = event.target.closest('a[href^="#"]');
  if (link) history.replaceState({ scrollTop: window.scrollY }, '');
}

function moveByKey(event) {
  const { key, target } = event;
  if (!player || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target.closest('svg [data-step]') && (key === 'Enter' || key === ' ')) {
    event.preventDefault();
    chooseStep(event);
  }
  const targets = {
    ArrowRight: player.step + 1, j: player.step + 1, ArrowLeft: player.step - 1, k: player.step - 1,
    Home: 0, End: player.last,
  };
  // A table that scrolls sideways needs its arrow keys.
  if (!(key in targets) || target.closest('.scroller')) return;
  event.preventDefault();
  player.show(targets[key]);
  // Who steps by keys has to see what changes.
  const bar = main.querySelector('.control-bar');
  if (bar?.getBoundingClientRect().top > innerHeight / 4) bar.scrollIntoView();
}

// On paper the overview comes first, and a story is told at its end.
function preparePrinting() {
  if (!player || main.querySelector('.print-only')) return;
  main.prepend(make('div.print-only', overviewPage()));
  player.show(player.last, true);
}

function finishPrinting() {
  if (player) openPage();
}

function start() {
  const skip = make('button.skip', { type: 'button', click: focusHeading }, 'Skip to the content');
  const header = make('header.page-header', make('p.brand', report.program), navigation);
  document.body.prepend(skip, header);
  history.scrollRestoration = 'manual';
  document.addEventListener('keydown', moveByKey);
  document.addEventListener('click', rememberPlace);
  window.addEventListener('popstate', changePage);
  window.addEventListener('beforeprint', preparePrinting);
  window.addEventListener('afterprint', finishPrinting);
  openPage();
}

start();
