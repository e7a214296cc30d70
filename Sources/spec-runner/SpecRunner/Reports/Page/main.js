// Which page is open: the address says so, so that links, Back and reload work.

const pageNames = Object.keys(pages).filter((name) => (
  ['overview', 'filters', 'reach'].includes(name) || part(name).length
));
const navigation = make('nav.navigation', { 'aria-label': 'Parts of the report' }, list(
  pageNames.map((name) => make('a', { href: `#${name}` }, pages[name][0])), 'links',
));
// "#finding-3-step-7": the third finding, at its seventh step.
function openPage() {
  clearTimeout(addressTimer);
  player = null;
  const [, number, step] = /^#finding-(\d+)(?:-step-(\d+))?$/.exec(location.hash) || [];
  const entry = entries[number - 1];
  const name = pageNames.includes(location.hash.slice(1)) ? location.hash.slice(1) : 'overview';
  const [title, content] = pages[name];
  if (entry) {
    put(findingPage(entry, (moved) => (
      rememberAddress(`${entry.link}${moved ? `-step-${moved}` : ''}`)
    )));
    player.show(Number(step || 0), true);
    drawWhenSized(player);
  } else put(name !== 'overview' && pageHeading(title), content());
  document.title = `${entry ? nameOf(entry.finding) : title} – ${documentTitle}`;
  for (const link of navigation.querySelectorAll('a')) {
    const isOpen = !entry && link.hash === `#${name}`;
    link.setAttribute('aria-current', isOpen ? 'page' : 'false');
  }
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
  addShell(navigation);
  document.addEventListener('click', rememberPlace);
  window.addEventListener('popstate', changePage);
  window.addEventListener('beforeprint', preparePrinting);
  window.addEventListener('afterprint', finishPrinting);
  openPage();
}

start();
